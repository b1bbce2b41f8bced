import Foundation
import InboxModel
import InboxRemote
import InboxStore
import MailContent

/// Keeps one account in step with its server: first what is seen first, then the rest, then what changes.
///
/// One request for mail is under way at a time. Where two engines read at once (a refresh beside the one that always
/// runs), what the slower one was told is let go and asked again, so that an older answer never overwrites a newer one.
struct AccountSync: Sendable {
    let account: Account
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    var policy = SyncPolicy.everything
    /// The time of day, which the window of kept mail is counted from.
    var now: @Sendable () -> Date = { Date() }

    private static let firstPage = 50
    /// A write of more messages would keep waiting what the user does meanwhile.
    private static let mostWritten = 250
    static let bodyPage = 50

    enum Key {
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
        if try state(Key.state) == nil {
            try await readFirst()
        } else {
            // Only an answer says that the server is there.
            _ = try await readChanges(wait: nil)
        }
        await showPhase()
        await readWritingFacts()
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
        await readWritingFacts()
        var lacksThreads = false
        repeat {
            while try await fetchMore(bodies: bodies), !Task.isCancelled {}
            while try await readChanges(wait: nil), !Task.isCancelled {}
            // The server may have forgotten our state, and then everything is to be read again.
            lacksThreads = try self.lacksThreads()
        } while lacksThreads && !Task.isCancelled
    }

    /// Reads what is new until there is no more; then the answered actions that it must contain are done with.
    func catchUp() async throws(Failure) {
        try await start()
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
            try await save(page.messages, since: try self.state(Key.state))
        }
        try await write { transaction in
            try transaction.setSyncState(state, key: Key.state, account: account.id)
            try transaction.setSyncState("", key: Key.threads, account: account.id)
            for walk in Walk.allCases { try transaction.setSyncState(nil, key: walk.key, account: account.id) }
            try transaction.setSyncState("", key: Key.bodies, account: account.id)
        }
    }

    /// One more page of what is not here yet. Answers whether there is still more to fetch.
    private func fetchMore(bodies: Bool = true) async throws(Failure) -> Bool {
        if try lacksThreads(), let position = try state(Key.threads) {
            try await fetchThreads(from: position)
            return true
        }
        if bodies, let position = try state(Key.bodies), position != Key.done, try !waits(.bodies) {
            if try await fetchUnreadBodies() { return true }
            try await fetchBodies(from: position)
            return true
        }
        board.update(account.id) { $0.progress = nil }
        return false
    }

    private func lacksThreads() throws(Failure) -> Bool {
        guard let position = try state(Key.threads), position != Key.done else { return false }
        return try !waits(.threads)
    }

    func fetchThreads(from position: String) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let since = try state(Key.state)
        let page = try await remote { () async throws(RemoteError) in
            try await service.threads(in: nil, from: from, limit: service.pageSize)
        }
        let next = page.next?.rawValue ?? position
        guard try await save(page.messages, since: since, key: Key.threads, position: next) else { return }
        note(.messages, count: page.count, total: page.total, isFirst: from == nil)
        let isBeyond = isBeyondWindow(page)
        guard page.next == nil || isBeyond else { return }
        let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
        let contacts = try await remote { () async throws(RemoteError) in try await service.contacts() }
        guard try await save(drafts, since: since) else { return }
        try await write { transaction in
            for contact in contacts { try transaction.save(contact, account: account.id) }
        }
        if try state(Key.reading) != nil { try await removeUnmet() }
        // The last page counts as read when all that goes with it is here, else it is read again.
        if isBeyond { try await noteReached(.threads, page) }
        if page.next == nil { try await write { try $0.setSyncState(Key.done, key: Key.threads, account: account.id) } }
        board.update(account.id) { $0.progress = nil }
    }

    private func fetchBodies(from position: String) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let since = try state(Key.state)
        let page = try await remote { () async throws(RemoteError) in
            try await service.messages(from: from, limit: Self.bodyPage)
        }
        let next = page.next?.rawValue ?? Key.done
        guard try await save(page.messages, since: since, key: Key.bodies, position: next) else { return }
        note(.bodies, count: page.count, total: page.total, isFirst: from == nil)
        if isBeyondWindow(page) { try await noteReached(.bodies, page) }
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
        let isNewest = try await write { transaction in
            guard try transaction.isAt(since, account: account.id) else { return false }
            for (change, text) in zip(told, texts) {
                try transaction.apply(change, bodyText: text, account: account.id)
            }
            if changes.newState != since {
                try transaction.setSyncState(changes.newState, key: Key.state, account: account.id)
            }
            // While everything is read again, what an action did may stand in a page that is still to come.
            let isReading = try transaction.reader.syncState(Key.reading, account: account.id) != nil
            if !changes.hasMore, !isReading { try transaction.confirm(answered) }
            return true
        }
        return changes.hasMore || !isNewest
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
        let since = try state(Key.state)
        let found = try await remote { () async throws(RemoteError) in try await service.messages(asked) }
        try await save(found, since: since)
    }

    /// The server forgot our state: everything is read again, and what it no longer has goes when all has been met.
    private func readAnew() async throws(Failure) {
        try await write { try $0.setSyncState("1", key: Key.reading, account: account.id) }
        try await readFirst()
    }

    private func removeUnmet() async throws(Failure) {
        // What comes while the server is asked is not among those that it should have told of.
        let known = try local { store throws(StoreError) in
            try store.read { try $0.remoteMessageIDs(account: account.id) }
        }
        let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
        var met = Set(drafts.map(\.id))
        var position: RemotePosition?
        repeat {
            let from = position
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: nil, from: from, limit: service.pageSize)
            }
            met.formUnion(page.messages.map(\.id))
            // What is older than the window may go: the server still has it.
            position = isBeyondWindow(page) ? nil : page.next
        } while position != nil
        let gone = known.subtracting(met)
        try await write { transaction in
            for message in gone { try transaction.remove(message: message, account: account.id) }
            try transaction.setSyncState(nil, key: Key.reading, account: account.id)
        }
    }

    // MARK: Store and server

    /// - Parameter since: the state that was known when the server was asked.
    /// - Returns: false when newer changes have been read meanwhile: nothing is kept, and the same has to be asked again.
    @discardableResult
    func save(_ messages: [RemoteMessage], since: String?, key: String? = nil, position: String? = nil)
        async throws(Failure) -> Bool
    {
        // Rising time keeps the full-text index quick, whichever way the walk goes.
        var waiting = messages.sorted { $0.receivedAt < $1.receivedAt }[...]
        repeat {
            let piece = Array(waiting.prefix(Self.mostWritten))
            waiting = waiting.dropFirst(piece.count)
            var texts: [String?] = []
            for message in piece {
                // Large texts take their time, and whoever stops us does not wait for them.
                if Task.isCancelled { throw .remote(RemoteError(.cancelled, call: "sync")) }
                texts.append(message.body.map(BodyText.forIndex))
            }
            let (indexed, isLast) = (texts, waiting.isEmpty)
            let isKept = try await write { transaction in
                guard try transaction.isAt(since, account: account.id) else { return false }
                for (message, text) in zip(piece, indexed) {
                    try transaction.receive(message, account: account.id, bodyText: text)
                }
                if isLast, let key { try transaction.setSyncState(position, key: key, account: account.id) }
                return true
            }
            if !isKept { return false }
        } while !waiting.isEmpty
        return true
    }

    func state(_ key: String) throws(Failure) -> String? {
        try local { store throws(StoreError) in try store.read { try $0.syncState(key, account: account.id) } }
    }

    func local<Result>(_ body: (Store) throws(StoreError) -> Result) throws(Failure) -> Result {
        do throws(StoreError) { return try body(store) } catch { throw .store(error) }
    }

    /// What a server tells, it tells again: no write of it waits for the disk.
    func write<Result: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> Result)
        async throws(Failure) -> Result
    {
        do throws(StoreError) { return try await store.write(waitsForDisk: false, body) } catch { throw .store(error) }
    }

    func remote<Result>(_ body: () async throws(RemoteError) -> Result) async throws(Failure) -> Result {
        do throws(RemoteError) { return try await body() } catch { throw .remote(error) }
    }
}

extension RemoteChange {
    fileprivate var isMailbox: Bool { if case .mailbox = self { true } else { false } }
}

extension StoreTransaction {
    /// Whether the account's changes have been read up to this state and no further.
    /// - Throws: `notFound` when the account is gone.
    fileprivate func isAt(_ state: String?, account: AccountID) throws -> Bool {
        let now = try reader.syncState(AccountSync.Key.state, account: account)
        if now == nil, state != nil { throw StoreError.notFound }
        return now == state
    }

    /// An answer may be older than changes that were read while it was on its way: those are read again.
    func readAgain(since state: String?, account: AccountID) throws {
        guard let state, try !isAt(state, account: account) else { return }
        try setSyncState(state, key: AccountSync.Key.state, account: account)
    }

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
