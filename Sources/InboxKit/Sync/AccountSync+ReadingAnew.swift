import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Everything anew when the server has forgotten what it told, and what it no longer has goes.
extension AccountSync {
    /// So often it is begun again without an end before the server is left alone for a while.
    private static let mostReadings = 10

    /// The server forgot our state: everything is read again, and what it no longer has goes when all has been met.
    /// - Throws: `stateTooOld` where it forgets each state that it tells: who waits for the end would wait for ever.
    func readAnew() async throws(Failure) {
        let count = (try state(Key.reading).flatMap { Int($0) } ?? 0) + 1
        try await write { transaction in
            try transaction.setSyncState(String(count), key: Key.reading, account: account.id)
            // Should it break off before the walk, and the server know its state again: the walk comes all the same.
            try transaction.setSyncState("", key: Key.threads, account: account.id)
            try transaction.setSyncState(nil, key: Key.comparing, account: account.id)
            for walk in Walk.allCases { try transaction.setSyncState(nil, key: walk.key, account: account.id) }
            try transaction.forgetMailboxWalks(account: account.id, inbox: true)
        }
        guard !count.isMultiple(of: Self.mostReadings) else {
            throw .remote(RemoteError(.stateTooOld, call: "changes"))
        }
        try await readFirst()
    }

    /// Walks over all mail once more and takes out what it does not meet. The walk keeps its place, and what it met, in the
    /// store.
    /// - Returns: false if the server forgot our state meanwhile: another reading has begun, at whose end all of this is done.
    func removeUnmet(of reading: String) async throws(Failure) -> Bool {
        if try state(Key.comparing) == nil {
            // What comes while the server is asked is not among those that it should have told of.
            try await write { try $0.beginComparing(account: account.id) }
            let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
            guard try await meet(drafts.map(\.id), next: "", reading) else { return false }
        }
        while let position = try state(Key.comparing), position != Key.done {
            let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: nil, from: from, limit: service.pageSize)
            }
            // What is older than the window may go: the server still has it.
            let next = isBeyondWindow(page) ? nil : page.next
            guard try await meet(page.messages.map(\.id), next: next?.rawValue ?? Key.done, reading) else {
                return false
            }
        }
        // What grew is known from the changes alone, which another reading does not tell.
        while try await readChanges(wait: nil), try state(Key.reading) == reading, !Task.isCancelled {}
        guard try state(Key.reading) == reading else { return false }
        let unmet = try local { store throws(StoreError) in
            try store.read { try $0.unmetMessages(account: account.id) }
        }
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

    /// A thread that got mail while the pages were read moved past them: the changes told of it, and the server is asked for
    /// its older messages by name.
    private func stillThereOfGrown() async throws(Failure) -> Set<RemoteID> {
        let moved = try local { store throws(StoreError) in
            try store.read { try $0.unmetMessagesOfGrownThreads(account: account.id) }
        }
        guard !moved.isEmpty else { return [] }
        let found = try await remote { () async throws(RemoteError) in try await service.messages(moved.sorted()) }
        return Set(found.map(\.id))
    }

    /// A list from which a server leaves out what it has, as while it makes its index anew, would empty what is kept here. Some of
    /// what it did not tell of are asked for by name; where one of them is there, all are.
    private func withoutOmitted(_ unmet: Set<RemoteID>) async throws(Failure) -> Set<RemoteID> {
        // What is older than the window may well be here: it proves nothing.
        var candidates = unmet
        if let start = windowStart {
            candidates = try local { store throws(StoreError) in
                try store.read { try $0.messages(among: unmet, newerThan: start, account: account.id) }
            }
        }
        let sample = candidates.shuffled().prefix(Self.sample)
        guard try await !stillThere(among: Set(sample)).isEmpty else { return unmet }
        return unmet.subtracting(try await stillThere(among: unmet))
    }

    /// Of some messages those that the server has, and that are not older than the window.
    private func stillThere(among ids: Set<RemoteID>) async throws(Failure) -> Set<RemoteID> {
        guard !ids.isEmpty else { return [] }
        let start = windowStart
        let found = try await remote { () async throws(RemoteError) in try await service.messages(ids.sorted()) }
        return Set(found.filter { message in start.map { message.receivedAt > $0 } ?? true }.map(\.id))
    }

    private static let sample = 50

    /// So many are taken out at once: what the user does waits for no more.
    private static let takenOut = 250

    /// Takes out what the server was not heard to have any more, and ends reading anew. What is only older than the window is
    /// no longer here then, unless work of the user's hangs on it, or it is snoozed or muted: of that the server is asked by name.
    private func remove(_ unmet: Set<RemoteID>, _ reading: String) async throws(Failure) -> Bool {
        var gone = unmet
        var asked: Set<RemoteID> = []
        let marked = try local { store throws(StoreError) in
            try store.read { try $0.messagesWithOwnMarks(account: account.id) }
        }
        while true {
            let since = try state(Key.state)
            let wanted = try local { store throws(StoreError) in
                try store.read { try $0.messagesInUse(account: account.id) }
            }.union(marked).intersection(gone).subtracting(asked)
            if !wanted.isEmpty {
                let found = try await remote { () async throws(RemoteError) in
                    try await service.messages(wanted.sorted())
                }
                // Changes that were read meanwhile are newer.
                guard try await save(found, since: since) else { continue }
                gone.subtract(found.map(\.id))
                asked.formUnion(wanted)
            }
            let (removed, known) = (Set(gone.prefix(Self.takenOut)), asked)
            let isLast = removed.count == gone.count
            let lost = try await write { transaction -> [Lost]? in
                guard try transaction.reader.syncState(Key.reading, account: account.id) == reading else { return nil }
                let used = try transaction.reader.messagesInUse(account: account.id).intersection(removed)
                // The user did something just now.
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
}
