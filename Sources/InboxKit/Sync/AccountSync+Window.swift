import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Keeping only the mail of some days: the walks from new to old wait at the window's end until older mail is wanted.
extension AccountSync {
    enum Walk: String, CaseIterable, Sendable {
        case threads, bodies

        /// The key for how far back the walk has gone, once that is beyond the window.
        var key: String { "reached \(rawValue)" }
    }

    /// Whether a walk has gone back far enough.
    func waits(_ walk: Walk) throws(Failure) -> Bool {
        try read { try $0.hasReached(policy.windowStart(now(), $0), walk, account: account.id) }
    }

    func isBeyondWindow(_ page: RemoteMessagePage) throws(Failure) -> Bool {
        // The first page arrives before any mail is here.
        let newest = page.messages.filter { !$0.keywords.contains(.draft) }.map(\.receivedAt).max()
        guard let start = try windowStart(besides: newest), let oldest = oldest(page) else { return false }
        return oldest <= start
    }

    func noteReached(_ walk: Walk, _ page: RemoteMessagePage) async throws(Failure) {
        guard let oldest = oldest(page) else { return }
        let account = account.id
        try await write { transaction in
            try transaction.setSyncState("\(oldest.timeIntervalSince1970)", key: walk.key, account: account)
            if walk == .threads { try transaction.setSyncState(nil, key: Key.first, account: account) }
        }
    }

    /// Fetches one more page of threads, whatever the window is; if all were read, a page of what was trimmed since.
    /// - Returns: whether there is more.
    func fetchOlder() async throws(Failure) -> Bool {
        guard let position = try state(Key.threads) else { return false }
        guard position != Key.done else { return try await fetchLetGo() }
        try await fetchThreads(from: position, goesOn: false)
        return try read { try $0.hasOlder(account: account.id) }
    }

    /// - Parameter newest: the date of mail that may not be here yet.
    func windowStart(besides newest: Date? = nil) throws(Failure) -> Date? {
        guard policy.days != nil else { return nil }
        return try read { try policy.windowStart(now(), $0, besides: newest) }
    }

    /// Returns the date of the oldest thread, which is that of its newest message.
    private func oldest(_ page: RemoteMessagePage) -> Date? {
        Dictionary(grouping: page.messages, by: \.thread).values.compactMap { $0.map(\.receivedAt).max() }.min()
    }

    // MARK: What is read first

    /// Fetches the texts of unread mail, however old: they matter more than those of old mail that was read.
    /// - Returns: false if there are no more, or if they are just what the walk through all mail fetches next, which gets many at
    ///   once on every server.
    func fetchUnreadBodies() async throws(Failure) -> Bool {
        let key = "unread bodies"
        let above = try state(key).flatMap(Int64.init)
        let wanted = try read { reader in
            try reader.unreadWithoutBody(
                account: account.id, below: above.map { MessageID($0) }, limit: Self.bodyPage)
        }
        guard let last = wanted.last else { return false }
        let next = try read { try $0.messagesWithoutBody(account: account.id, limit: wanted.count) }
        guard next != wanted.map(\.remoteID) else { return false }
        let since = try state(Key.state)
        let asked = wanted.map(\.remoteID)
        let found = try await remote { () async throws(RemoteError) in try await service.messages(asked) }
        // Messages without a text on the server are not requested again.
        _ = try await save(found, since: since, key: key, position: "\(last.id.rawValue)")
        return true
    }
}

extension SyncPolicy {
    /// Returns the date since which mail is kept; nil if all of it is. The days are counted back from no later than the newest mail, by its
    /// server's clock: by a clock that runs ahead all mail would be too old.
    /// - Parameter newest: the date of mail that may not be in the store yet.
    func windowStart(_ now: Date, _ reader: StoreReader, besides newest: Date? = nil) throws -> Date? {
        guard let days else { return nil }
        let newest = try [reader.newestMail(), newest].compactMap(\.self).max()
        return min(now, newest ?? now).addingTimeInterval(-TimeInterval(days) * 86_400)
    }
}

extension StoreReader {
    /// Whether a walk has gone back to a date.
    func hasReached(_ start: Date?, _ walk: AccountSync.Walk, account: AccountID) throws -> Bool {
        guard let start, let reached = try syncState(walk.key, account: account).flatMap(TimeInterval.init) else {
            return false
        }
        return reached <= start.timeIntervalSince1970
    }
}
