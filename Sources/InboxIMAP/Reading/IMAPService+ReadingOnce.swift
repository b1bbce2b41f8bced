import InboxModel

/// Which copies are read.
extension IMAPService {
    /// Reads each message once, and tells it as the index has it afterwards. If the copy that was chosen is gone, another one is read, and if
    /// there is none, it is looked where it went: nobody would tell of it again in a walk that has passed it.
    /// - Parameter read: reads copies; leaves out what is gone. All copies of which the head is not known yet must be noted in the index.
    func reading(
        _ copies: [IndexedCopy],
        _ read: @Sendable ([IndexedCopy]) async throws(RemoteError) -> [RemoteMessage]
    ) async throws(RemoteError) -> [RemoteMessage] {
        var known: Set<RemoteID> = []
        let first = copies.filter { copy in copy.message.map { known.insert($0).inserted } ?? true }
        var messages = try await lookingAgain { () async throws(RemoteError) in try await read(first) }
        var tried = Set(first.map(\.position))
        for mayLook in [false, true] {
            let missing = known.subtracting(messages.map(\.id))
            guard !missing.isEmpty else { break }
            if mayLook { try await look() }
            let others = try keeper.use { try $0.messages(missing) }.values.compactMap { message in
                message.copies.first { !tried.contains($0.position) }
            }
            tried.formUnion(others.map(\.position))
            guard !others.isEmpty else { continue }
            messages += try await lookingAgain { () async throws(RemoteError) in try await read(others) }
        }
        return try asIndexed(messages)
    }

    /// Copies that were read later may have added mailboxes, or joined threads.
    private func asIndexed(_ messages: [RemoteMessage]) throws(RemoteError) -> [RemoteMessage] {
        let now = try keeper.use { try $0.messages(Set(messages.map(\.id))) }
        var told: Set<RemoteID> = []
        return messages.compactMap { message in
            guard let indexed = now[message.id], told.insert(message.id).inserted else { return nil }
            var message = message
            (message.thread, message.receivedAt) = (indexed.thread, indexed.receivedAt)
            (message.keywords, message.mailboxes) = (indexed.keywords, indexed.mailboxes)
            return message
        }
    }

    /// Does something once more after a look, if a folder turns out to be no longer what the index knows: it was renamed, or its UIDs
    /// were given anew. What is in it must not be taken for gone.
    func lookingAgain<Value: Sendable>(_ body: () async throws(RemoteError) -> Value) async throws(RemoteError)
        -> Value
    {
        do throws(RemoteError) { return try await body() } catch {
            guard error == Self.folderChanged else { throw error }
            try await look()
            return try await body()
        }
    }

    static let folderChanged = RemoteError(
        .busy(status: 0, message: "a folder is not what it was at the last look"), call: "SELECT")
}
