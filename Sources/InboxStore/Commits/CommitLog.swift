import GRDB
import InboxModel

/// The last commits, as kept in the file. The commits of other processes are reported from here, with the rows before and after.
enum CommitLog {
    /// The number of commits to keep, and the number of threads that they may report in total.
    static let keptCommits: Int64 = 200
    static let keptThreads = 2_000

    static func seq(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT seq FROM clock")) ?? 0
    }

    /// Returns the commits after `told`, in order, each as its own process reported it. Returns one that says to look
    /// again when the log does not reach back far enough, or too much has changed. All reads see one snapshot.
    static func commits(_ database: Database, after told: Int64, withWords: Bool) throws -> [Commit] {
        let seq = try seq(database)
        guard seq > told else { return [] }
        var entries: [Entry] = []
        if seq - told <= keptCommits { entries = try self.entries(database, after: told) }
        let isComplete = Int64(entries.count) == seq - told && entries.allSatisfy(\.isWhole)
        guard isComplete, entries.reduce(0, { $0 + $1.threads }) <= StoreTransaction.manyThreads else {
            return [.lookAgain(seq: seq)]
        }
        var player = CommitLogPlayer(database: database, withWords: withWords)
        return try entries.reversed().map { try player.commit($0) }.reversed()
    }

    struct Entry {
        var seq: Int64
        var isWhole: Bool
        var kinds: Commit.Kinds
        var threads: Int
        var made: [ThreadID]
    }

    private static func entries(_ database: Database, after seq: Int64) throws -> [Entry] {
        let statement = try database.cachedStatement(
            sql: "SELECT seq, isWhole, kinds, threads, made FROM commitLog WHERE seq > ? ORDER BY seq")
        return try Row.fetchAll(statement, arguments: [seq]).map { row in
            let made: String = row[4]
            return Entry(
                seq: row[0], isWhole: row[1], kinds: Commit.Kinds(rawValue: row[2]), threads: row[3],
                made: made.split(separator: " ").compactMap { Int64($0).map { ThreadID($0) } })
        }
    }
}

/// A reader of the log from new to old: the state that a commit left is what the next commit found, or the current state.
private struct CommitLogPlayer {
    let database: Database
    let withWords: Bool
    private var found: [ThreadID: ThreadImage?] = [:]
    private var words: [MessageID: MessageWords] = [:]

    init(database: Database, withWords: Bool) {
        self.database = database
        self.withWords = withWords
    }

    mutating func commit(_ entry: CommitLog.Entry) throws -> Commit {
        var changes: [ThreadID: Change<ThreadImage>] = [:]
        let old = try threads(before: entry.seq)
        for id in entry.made + old.map(\.id) { changes[id] = Change(before: nil, after: try left(id)) }
        if withWords { try takeWords(before: entry.seq) }
        for thread in old { changes[thread.id]?.before = try image(thread, before: entry.seq) }
        for (id, change) in changes { found[id] = .some(change.before) }
        // The log does not say which contacts changed; lists of contacts are short.
        let contacts: Commit.Rows<ContactID, Contact> = entry.kinds.contains(.contacts) ? .many : .changes([:])
        return Commit(
            seq: entry.seq, threads: .changes(changes), contacts: contacts, carriesWords: withWords, kinds: entry.kinds)
    }

    private struct OldThread {
        var id: ThreadID
        var account: AccountID
        var remoteID: RemoteID?
    }

    private func threads(before seq: Int64) throws -> [OldThread] {
        let statement = try database.cachedStatement(
            sql: "SELECT thread, account, remoteID FROM commitThread WHERE seq = ?")
        return try Row.fetchAll(statement, arguments: [seq]).map { row in
            let remoteID: String? = row[2]
            return OldThread(
                id: ThreadID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) })
        }
    }

    private func left(_ id: ThreadID) throws -> ThreadImage? {
        if let found = found[id] { return found }
        guard let thread = try ThreadTable.find(database, id) else { return nil }
        let messages = try MessageTable.messages(database, of: id)
        return messages.isEmpty ? nil : try image(thread, messages)
    }

    private func image(_ old: OldThread, before seq: Int64) throws -> ThreadImage? {
        let messages = try database.rows(
            """
            SELECT \(MessageTable.columns) FROM commitMessage AS message WHERE seq = ? AND thread = ? \
            ORDER BY receivedAt, id
            """, seq, old.id.rawValue, read: MessageTable.message)
        let thread = MailThread(id: old.id, account: old.account, remoteID: old.remoteID, of: messages)
        return try thread.map { try image($0, messages) }
    }

    private func image(_ thread: MailThread, _ messages: [Message]) throws -> ThreadImage {
        var image = ThreadImage(thread: thread, messages: messages, words: [:])
        guard withWords else { return image }
        for message in messages {
            image.words[message.id] = try words[message.id] ?? MessageTextTable.words(database, message.id)
        }
        return image
    }

    private mutating func takeWords(before seq: Int64) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT subject, sender, recipient, copy, body, file, message FROM commitText WHERE seq = ?")
        for row in try Row.fetchAll(statement, arguments: [seq]) {
            words[MessageID(row[6])] = MessageTextTable.Texts(row).words
        }
    }
}
