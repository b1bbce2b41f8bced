public import InboxModel
import InboxStore

extension MailSession {
    /// The tags that some mail here has, of whatever account; those that most of it has come first.
    public func tags() throws(SessionError) -> [Keyword] { try reading { try $0.tags() } }

    /// More messages than have one tag.
    private static let mostTagged = 1_000_000

    /// Takes a tag off all mail here that has it, of whatever account that can be changed, and puts another in its place: done, and
    /// taken back, as one.
    /// - Returns: nil where no mail had it.
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
