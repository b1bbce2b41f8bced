import InboxModel
import MailContent

/// Copies that are in a folder already, although the index does not know whose they are: old mail that no walk has read yet.
extension IMAPService {
    /// How many messages are looked for, each by itself. If more are moved while mail is read for the first time, a message that is in
    /// both folders may be twice in one.
    private static let most = 50

    /// Reads the copies that messages have in the folders to which they are about to be copied or moved.
    /// - Returns: whether there are any, so that the plan is another one.
    func readOldCopies(_ plan: UpdatePlan, _ messages: [RemoteID: IndexedMessage], _ places: UpdatePlan.Places)
        async throws(RemoteError) -> Bool
    {
        let unread = try keeper.use { index in try plan.copied.filter { try index.hasUnread(in: $0) } }
        guard !unread.isEmpty else { return false }
        let targets = plan.steps.flatMap { step -> [(message: RemoteID, folder: Int64)] in
            guard let folder = step.work.target, unread.contains(folder) else { return [] }
            return step.targets.map { ($0.message, folder) }
        }
        var isAny = false
        for target in targets.prefix(Self.most) {
            guard let folder = places.folders[target.folder], let message = messages[target.message],
                let header = try await header(of: message)
            else { continue }
            let there = try await copies(
                withMessageID: ParsedMessage.parse(header).messageID, in: folder, since: nil)
            guard !there.isEmpty else { continue }
            _ = try await known(UIDSet(there.map(\.uid)), in: folder)
            isAny = true
        }
        return isAny
    }
}
