import InboxModel

/// Which copies are read.
extension IMAPService {
    /// Reads each message once, and tells it as the index has it afterwards. If the copy that was chosen is gone, another one is read.
    /// - Parameter read: reads copies; leaves out what is gone. All copies of which the head is not known yet must be noted in the index.
    func reading(
        _ copies: [IndexedCopy],
        _ read: @Sendable ([IndexedCopy]) async throws(RemoteError) -> [RemoteMessage]
    ) async throws(RemoteError) -> [RemoteMessage] {
        var known: Set<RemoteID> = []
        let first = copies.filter { copy in copy.message.map { known.insert($0).inserted } ?? true }
        var messages = try await read(first)
        let missing = known.subtracting(messages.map(\.id))
        if !missing.isEmpty {
            let tried = Set(first.map(\.position))
            let others = try keeper.use { try $0.messages(missing) }.values.compactMap { message in
                message.copies.first { !tried.contains($0.position) }
            }
            if !others.isEmpty { messages += try await read(others) }
        }
        // Copies that were read later may have added mailboxes, or joined threads.
        let ids = Set(messages.map(\.id))
        let now = try keeper.use { try $0.messages(ids) }
        var told: Set<RemoteID> = []
        return messages.compactMap { message in
            guard let indexed = now[message.id], told.insert(message.id).inserted else { return nil }
            var message = message
            (message.thread, message.receivedAt) = (indexed.thread, indexed.receivedAt)
            (message.keywords, message.mailboxes) = (indexed.keywords, indexed.mailboxes)
            return message
        }
    }
}
