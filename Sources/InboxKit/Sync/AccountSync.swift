import Foundation
import InboxModel
import InboxRemote
import InboxStore
import MailContent

/// Keeps one account in step with its server: first what is seen first, then the rest, then what changes.
///
/// One request for mail is under way at a time, so that an older answer can never overwrite a newer one.
struct AccountSync: Sendable {
    let account: Account
    let store: Store
    let service: any RemoteService
    let board: StatusBoard

    private static let firstPage = 50
    private static let page = 200
    private static let bodyPage = 50

    private enum Key {
        static let state = "state"
        /// Where the walk over all threads stands; `done` at its end.
        static let threads = "threads"
        static let bodies = "bodies"
        /// Set while everything is read again because the server forgot our state.
        static let reading = "reading"
        static let done = "done"
    }

    enum Failure: Error, Hashable, Sendable {
        case remote(RemoteError)
        case store(StoreError)
    }

    // MARK: The way

    /// Everything that the server has, then its changes for ever; ends by an error or by being cancelled.
    func run() async throws(Failure) {
        try await start()
        await showPhase()
        while !Task.isCancelled {
            // Work in the background is done between looks at what is new, so that new mail never waits for old.
            let isBehind = try await fetchMore()
            _ = try await readChanges(wait: isBehind ? nil : .seconds(25))
            await showPhase()
        }
        throw .remote(RemoteError(.cancelled, call: "sync"))
    }

    private func showPhase() async {
        let isPolling = await service.isPolling
        board.update(account.id) { $0.phase = isPolling ? .polling : .live }
    }

    /// Everything once, for a command: mail, changes and, when asked for, bodies.
    func once(bodies: Bool) async throws(Failure) {
        try await start()
        while try await fetchMore(bodies: bodies), !Task.isCancelled {}
        while try await readChanges(wait: nil), !Task.isCancelled {}
    }

    /// Reads what is new until there is no more; then the answered actions that it must contain are done with.
    func catchUp() async throws(Failure) {
        while try await readChanges(wait: nil), !Task.isCancelled {}
    }

    private func start() async throws(Failure) {
        if try state(Key.state) == nil { try await readFirst() }
    }

    // MARK: Reading for the first time

    private func readFirst() async throws(Failure) {
        // The state comes first: whatever happens while the pages are read is told again by the changes since.
        let state = try await remote { () async throws(RemoteError) in try await service.latestState() }
        let mailboxes = try await remote { () async throws(RemoteError) in try await service.mailboxes() }
        try await write { try $0.replaceMailboxes(mailboxes, account: account.id) }
        if let inbox = mailboxes.first(where: { $0.role == .inbox }) {
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: inbox.id, from: nil, limit: Self.firstPage)
            }
            try await save(page.messages)
        }
        try await write { transaction in
            try transaction.setSyncState(state, key: Key.state, account: account.id)
            try transaction.setSyncState("", key: Key.threads, account: account.id)
            try transaction.setSyncState("", key: Key.bodies, account: account.id)
        }
    }

    /// One more page of what is not here yet. Answers whether there is still more to fetch.
    private func fetchMore(bodies: Bool = true) async throws(Failure) -> Bool {
        if let position = try state(Key.threads), position != Key.done {
            try await fetchThreads(from: position)
            return true
        }
        if bodies, let position = try state(Key.bodies), position != Key.done {
            try await fetchBodies(from: position)
            return true
        }
        board.update(account.id) { $0.progress = nil }
        return false
    }

    private func fetchThreads(from position: String) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let page = try await remote { () async throws(RemoteError) in
            try await service.threads(in: nil, from: from, limit: Self.page)
        }
        try await save(page.messages, key: Key.threads, position: page.next?.rawValue ?? position)
        note(.messages, count: page.count, total: page.total, isFirst: from == nil)
        guard page.next == nil else { return }
        let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
        let contacts = try await remote { () async throws(RemoteError) in try await service.contacts() }
        try await save(drafts)
        try await write { transaction in
            for contact in contacts { try transaction.save(contact, account: account.id) }
        }
        if try state(Key.reading) != nil { try await removeUnmet(drafts) }
        // The last page counts as read when all that goes with it is here, else it is read again.
        try await write { try $0.setSyncState(Key.done, key: Key.threads, account: account.id) }
        board.update(account.id) { $0.progress = nil }
    }

    private func fetchBodies(from position: String) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let page = try await remote { () async throws(RemoteError) in
            try await service.messages(from: from, limit: Self.bodyPage)
        }
        try await save(page.messages, key: Key.bodies, position: page.next?.rawValue ?? Key.done)
        note(.bodies, count: page.count, total: page.total, isFirst: from == nil)
        if page.next == nil { board.update(account.id) { $0.progress = nil } }
    }

    private func note(_ work: AccountStatus.Progress.Work, count: Int, total: Int?, isFirst: Bool) {
        board.update(account.id) { status in
            var progress = status.progress ?? .init(work: work, done: 0, total: total, startedAt: Date())
            if isFirst || progress.work != work {
                progress = .init(work: work, done: 0, total: total, startedAt: Date())
            }
            progress.done += count
            progress.total = total ?? progress.total
            status.progress = progress
        }
    }

    // MARK: Changes

    /// Answers whether the server has more at once.
    private func readChanges(wait: Duration?) async throws(Failure) -> Bool {
        guard let since = try state(Key.state) else { return false }
        // Answered before this request began: its answer contains them.
        let answered = try local { store throws(StoreError) in
            try store.read { try $0.answeredActions(account: account.id) }
        }
        let changes: RemoteChanges
        do throws(Failure) {
            changes = try await remote { () async throws(RemoteError) in
                try await service.changes(since: since, wait: wait)
            }
        } catch .remote(let error) where error.nextStep == .reload {
            try await readAnew()
            return true
        }
        try await learnMailboxes(of: changes)
        try await learnMessages(of: changes)
        // Mailboxes first: a message may name one that is told of after it.
        let told = changes.changes.filter(\.isMailbox) + changes.changes.filter { !$0.isMailbox }
        let texts = told.map { change -> String? in
            guard case .message(let message) = change else { return nil }
            return message.body.map(BodyText.forIndex)
        }
        try await write { transaction in
            for (change, text) in zip(told, texts) {
                try transaction.apply(change, bodyText: text, account: account.id)
            }
            if changes.newState != since {
                try transaction.setSyncState(changes.newState, key: Key.state, account: account.id)
            }
            if !changes.hasMore { try transaction.confirm(answered) }
        }
        return changes.hasMore
    }

    /// Changes may name mailboxes that are told of only by those after them.
    private func learnMailboxes(of changes: RemoteChanges) async throws(Failure) {
        guard changes.hasMore else { return }
        var named: Set<RemoteID> = []
        for case .message(let message) in changes.changes { named.formUnion(message.mailboxes) }
        for case .mailbox(let mailbox) in changes.changes { named.remove(mailbox.id) }
        let known = try local { store throws(StoreError) in try store.read { try $0.mailboxes() } }
        named.subtract(known.filter { $0.account == account.id }.compactMap(\.remoteID))
        guard !named.isEmpty else { return }
        let mailboxes = try await remote { () async throws(RemoteError) in try await service.mailboxes() }
        try await write { transaction in
            for mailbox in mailboxes { try transaction.save(mailbox, account: account.id) }
        }
    }

    /// Changes may tell new marks of messages that are not here. The walk over all mail will meet them; after its end
    /// they are asked for.
    private func learnMessages(of changes: RemoteChanges) async throws(Failure) {
        guard try state(Key.threads) == Key.done else { return }
        var unknown: [RemoteID] = []
        for case .marks(let id, _, _) in changes.changes {
            let isKnown = try local { store throws(StoreError) in
                try store.read { !(try $0.find(id, account: account.id).messages.isEmpty) }
            }
            if !isKnown { unknown.append(id) }
        }
        guard !unknown.isEmpty else { return }
        let asked = unknown
        try await save(try await remote { () async throws(RemoteError) in try await service.messages(asked) })
    }

    /// The server forgot our state: everything is read again, and what it no longer has goes when all has been met.
    private func readAnew() async throws(Failure) {
        try await write { try $0.setSyncState("1", key: Key.reading, account: account.id) }
        try await readFirst()
    }

    private func removeUnmet(_ drafts: [RemoteMessage]) async throws(Failure) {
        var met = Set(drafts.map(\.id))
        var position: RemotePosition?
        repeat {
            let from = position
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: nil, from: from, limit: Self.page)
            }
            met.formUnion(page.messages.map(\.id))
            position = page.next
        } while position != nil
        let all = met
        try await write { transaction in
            try transaction.removeMessages(of: account.id, except: all)
            try transaction.setSyncState(nil, key: Key.reading, account: account.id)
        }
    }

    // MARK: Store and server

    private func save(_ messages: [RemoteMessage], key: String? = nil, position: String? = nil) async throws(Failure) {
        // Rising time keeps the full-text index quick, whichever way the walk goes.
        let sorted = messages.sorted { $0.receivedAt < $1.receivedAt }
        let texts = sorted.map { $0.body.map(BodyText.forIndex) }
        try await write { transaction in
            for (message, text) in zip(sorted, texts) {
                try transaction.receive(message, account: account.id, bodyText: text)
            }
            if let key { try transaction.setSyncState(position, key: key, account: account.id) }
        }
    }

    private func state(_ key: String) throws(Failure) -> String? {
        try local { store throws(StoreError) in try store.read { try $0.syncState(key, account: account.id) } }
    }

    private func local<Result>(_ body: (Store) throws(StoreError) -> Result) throws(Failure) -> Result {
        do throws(StoreError) { return try body(store) } catch { throw .store(error) }
    }

    private func write(_ body: @escaping @Sendable (StoreTransaction) throws -> Void) async throws(Failure) {
        do throws(StoreError) { try await store.write(body) } catch { throw .store(error) }
    }

    private func remote<Result>(_ body: () async throws(RemoteError) -> Result) async throws(Failure) -> Result {
        do throws(RemoteError) { return try await body() } catch { throw .remote(error) }
    }
}

extension RemoteChange {
    fileprivate var isMailbox: Bool { if case .mailbox = self { true } else { false } }
}

extension StoreTransaction {
    /// One change as a server tells it.
    fileprivate func apply(_ change: RemoteChange, bodyText: String?, account: AccountID) throws {
        switch change {
        case .message(let message): try receive(message, account: account, bodyText: bodyText)
        case .marks(let id, let keywords, let mailboxes):
            try receiveMarks(of: id, keywords: keywords, mailboxes: mailboxes, account: account)
        case .messageGone(let id): try remove(message: id, account: account)
        case .mailbox(let mailbox): try save(mailbox, account: account)
        case .mailboxGone(let id): try remove(mailbox: id, account: account)
        case .contact(let contact): try save(contact, account: account)
        case .contactGone(let id): try remove(contact: id, account: account)
        }
    }
}
