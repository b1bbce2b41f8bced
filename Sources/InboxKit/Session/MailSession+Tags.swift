public import InboxModel
import InboxStore

extension MailSession {
    /// The tags on mail here, of all accounts, most used first.
    public func tags() throws(SessionError) -> [Keyword] { try reading { try $0.tags() } }

    /// More messages than any tag has.
    private static let mostTagged = 1_000_000

    /// Replaces a tag by another on all stored mail that has it, in every account that can be changed. This is done, and undone, as
    /// one.
    /// - Returns: nil if no mail had it.
    @discardableResult
    public func replaceTag(_ tag: Keyword, with new: Keyword? = nil) async throws(SessionError) -> Deed? {
        let closed = Set(try accounts().filter(\.isReadOnly).map(\.id))
        let found = try messages(.keyword(tag), limit: Self.mostTagged)
        let tagged = found.filter { !closed.contains($0.account) }.map(\.id)
        guard !tagged.isEmpty else { return nil }
        let put = new.map { DeedPart(messages: tagged, keyword: $0, command: .mark) }
        let taken = DeedPart(messages: tagged, keyword: tag, command: .unmark)
        return try await perform(.unmark, on: [put, taken].compactMap(\.self))
    }
}
