import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Reading changes from the server.
extension AccountSync {
    /// The result of a look for changes.
    struct Look: Hashable {
        /// Whether the server has more changes already.
        var hasMore: Bool
        /// Whether the server was asked: a wait for news may end without a request.
        var isAsked: Bool
    }

    /// Reads changes, and returns whether the server has more already.
    func readChanges(wait: Duration?) async throws(Failure) -> Bool { try await lookForChanges(wait: wait).hasMore }

    func lookForChanges(wait: Duration?) async throws(Failure) -> Look {
        guard let since = try state(Key.state) else { return Look(hasMore: false, isAsked: false) }
        // These were answered before this request begins, so its answer contains them.
        let (answered, parts) = try read { reader in
            (try reader.answeredActions(account: account.id), try reader.answeredParts(account: account.id))
        }
        let saves = try answeredSaves()
        let begun = now()
        let known = try knownMailboxes()
        let changes: RemoteChanges
        do throws(Failure) {
            let first = try await remote { () async throws(RemoteError) in
                try await service.changes(since: since, wait: wait)
            }
            changes = try await withUntold(saves, withReturning(first))
        } catch .remote(let error) where error.nextStep == .reload {
            try await readAnew()
            return Look(hasMore: true, isAsked: true)
        }
        try await learnMailboxes(of: changes, since: since)
        try await learnMessages(of: changes)
        // Mailboxes first: a message may name a mailbox that comes after it.
        var all = changes.changes.filter { $0.mailbox != nil } + changes.changes.filter { $0.mailbox == nil }
        if changes.hasAllMailboxes {
            let listed = all.compactMap { $0.mailbox?.id }
            try check(listed, known)
            all += known.subtracting(listed).sorted().map { .mailboxGone($0) }
        }
        let texts = all.indices.map { index -> String? in
            guard case .message(var message) = all[index], let words = words(of: &message) else { return nil }
            all[index] = .message(message)
            return words
        }
        let told = all
        let gone = changes.messagesGone
        let new = changes.messages.filter { !gone.contains($0.id) }
        let lost = try await write { transaction -> [Lost]? in
            guard try transaction.isAt(since, account: account.id) else { return nil }
            try transaction.follow(new, from: gone, account: account.id)
            let arrivals = try Arrivals(new, account: account, transaction.reader)
            var lost: [Lost] = []
            try noteAppeared(told.compactMap(\.mailbox), transaction)
            for (change, text) in zip(told, texts) {
                lost += try transaction.apply(change, bodyText: text, account: account.id)
            }
            try arrivals.hear(transaction, now: now())
            try keepLeftOut(transaction)
            if changes.newState != since {
                try transaction.setSyncState(changes.newState, key: Key.state, account: account.id)
            }
            // While everything is read again, the effect of an action may be on a page that is still to come.
            let isReading = try transaction.reader.syncState(Key.reading, account: account.id) != nil
            if !isReading { try transaction.confirmSaves(told: new, account: account.id) }
            // A wait that ended without a request proves nothing either.
            if changes.isAsked, !changes.hasMore, !isReading {
                try transaction.confirm(parts)
                try transaction.confirm(answered)
            }
            return try keepLost(lost, transaction)
        }
        tellLost(lost ?? [])
        let hasMore = changes.hasMore || lost == nil
        if !hasMore, changes.isAsked { caughtUp(begun) }
        return Look(hasMore: hasMore, isAsked: changes.isAsked)
    }

    /// Keeps each lost action in the outbox once. Those whose purpose is met anyway are left out.
    /// - Returns: the actions that are kept.
    func keepLost(_ all: [Lost], _ transaction: StoreTransaction) throws -> [Lost] {
        var kept: Set<ActionID> = []
        let lost = all.filter { !$0.action.isUnasked && !$0.isWanted && kept.insert($0.action.id).inserted }
        for lost in lost { try transaction.keepRefused(lost.action, reason: lost.reason, now: now()) }
        return lost
    }

    func tellLost(_ lost: [Lost]) {
        for lost in lost { board.tell(.refused(lost.action, message: lost.reason)) }
    }

    /// Fetches mailboxes that changes name before defining them, or that were created while the server compiled the changes.
    private func learnMailboxes(of changes: RemoteChanges, since: String) async throws(Failure) {
        var named: Set<RemoteID> = []
        for case .message(let message) in changes.changes { named.formUnion(message.mailboxes) }
        for case .marks(_, _, let mailboxes) in changes.changes { named.formUnion(mailboxes) }
        for case .mailbox(let mailbox) in changes.changes { named.remove(mailbox.id) }
        let known = try read { try $0.mailboxes() }
        named.subtract(known.filter { $0.account == account.id }.compactMap(\.remoteID))
        guard !named.isEmpty else { return }
        let mailboxes = try await remote { () async throws(RemoteError) in try await service.mailboxes() }
        try await write { transaction in
            // The list may have mailboxes that are gone by what was read meanwhile, and nothing would report that again.
            guard try transaction.isAt(since, account: account.id) else { return }
            try noteAppeared(mailboxes, transaction)
            for mailbox in mailboxes { try transaction.save(mailbox, account: account.id) }
        }
    }

    /// Fetches messages that are not here, if the changes contain new marks of them. As long as the walk over all mail goes on, it
    /// will meet them itself.
    private func learnMessages(of changes: RemoteChanges) async throws(Failure) {
        // A walk that has reached the end of its window meets no more.
        let (isWalking, id) = (try lacksThreads(), account.id)
        let isPartial = try read { try $0.hasOlder(account: id) }
        var unknown: [RemoteID] = []
        for case .marks(let id, let keywords, _) in changes.changes {
            let known = try read { try $0.message(id, account: account.id) }
            // The text of a draft that was sent may differ from the one here, if it was edited further here.
            if known.map({ $0.isDraft && !keywords.contains(.draft) }) ?? !isWalking { unknown.append(id) }
        }
        if isPartial { try await learnThreads(of: changes) }
        guard !unknown.isEmpty else { return }
        let asked = unknown
        let since = try state(Key.state)
        let found = try await remote { () async throws(RemoteError) in
            try await isPartial && !isWalking ? service.threads(of: asked) : service.messages(asked)
        }
        try await save(found, since: since)
    }

    /// Fetches the older messages of threads that get mail before the walk has reached them, as where it waits at the end of a window
    /// or what it met was trimmed: such threads move behind the walk, and the whole of a thread is shown and acted on.
    private func learnThreads(of changes: RemoteChanges) async throws(Failure) {
        let new = Set(changes.messages.map(\.id))
        let unmet = try read { reader in
            try changes.messages.filter { try !reader.hasThread($0.thread, account: account.id) }
        }
        guard !unmet.isEmpty else { return }
        let since = try state(Key.state)
        let found = try await remote { () async throws(RemoteError) in
            try await service.threads(of: unmet.map(\.id))
        }
        try await save(found.filter { !new.contains($0.id) }, since: since)
    }
}

extension RemoteChange {
    fileprivate var mailbox: RemoteMailbox? { if case .mailbox(let mailbox) = self { mailbox } else { nil } }
}

extension RemoteChanges {
    var messages: [RemoteMessage] {
        changes.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    var messagesGone: Set<RemoteID> {
        Set(changes.compactMap { if case .messageGone(let id) = $0 { id } else { nil } })
    }
}

extension StoreTransaction {
    /// Applies one change from a server.
    /// - Returns: the user's actions that can't be done any more.
    fileprivate func apply(_ change: RemoteChange, bodyText: String?, account: AccountID) throws -> [Lost] {
        switch change {
        case .message(let message): try receive(message, account: account, bodyText: bodyText)
        case .marks(let id, let keywords, let mailboxes):
            try receiveMarks(of: id, keywords: keywords, mailboxes: mailboxes, account: account)
        case .messageGone(let id): return try lose(id, account: account).map(Lost.init(message:))
        case .mailbox(let mailbox): try save(mailbox, account: account)
        case .mailboxGone(let id): return try remove(mailbox: id, account: account).map(Lost.init(mailbox:))
        case .contact(let contact): try save(contact, account: account)
        case .contactGone(let id): try remove(contact: id, account: account)
        }
        return []
    }
}
