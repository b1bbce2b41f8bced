import GRDB
import InboxModel

extension IMAPIndex {
    /// The number of the last change.
    package func latest() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT number FROM meta") ?? 0 }
    }

    /// What changed after a number, each thing once, oldest first, and as it is now. After a message that is told whole, a later answer may
    /// tell its marks. Messages that are lost are left out until they are found or gone.
    ///
    /// A number higher than `latest()` was not given by this index: its file was taken from a backup, and the state is too old.
    package func changes(after number: Int64, limit: Int) throws -> IndexedChanges {
        try read { database in
            let limit = max(1, limit)
            var rows = try Row.fetchAll(
                database.cachedStatement(sql: LogEntry.query),
                arguments: [number, number, number, number, number, limit + 1])
            let hasMore = rows.count > limit
            if hasMore { rows.removeLast() }
            let entries = try rows.map(LogEntry.init)
            let end = try hasMore ? entries.last?.number : Int64.fetchOne(database, sql: "SELECT number FROM meta")
            return IndexedChanges(
                changes: try entries.compactMap { try $0.change(database) }, number: end ?? number, hasMore: hasMore)
        }
    }
}

/// A thing that changed.
struct LogEntry {
    let number: Int64
    let kind: Kind
    /// Of the message or folder; 0 if it is gone.
    let row: Int64
    /// If it is gone.
    let id: String

    enum Kind: Int { case whole, marks, gone, mailboxGone, mailbox }

    /// A message that has to be told whole stands at that number, not at the one of its marks: whoever reads only up to a number between
    /// them must have got it whole.
    static let query = """
        SELECT whole AS number, 0 AS kind, id AS row, '' AS remoteID FROM message WHERE whole > ? AND lost IS NULL
        UNION ALL
        SELECT changed, 1, id, '' FROM message WHERE changed > ? AND (whole IS NULL OR whole <= ?) AND lost IS NULL
        UNION ALL SELECT number, 2 + isMailbox, 0, remoteID FROM gone WHERE number > ?
        UNION ALL SELECT changed, 4, id, '' FROM folder WHERE changed > ?
        ORDER BY 1 LIMIT ?
        """

    init(_ row: Row) throws {
        number = try row.decode(atIndex: 0)
        kind = Kind(rawValue: try row.decode(atIndex: 1)) ?? .marks
        self.row = try row.decode(atIndex: 2)
        id = try row.decode(atIndex: 3)
    }

    func change(_ database: Database) throws -> IndexedChange? {
        switch kind {
        case .whole: try database.indexedMessage(row).map(IndexedChange.message)
        case .marks: try database.indexedMessage(row).map(IndexedChange.marks)
        case .gone: .gone(RemoteID(id))
        case .mailboxGone: .mailboxGone(RemoteID(id))
        case .mailbox: try database.indexedFolder(row).map(IndexedChange.mailbox)
        }
    }
}
