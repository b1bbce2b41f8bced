import GRDB
import InboxModel

/// The writer of one transaction's changes to the log, for other processes that have the same file open.
final class CommitLogWriter {
    private let database: Database
    /// Nil until something is written.
    private var seq: Int64?
    private var noted: Set<ThreadID> = []
    private var isWhole = true

    init(_ database: Database) { self.database = database }

    /// Logs a thread as it is. Must be called before the first write to a message of the thread. SQLite copies the rows itself.
    func note(_ thread: ThreadID) throws {
        guard isWhole else { return }
        guard noted.count < StoreTransaction.manyThreads else {
            isWhole = false
            return
        }
        noted.insert(thread)
        let seq = try nextSeq()
        try database.run(
            """
            INSERT INTO commitThread (seq, thread, account, remoteID) \
            SELECT ?, id, account, remoteID FROM thread WHERE id = ?
            """, seq, thread.rawValue)
        try database.run(Self.copyMessages, seq, thread.rawValue)
    }

    /// Logs the words of a message. Must be called before they change or are deleted, and after the thread was logged.
    func noteWords(of message: MessageID) throws {
        guard isWhole else { return }
        try database.run(Self.copyWords, try nextSeq(), message.rawValue)
    }

    /// Stops logging single threads, because too many will change.
    func giveUp() { isWhole = false }

    /// Deletes every commit: the log holds mail that must leave the file.
    func clear() throws {
        isWhole = false
        for table in Self.tables { try database.execute(sql: "DELETE FROM \(table)") }
    }

    func finish(_ commit: Commit, touched: Set<ThreadID>) throws {
        if touched.count > StoreTransaction.manyThreads { isWhole = false }
        if !isWhole { try delete("= ?", commit.seq) }
        let made = isWhole ? touched.subtracting(noted) : []
        try database.run(
            "INSERT INTO commitLog (seq, isWhole, kinds, threads, made) VALUES (?, ?, ?, ?, ?)", commit.seq, isWhole,
            commit.kinds.rawValue, isWhole ? touched.count : 0,
            made.map(\.description).joined(separator: " "))
        if commit.seq % Self.trimmedEach == 0 { try trim(commit.seq) }
    }

    private func nextSeq() throws -> Int64 {
        if let seq { return seq }
        let next = try CommitLog.seq(database) + 1
        seq = next
        return next
    }

    private static let trimmedEach: Int64 = 16

    /// Keeps the log small by deleting the oldest commits.
    private func trim(_ seq: Int64) throws {
        var threads = 0
        var last = seq - CommitLog.keptCommits
        let rows = try Row.fetchAll(database, sql: "SELECT seq, threads FROM commitLog ORDER BY seq DESC")
        for row in rows {
            threads += row[1]
            if threads > CommitLog.keptThreads {
                last = max(last, row[0])
                break
            }
        }
        try delete("<= ?", last)
        try database.execute(sql: "DELETE FROM commitLog WHERE seq <= ?", arguments: [last])
    }

    private static let details = ["commitThread", "commitMessage", "commitText"]
    private static let tables = details + ["commitLog"]

    private func delete(_ condition: String, _ seq: Int64) throws {
        for table in Self.details {
            try database.run("DELETE FROM \(table) WHERE seq \(condition)", seq)
        }
    }

    private static let copyMessages = """
        INSERT INTO commitMessage (seq, \(MessageTable.columns.replacing("message.", with: ""))) \
        SELECT ?, \(MessageTable.columns) FROM \(MessageTable.source) WHERE thread = ?
        """

    private static let copyWords = """
        INSERT OR IGNORE INTO commitText (seq, message, subject, sender, recipient, copy, body, file) \
        SELECT ?, rowid, subject, sender, recipient, copy, body, file FROM messageText WHERE rowid = ?
        """
}
