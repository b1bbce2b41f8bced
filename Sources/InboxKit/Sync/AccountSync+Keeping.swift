import InboxModel
import InboxStore
import Programs

/// Access to the server and the store.
extension AccountSync {
    /// The most messages per transaction: enough to write efficiently, and no more than other programs can wait for.
    static let mostWritten = 4_000
    /// The number of messages after which the transaction ends if a write of the user's is waiting.
    private static let fewestWritten = 250

    /// The number of messages after which that is looked at.
    private static let writtenAtOnce = 50

    /// - Parameters:
    ///   - since: the state that was known when the server was asked.
    ///   - key: the walk to which this page belongs, with the position of the next page and the number of messages met by then.
    /// - Returns: false if newer changes have been read meanwhile: the rest is not saved, and the caller must ask again.
    @discardableResult
    func save(
        _ messages: [RemoteMessage], since: String?, key: String? = nil, position: String? = nil, met: Int? = nil
    ) async throws(Failure) -> Bool {
        ThreadPriority.giveWay()
        var waiting = messages.inWritingOrder[...]
        var texts: [String?] = []
        repeat {
            for index in waiting.indices.prefix(Self.mostWritten).dropFirst(texts.count) {
                // Large texts take a while, and stopping must not wait for them.
                if Task.isCancelled { throw .remote(RemoteError(.cancelled, call: "sync")) }
                texts.append(words(of: &waiting[index]))
            }
            let piece = waiting.prefix(Self.mostWritten)
            let (indexed, isLast) = (texts, piece.count == waiting.count)
            let kept = try await write { transaction -> Int? in
                guard try transaction.isAt(since, account: account.id) else { return nil }
                var kept = 0
                // Mail that came while the server had forgotten our state is in no change.
                let isAnew = try transaction.reader.syncState(Key.reading, account: account.id) != nil
                while kept < piece.count {
                    if kept >= Self.fewestWritten, transaction.isAwaited { return kept }
                    // Threads are written whole.
                    let rest = piece.dropFirst(kept)
                    var end = min(rest.startIndex + Self.writtenAtOnce, rest.endIndex)
                    while end < rest.endIndex, rest[end].thread == rest[end - 1].thread { end += 1 }
                    let part = rest[..<end]
                    let arrivals = isAnew ? try Arrivals(part, account: account, transaction.reader) : nil
                    try transaction.receive(zip(part, indexed[kept...]), account: account.id)
                    try arrivals?.hear(transaction, now: now())
                    kept += part.count
                }
                if isLast, let key {
                    try keepLeftOut(transaction)
                    try transaction.setSyncState(position, key: key, account: account.id)
                    guard let met else { return piece.count }
                    try transaction.setSyncState("\(met)", key: Key.count(of: key), account: account.id)
                }
                return piece.count
            }
            guard let kept else { return false }
            waiting = waiting.dropFirst(kept)
            texts.removeFirst(kept)
        } while !waiting.isEmpty
        return true
    }

    /// Returns the words of a message's text, if the text came along. A text that crashed the program loses its formatting.
    func words(of message: inout RemoteMessage) -> String? {
        guard let body = message.body else { return nil }
        let read = ReadingFence.read(body, of: message.id, in: account.id, fence)
        message.body = read.body
        message.snippet = read.snippet ?? message.snippet
        return read.words
    }

    func state(_ key: String) throws(Failure) -> String? {
        try read { try $0.syncState(key, account: account.id) }
    }

    func read<Result>(_ body: (StoreReader) throws -> Result) throws(Failure) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw .store(error) }
    }

    /// Writes data that the server can send again, and so does not wait for the disk.
    func write<Result: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> Result)
        async throws(Failure) -> Result
    {
        do throws(StoreError) {
            return try await store.write(waitsForDisk: false) { transaction in
                ThreadPriority.giveWay()
                return try body(transaction)
            }
        } catch { throw .store(error) }
    }

    /// - Throws: `store` also if a file of the service's own could not be used, which is no failure of the server.
    func remote<Result>(_ body: () async throws(RemoteError) -> Result) async throws(Failure) -> Result {
        do throws(RemoteError) { return try await body() } catch {
            throw error.ownFailure.map(Failure.store) ?? .remote(error)
        }
    }
}

extension StoreTransaction {
    /// Whether the account's changes have been read up to this state and no further.
    /// - Throws: `notFound` if the account is gone.
    func isAt(_ state: String?, account: AccountID) throws -> Bool {
        let now = try reader.syncState(AccountSync.Key.state, account: account)
        if now == nil, state != nil { throw StoreError.notFound }
        return now == state
    }

    /// Has changes read again that were read while an answer was on its way, because the answer may be older than they are.
    func readAgain(since state: String?, account: AccountID) throws {
        guard let state, try !isAt(state, account: account) else { return }
        try setSyncState(state, key: AccountSync.Key.state, account: account)
    }
}
