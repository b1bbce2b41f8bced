import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Reading everything again after the server has forgotten our state, and removing what it no longer has.
extension AccountSync {
    /// The number of attempts without reaching the end after which the server is left alone for a while.
    private static let mostReadings = 10

    /// Reads everything again, because the server forgot our state. What it no longer has is removed once all has been met.
    /// - Throws: `stateTooOld` if the server forgets every state that it gives: a caller waiting for the end would wait for ever.
    func readAnew() async throws(Failure) {
        let count = (try state(Key.reading).flatMap { Int($0) } ?? 0) + 1
        try await write { transaction in
            try transaction.setSyncState(String(count), key: Key.reading, account: account.id)
            // Ensures that the walk happens even if this is interrupted and the server then recognizes its state again.
            try transaction.setSyncState("", key: Key.threads, account: account.id)
            try transaction.setSyncState(nil, key: Key.comparing, account: account.id)
            try transaction.setSyncState(nil, key: Key.first, account: account.id)
            for walk in Walk.allCases { try transaction.setSyncState(nil, key: walk.key, account: account.id) }
            try transaction.forgetMailboxWalks(account: account.id, inbox: true)
        }
        guard !count.isMultiple(of: Self.mostReadings) else {
            throw .remote(RemoteError(.stateTooOld, call: "changes"))
        }
        try await readFirst()
    }

    /// Walks over all mail once more, and removes what the walk does not meet. The store keeps the walk's position, and what it
    /// met.
    /// - Returns: false if the server forgot our state meanwhile: another reading has begun, which does all of this at its end.
    func removeUnmet(of reading: String) async throws(Failure) -> Bool {
        if try state(Key.comparing) == nil {
            // Mail that arrives while the server is being asked need not be in its answers.
            try await write { try $0.beginComparing(account: account.id) }
            let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
            guard try await meet(drafts.map(\.id), next: "", reading) else { return false }
        }
        while let position = try state(Key.comparing), position != Key.done {
            let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
            let page = try await remote { () async throws(RemoteError) in
                try await service.outline(from: from, limit: service.pageSize, isWhole: policy.days != nil)
            }
            // Mail that is older than the window may be removed: the server still has it.
            let next = try isBeyondWindow(page) ? nil : page.next
            guard try await meet(page.messages.map(\.id), next: next?.rawValue ?? Key.done, reading) else {
                return false
            }
        }
        // Only the changes say which threads grew, and another reading does not repeat them.
        while try await readChanges(wait: nil), try state(Key.reading) == reading, !Task.isCancelled {}
        guard try state(Key.reading) == reading else { return false }
        let unmet = try read { try $0.unmetMessages(account: account.id) }
        return try await remove(try await withoutOmitted(unmet.subtracting(try await stillThereOfGrown())), reading)
    }

    /// - Returns: false if another reading has begun.
    private func meet(_ ids: [RemoteID], next position: String, _ reading: String) async throws(Failure) -> Bool {
        try await write { transaction in
            guard try transaction.reader.syncState(Key.reading, account: account.id) == reading else { return false }
            try transaction.noteMet(ids, account: account.id)
            try transaction.setSyncState(position, key: Key.comparing, account: account.id)
            return true
        }
    }

    /// Returns messages that the server still has, of threads that grew while the pages were read, and so moved past the walk. The
    /// changes say which; their older messages are requested by id.
    private func stillThereOfGrown() async throws(Failure) -> Set<RemoteID> {
        let moved = try read { try $0.unmetMessagesOfGrownThreads(account: account.id) }
        guard !moved.isEmpty else { return [] }
        let found = try await remote { () async throws(RemoteError) in try await service.messages(moved.sorted()) }
        return Set(found.map(\.id))
    }

    /// Returns the unmet messages without those that the server has but does not list, as while it rebuilds its index. A sample is
    /// requested by id; if the server has any of it, all are.
    private func withoutOmitted(_ unmet: Set<RemoteID>) async throws(Failure) -> Set<RemoteID> {
        // The walk does not reach messages older than the window, so these prove nothing.
        var candidates = unmet
        if let start = try windowStart() {
            candidates = try read { try $0.messages(among: unmet, newerThan: start, account: account.id) }
        }
        let sample = candidates.shuffled().prefix(Self.sample)
        guard try await !stillThere(among: Set(sample)).isEmpty else { return unmet }
        return unmet.subtracting(try await stillThere(among: unmet))
    }

    /// Returns those of some messages that the server has, and that are not older than the window.
    private func stillThere(among ids: Set<RemoteID>) async throws(Failure) -> Set<RemoteID> {
        guard !ids.isEmpty else { return [] }
        let start = try windowStart()
        let found = try await remote { () async throws(RemoteError) in try await service.messages(ids.sorted()) }
        return Set(found.filter { message in start.map { message.receivedAt > $0 } ?? true }.map(\.id))
    }

    private static let sample = 50

    /// The number of messages removed per transaction: the user's actions wait for no more.
    private static let takenOut = 250

    /// Removes messages that the server does not seem to have any more, and ends reading anew. Messages that are merely older than
    /// the window go, too, unless work of the user's depends on their threads, or these are snoozed or muted: those are requested by id.
    private func remove(_ unmet: Set<RemoteID>, _ reading: String) async throws(Failure) -> Bool {
        var gone = unmet
        var asked: Set<RemoteID> = []
        let marked = try read { try $0.messagesWithOwnMarks(account: account.id) }
        while true {
            let since = try state(Key.state)
            let used = try read { try $0.messagesInUse(account: account.id) }
            let wanted = used.union(marked).intersection(gone).subtracting(asked)
            if !wanted.isEmpty {
                let found = try await remote { () async throws(RemoteError) in
                    try await service.messages(wanted.sorted())
                }
                // Changes that were read meanwhile are newer than this answer.
                guard try await save(found, since: since) else { continue }
                gone.subtract(found.map(\.id))
                asked.formUnion(wanted)
            }
            let (removed, known) = (Set(gone.prefix(Self.takenOut)), asked)
            let isLast = removed.count == gone.count
            let lost = try await write { transaction -> [Lost]? in
                guard try transaction.reader.syncState(Key.reading, account: account.id) == reading else { return nil }
                let used = try transaction.reader.messagesInUse(account: account.id).intersection(removed)
                // The user has just acted on more of these messages.
                guard used.isSubset(of: known) else { return nil }
                let lost = try removed.flatMap {
                    try transaction.lose($0, account: account.id).map(Lost.init(message:))
                }
                if isLast {
                    try transaction.setSyncState(nil, key: Key.reading, account: account.id)
                    try transaction.setSyncState(nil, key: Key.comparing, account: account.id)
                    try transaction.endComparing(account: account.id)
                }
                return try keepLost(lost, transaction)
            }
            guard let lost else {
                guard try state(Key.reading) == reading else { return false }
                continue
            }
            tellLost(lost)
            gone.subtract(removed)
            if isLast { return true }
        }
    }

    // MARK: Texts

    /// Whether all texts were here before everything is read again, and stay.
    func hasTexts(_ reader: StoreReader) throws -> Bool {
        guard account.dialect.hasLastingMessages, try reader.syncState(Key.reading, account: account.id) != nil,
            let position = try reader.syncState(Key.bodies, account: account.id)
        else { return false }
        return position == Key.done || position.hasPrefix(Key.missing)
    }

    /// Fetches texts that are not here, a page at a time, the latest that came first.
    /// - Parameter position: behind `Key.missing`, the last message that was asked about, if any.
    func fetchMissingBodies(from position: String) async throws(Failure) {
        let above = Int64(position.dropFirst(Key.missing.count)).map { MessageID($0) }
        let wanted = try read { reader in
            try reader.withoutBody(account: account.id, below: above, limit: Self.bodyPage)
        }
        let since = try state(Key.state)
        let asked = wanted.map(\.remoteID)
        let found =
            try await asked.isEmpty
            ? [] : remote { () async throws(RemoteError) in try await service.messages(asked) }
        // Messages without a text on the server are not requested again.
        let next = wanted.last.map { Key.missing + String($0.id.rawValue) } ?? Key.done
        _ = try await save(found, since: since, key: Key.bodies, position: next)
    }
}
