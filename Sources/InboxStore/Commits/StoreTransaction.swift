import Foundation
import GRDB
import InboxModel

/// All writes, inside one transaction that keeps the invariants: a thread's row, its places and the counters match its
/// messages, and effective marks are base with the pending actions replayed over it.
package final class StoreTransaction {
    let database: Database
    /// The remote ids that the change set being written reports as destroyed.
    var departing: Set<RemoteID> = []
    let keepsImages: Bool
    private let keepsWords: Bool
    private let queue: WriteQueue
    let lists: ThreadListWriter
    let words: WordWriter
    private let log: CommitLogWriter
    private var before: [ThreadID: ThreadImage?] = [:]
    private var touched: Set<ThreadID> = []
    /// Whether the commit still reports each thread.
    private var tellsEach = true
    /// The touched threads in which only marks changed.
    private var marked: Set<ThreadID> = []
    /// The touched threads in which a message became read, unread, starred or unstarred.
    private(set) var parted: Set<ThreadID> = []
    /// Threads that this transaction created, with all their messages, which need not be read.
    private var made: [ThreadID: MadeThread] = [:]
    /// Threads that it created whole and whose messages it keeps no longer.
    private var whole: Set<ThreadID> = []
    private var mailboxes: [AccountID: [RemoteID: MailboxID]] = [:]
    private var dialects: [AccountID: Account.Dialect] = [:]
    /// The accounts whose server named or removed mailboxes. Names that the user gave are played over that at the end, once.
    var renamed: Set<AccountID> = []
    /// What changed besides threads and contacts.
    private var kinds: Commit.Kinds = []
    var contacts = ContactNotes()
    /// The marks of messages as read to plan an action on them, until the next write.
    var planned: [MessageID: MarksTable.Row] = [:]
    /// The first version of a draft that this transaction keeps.
    var firstVersion: DraftVersionID?
    /// Whether bodies or files were added, so that others may have to be evicted.
    private var growsCache = false

    private struct MadeThread {
        var row: MailThread
        var places: ThreadListWriter.Places
        /// The number of messages that row and places were derived from.
        var derivedFrom: Int
        var messages: [Message] = []
    }

    /// With more threads than this in one commit, querying again is cheaper than testing each.
    static let manyThreads = 400

    init(
        _ database: Database, keepsImages: Bool = false, keepsWords: Bool = false, queue: WriteQueue = WriteQueue()
    ) {
        self.database = database
        self.keepsImages = keepsImages
        self.keepsWords = keepsWords
        self.queue = queue
        lists = ThreadListWriter(database)
        words = WordWriter(database)
        log = CommitLogWriter(database)
    }

    /// Whether another writer waits: work that can be done in parts should end here.
    package var isAwaited: Bool { queue.count > 0 }

    // MARK: Noting changes

    /// Announces how many threads will be touched. If they are too many to be reported one by one, their old states are not kept.
    func foresee(_ threads: Int) {
        guard threads > Self.manyThreads else { return }
        tellsEach = false
        log.giveUp()
    }

    /// Notes a thread whose messages change. Must be called before the first write to a message of the thread.
    func touch(_ thread: ThreadID) throws {
        try note(thread)
        // This change is not limited to marks, so the messages must be read.
        marked.remove(thread)
    }

    /// `touch` for a change of a message's marks only.
    func touch(_ thread: ThreadID, changing old: MessageMarks, to new: MessageMarks) throws {
        // A row shows less of drafts than of sent messages, and its date may be that of a waking.
        guard old.isDraft == new.isDraft, old.wokenAt == new.wokenAt else { return try touch(thread) }
        if try note(thread) { marked.insert(thread) }
        if ThreadListKey.Marks(old) != ThreadListKey.Marks(new) { parted.insert(thread) }
    }

    /// - Returns: whether this is the first time.
    @discardableResult
    private func note(_ thread: ThreadID) throws -> Bool {
        if !planned.isEmpty { planned = [:] }
        made[thread] = nil
        whole.remove(thread)
        guard touched.insert(thread).inserted else { return false }
        try log.note(thread)
        if keepsImages, tellsEach, touched.count <= Self.manyThreads { before[thread] = .some(try image(of: thread)) }
        return true
    }

    /// Notes a message whose words change or are deleted. Must be called before that, and after its thread was touched.
    func touchWords(of message: MessageID) throws { try log.noteWords(of: message) }

    /// Inserts messages of a server's thread, oldest first, and creates the thread if they are its first.
    /// - Returns: the messages with their ids.
    func insert(_ messages: [Message], thread remoteID: RemoteID) throws -> [Message] {
        guard let account = messages.first?.account else { return [] }
        let thread: ThreadID
        if let known = try ThreadTable.id(database, account: account, remoteID: remoteID) {
            thread = known
            if made[thread] == nil { try touch(thread) }
        } else {
            let row = MailThread(id: ThreadID(0), account: account, remoteID: remoteID, of: messages)
            guard let row else { return [] }
            thread = try make(row, of: messages)
        }
        let inserted = try messages.map { message in
            var message = message
            message.id =
                message.isDraft
                ? try newDraftID(message.receivedAt)
                : try MessageTable.newID(database, receivedAt: message.receivedAt)
            message.thread = thread
            try MessageTable.insert(database, message)
            return message
        }
        made[thread]?.messages += inserted
        if !keepsMade { forgetMade() }
        return inserted
    }

    /// Whether threads that are created are kept with their messages. Where nobody is told of each, they are a tenth of the work of
    /// a first sync's page.
    private var keepsMade: Bool { keepsImages && touched.count <= Self.manyThreads }

    private func forgetMade() {
        guard !made.isEmpty else { return }
        for (id, thread) in made where thread.messages.count == thread.derivedFrom { whole.insert(id) }
        made.removeAll(keepingCapacity: true)
    }

    /// Creates a thread of new messages, whole: most threads never get another.
    private func make(_ row: MailThread, of messages: [Message]) throws -> ThreadID {
        let places = try places(messages.map(\.listed), lastDate: row.lastDate)
        var row = row
        row.id = try ThreadTable.insert(database, row, lists: places.lists)
        try lists.place(row.id.rawValue, in: places)
        touched.insert(row.id)
        if keepsMade {
            made[row.id] = MadeThread(row: row, places: places, derivedFrom: messages.count)
        } else {
            whole.insert(row.id)
        }
        return row.id
    }

    func knownMailboxes(_ account: AccountID) throws -> [RemoteID: MailboxID] {
        if let known = mailboxes[account] { return known }
        let found = try MailboxTable.ids(database, account: account)
        mailboxes[account] = found
        return found
    }

    /// What the account's server speaks, which never changes.
    func dialect(of account: AccountID) throws -> Account.Dialect {
        if let known = dialects[account] { return known }
        let found = try AccountTable.dialect(database, account)
        dialects[account] = found
        return found
    }

    /// Must be called after a mailbox was written.
    func noteMailboxes(names: Bool) {
        mailboxes = [:]
        kinds.insert(names ? [.mailboxes, .mailboxNames] : .mailboxes)
    }

    func noteActions() { kinds.insert(.actions) }
    func noteAccounts() { kinds.insert(.accounts) }
    func noteCache() { growsCache = true }

    /// Deletes the logged states, which would be reported to other processes: they must leave the file.
    func forgetCommits() throws { try log.clear() }

    func noteCollections() { kinds.insert(.collections) }

    /// Notes that this process requests something of the one that syncs.
    package func noteWishes() { kinds.insert(.wishes) }

    /// Ends the transaction's work: derives the rows of the touched threads and returns what changed.
    func finish() throws -> Commit? {
        for account in renamed { try replayNamesIfGiven(in: account) }
        let emptied = try touched.subtracting(marked).subtracting(whole).sorted().filter { try !derive($0) }
        if !emptied.isEmpty { try ThreadTable.delete(database, emptied) }
        try rewriteMarks(of: marked.sorted())
        try lists.finish()
        try words.finish()
        if growsCache { try keepCacheSmall() }
        try writeContacts()
        let contacts = try contactChanges()
        if touched.isEmpty, contacts.isEmpty, kinds.isEmpty { return nil }
        try database.execute(sql: "UPDATE clock SET seq = seq + 1")
        let seq = try Int64.fetchOne(database, sql: "SELECT seq FROM clock") ?? 0
        // The counters of mailboxes change with their threads.
        if !touched.isEmpty { kinds.insert(.mailboxes) }
        let commit = Commit(
            seq: seq, threads: try threadChanges(), contacts: contacts, carriesWords: keepsWords, kinds: kinds)
        try log.finish(commit, touched: touched)
        return commit
    }

    private func threadChanges() throws -> Commit.Rows<ThreadID, ThreadImage> {
        guard keepsImages else { return touched.isEmpty ? .changes([:]) : .many }
        guard tellsEach, touched.count <= Self.manyThreads else { return .many }
        var changes: [ThreadID: Change<ThreadImage>] = [:]
        for thread in touched {
            changes[thread] = Change(before: before[thread] ?? nil, after: try image(of: thread))
        }
        return .changes(changes)
    }

    private func image(of id: ThreadID) throws -> ThreadImage? {
        guard let thread = try made[id]?.row ?? ThreadTable.find(database, id) else { return nil }
        let messages = try made[id]?.messages ?? MessageTable.messages(database, of: id)
        guard !messages.isEmpty else { return nil }
        var words: [MessageID: MessageWords] = [:]
        if keepsWords {
            for message in messages { words[message.id] = try MessageTextTable.words(database, message.id) }
        }
        return ThreadImage(thread: thread, messages: messages, words: words)
    }

    // MARK: Threads from their messages

    /// Derives a thread's row and its places in lists from its messages, or deletes it if it has none.
    func rewrite(_ id: ThreadID) throws {
        if try !derive(id) { try ThreadTable.delete(database, [id]) }
    }

    /// The only function that derives a thread's row and its places in lists from its messages.
    /// - Returns: false if there are none any more: then the row is in no list, and must be deleted.
    private func derive(_ id: ThreadID) throws -> Bool {
        if let thread = made[id] {
            try complete(id, thread)
            return true
        }
        guard let (thread, places) = try ThreadTable.findWithPlaces(database, id) else { return true }
        let messages = try MessageTable.messages(database, of: id)
        guard let derived = MailThread(id: id, account: thread.account, remoteID: thread.remoteID, of: messages) else {
            try lists.move(id.rawValue, from: places, to: .init())
            return false
        }
        if derived != thread { try ThreadTable.update(database, derived, from: thread) }
        try place(id, messages, lastDate: derived.lastDate, from: places)
        return true
    }

    /// Whether a thread's row and places match its messages.
    func isDerived(_ id: ThreadID) throws -> Bool {
        guard let (thread, known) = try ThreadTable.findWithPlaces(database, id) else { return false }
        let messages = try MessageTable.messages(database, of: id)
        let derived = MailThread(id: id, account: thread.account, remoteID: thread.remoteID, of: messages)
        return try derived == thread && places(messages.map(\.listed), lastDate: thread.lastDate) == known
    }

    /// Completes a thread that this transaction created, which already matches its first messages.
    private func complete(_ id: ThreadID, _ thread: MadeThread) throws {
        guard thread.messages.count > thread.derivedFrom else { return }
        let messages = thread.messages.sorted { ($0.receivedAt, $0.id) < ($1.receivedAt, $1.id) }
        let (account, remoteID) = (thread.row.account, thread.row.remoteID)
        guard let derived = MailThread(id: id, account: account, remoteID: remoteID, of: messages) else { return }
        try ThreadTable.update(database, derived, from: thread.row)
        try place(id, messages, lastDate: derived.lastDate, from: thread.places)
        made[id]?.row = derived
        made[id]?.messages = messages
    }

    private func places(_ messages: [ListedMessage], lastDate: Date) throws -> ThreadListWriter.Places {
        ThreadListWriter.Places(
            lists: try lists.lists(of: messages), lastDate: RowCoding.seconds(lastDate))
    }

    private func place(
        _ id: ThreadID, _ messages: [Message], lastDate: Date, from old: ThreadListWriter.Places
    ) throws {
        let new = try places(messages.map(\.listed), lastDate: lastDate)
        try lists.move(id.rawValue, from: old, to: new)
        if new.lists != old.lists { try ThreadTable.setLists(database, id, new.lists) }
    }
}
