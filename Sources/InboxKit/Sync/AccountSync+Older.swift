import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Mail that is older than what is here, page by page on demand: of one mailbox, or what was trimmed.
extension AccountSync {
    private static let mailboxPage = 50

    /// Fetches the newest page of a mailbox's threads while all mail is being read, unless that was done.
    func fetchFirstPage(of mailbox: RemoteID) async throws(Failure) {
        let key = Key.older(in: mailbox)
        while !Task.isCancelled, try isReadingAll(), try state(key) == nil {
            let since = try state(Key.state)
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: mailbox, from: nil, limit: Self.mailboxPage)
            }
            let next = page.next?.rawValue ?? Key.done
            if try await save(page.messages, since: since, key: key, position: next) { return }
        }
    }

    private func isReadingAll() throws(Failure) -> Bool {
        try read { try $0.isReadingAll(account: account.id, until: policy.windowStart(now(), $0)) }
    }

    /// Fetches pages of a mailbox's threads until one brings something new.
    func fetchOlder(in mailbox: RemoteID) async throws(Failure) {
        let key = Key.older(in: mailbox)
        var told: AccountStatus.Progress?
        // A walk that began meanwhile shows its own progress, which it takes away itself.
        defer {
            board.update(account.id) { if told != nil, $0.progress == told { $0.progress = nil } }
        }
        while !Task.isCancelled {
            let (mayHaveMore, position, gap) = try read { reader in
                (
                    try reader.hasOlder(account: account.id), try reader.syncState(key, account: account.id),
                    try reader.newestGap(account: account.id) ?? reader.oldest(in: mailbox, account: account.id)
                )
            }
            guard mayHaveMore, position != Key.done else { return }
            if board.status(of: account.id).progress == nil {
                let new = AccountStatus.Progress(work: .messages, done: 0, total: nil, startedAt: Date())
                told = new
                board.update(account.id) { $0.progress = new }
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

    /// Fetches pages of trimmed mail until one brings something new: much mail of that age has stayed here.
    /// - Returns: whether there is more.
    func fetchLetGo() async throws(Failure) -> Bool {
        while let before = try read({ try $0.letGo(account: account.id) }), !Task.isCancelled {
            let since = try state(Key.state)
            let from = before.place.map { RemotePosition(rawValue: $0) } ?? service.position(notAfter: before.until)
            let page = try await remote { () async throws(RemoteError) in
                try await service.wholeThreads(from: from, limit: service.pageSize)
            }
            let brings = try brings(page)
            guard try await save(page.messages, since: since) else { continue }
            let next = page.next.map { LetGo(until: before.until, place: $0.rawValue) }
            try await write { transaction in
                // More may have been trimmed meanwhile, which this walk has already passed.
                guard try transaction.reader.letGo(account: account.id) == before else { return }
                try transaction.setLetGo(next, account: account.id)
            }
            if brings { return next != nil }
        }
        return false
    }

    private func brings(_ page: RemoteMessagePage) throws(Failure) -> Bool {
        try read { reader in
            try page.messages.contains { try !reader.isHere($0.id, account: account.id) }
        }
    }
}

extension AccountSync.Key {
    /// The key for the position of the walk through a mailbox's older mail; `done` at its end.
    static func older(in mailbox: RemoteID) -> String { LetGo.walkPrefix + mailbox.rawValue }
}

extension StoreReader {
    /// Whether the server may have mail that is not here, after everything that is kept was read.
    func hasOlder(account: AccountID) throws -> Bool {
        guard let position = try syncState(AccountSync.Key.threads, account: account) else { return false }
        return try position != AccountSync.Key.done || letGo(account: account) != nil
    }

    /// Whether the server may have older mail of a mailbox.
    func hasOlder(in mailbox: Mailbox) throws -> Bool {
        guard let id = mailbox.remoteID, try hasOlder(account: mailbox.account) else { return false }
        // Mail in an inbox is never trimmed.
        let isWhole = try syncState(AccountSync.Key.threads, account: mailbox.account) == AccountSync.Key.done
        if isWhole, mailbox.role == .inbox { return false }
        return try syncState(AccountSync.Key.older(in: id), account: mailbox.account) != AccountSync.Key.done
    }

    /// Whether the walk over all mail is still on its way for the first time.
    /// - Parameter start: where the walk ends; nil if all mail is kept.
    func isReadingAll(account: AccountID, until start: Date?) throws -> Bool {
        guard let position = try syncState(AccountSync.Key.threads, account: account),
            position != AccountSync.Key.done
        else { return false }
        return try syncState(AccountSync.Key.reading, account: account) == nil
            && !hasReached(start, .threads, account: account)
    }

    /// The date of the last thread in a mailbox. Everything newer is here, as walks go from new to old, or on its way.
    fileprivate func oldest(in mailbox: RemoteID, account: AccountID) throws -> Date? {
        guard let id = try mailboxes().first(where: { $0.account == account && $0.remoteID == mailbox })?.id else {
            return nil
        }
        let query = ThreadQuery(predicate: .mailbox(.ids([id])), sort: .oldestFirst)
        return try threads(query, limit: 1).first?.lastDate
    }

    /// The date after which all threads with mail are here; nil if that is unknown.
    fileprivate func newestGap(account: AccountID) throws -> Date? {
        let letGo = try letGo(account: account)?.until
        if try syncState(AccountSync.Key.threads, account: account) == AccountSync.Key.done { return letGo }
        let reached = try syncState(AccountSync.Walk.threads.key, account: account).flatMap(TimeInterval.init)
        return reached.map { max(Date(timeIntervalSince1970: $0), letGo ?? .distantPast) }
    }
}
