import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Older mail than is kept here, page by page as it is wanted: of a mailbox, or what was let go of all.
extension AccountSync {
    private static let mailboxPage = 50

    /// One more page of a mailbox's threads that brings something.
    func fetchOlder(in mailbox: RemoteID) async throws(Failure) {
        let key = Key.older(in: mailbox)
        var isTold = false
        defer { if isTold { board.update(account.id) { $0.progress = nil } } }
        while !Task.isCancelled {
            let (mayHaveMore, position, gap) = try local { store throws(StoreError) in
                try store.read { reader in
                    (
                        try reader.hasOlder(account: account.id), try reader.syncState(key, account: account.id),
                        try reader.newestGap(account: account.id)
                    )
                }
            }
            guard mayHaveMore, position != Key.done else { return }
            if board.status(of: account.id).progress == nil {
                isTold = true
                board.update(account.id) {
                    $0.progress = .init(work: .messages, done: 0, total: nil, startedAt: Date())
                }
            }
            let since = try state(Key.state)
            let from =
                position.map { RemotePosition(rawValue: $0) } ?? gap.flatMap { service.position(notAfter: $0) }
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: mailbox, from: from, limit: Self.mailboxPage)
            }
            let brings = try brings(page)
            let next = page.next?.rawValue ?? Key.done
            guard try await save(page.messages, since: since, key: key, position: next) else { continue }
            if brings { return }
        }
    }

    /// One more page of what was let go that brings something: much of what is as old stayed here.
    /// - Returns: whether there is more.
    func fetchLetGo() async throws(Failure) -> Bool {
        while let before = try local({ store throws(StoreError) in
            try store.read { try $0.letGo(account: account.id) }
        }), !Task.isCancelled {
            let since = try state(Key.state)
            let from = before.place.map { RemotePosition(rawValue: $0) } ?? service.position(notAfter: before.until)
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: nil, from: from, limit: service.pageSize)
            }
            let brings = try brings(page)
            guard try await save(page.messages, since: since) else { continue }
            let next = page.next.map { LetGo(until: before.until, place: $0.rawValue) }
            try await write { transaction in
                // More may have gone meanwhile, which this walk is past.
                guard try transaction.reader.letGo(account: account.id) == before else { return }
                try transaction.setLetGo(next, account: account.id)
            }
            if brings { return next != nil }
        }
        return false
    }

    private func brings(_ page: RemoteMessagePage) throws(Failure) -> Bool {
        try local { store throws(StoreError) in
            try store.read { reader in
                try page.messages.contains { try !reader.isHere($0.id, account: account.id) }
            }
        }
    }
}

extension AccountSync.Key {
    /// Where the walk through a mailbox's older mail stands; `done` at its end.
    static func older(in mailbox: RemoteID) -> String { LetGo.walkPrefix + mailbox.rawValue }
}

extension StoreReader {
    /// Whether the server may have mail that is not here, once what is kept was read.
    func hasOlder(account: AccountID) throws -> Bool {
        guard let position = try syncState(AccountSync.Key.threads, account: account) else { return false }
        return try position != AccountSync.Key.done || letGo(account: account) != nil
    }

    /// The same of one mailbox.
    func hasOlder(in mailbox: Mailbox) throws -> Bool {
        guard let id = mailbox.remoteID, try hasOlder(account: mailbox.account) else { return false }
        // Of an inbox nothing is let go.
        let isWhole = try syncState(AccountSync.Key.threads, account: mailbox.account) == AccountSync.Key.done
        if isWhole, mailbox.role == .inbox { return false }
        return try syncState(AccountSync.Key.older(in: id), account: mailbox.account) != AccountSync.Key.done
    }

    /// All threads that got mail after this are here; nil where that can't be told.
    fileprivate func newestGap(account: AccountID) throws -> Date? {
        let letGo = try letGo(account: account)?.until
        if try syncState(AccountSync.Key.threads, account: account) == AccountSync.Key.done { return letGo }
        let reached = try syncState(AccountSync.Walk.threads.key, account: account).flatMap(TimeInterval.init)
        return reached.map { max(Date(timeIntervalSince1970: $0), letGo ?? .distantPast) }
    }
}
