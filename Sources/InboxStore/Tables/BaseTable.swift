import GRDB
import InboxModel

/// The server's last known marks of messages with pending actions.
enum BaseTable {
    static func find(_ database: Database, _ id: MessageID) throws -> MessageMarks? {
        try database.first("SELECT keywords, mailboxes FROM base WHERE message = ?", id.rawValue) { row in
            MessageMarks(keywords: RowCoding.keywords(row[0]), mailboxes: RowCoding.mailboxes(row[1]))
        }
    }

    static func all(_ database: Database) throws -> [(message: MessageID, marks: MessageMarks)] {
        try database.rows("SELECT message, keywords, mailboxes FROM base") { row in
            (
                MessageID(row[0]),
                MessageMarks(keywords: RowCoding.keywords(row[1]), mailboxes: RowCoding.mailboxes(row[2]))
            )
        }
    }

    static func find(_ database: Database, _ ids: [MessageID]) throws -> [MessageID: MessageMarks] {
        var texts = MarkTexts()
        var found: [MessageID: MessageMarks] = [:]
        try database.forEachRow(
            "SELECT message, keywords, mailboxes FROM base WHERE message IN (SELECT value FROM json_each(?))",
            IDList(ids)
        ) { row in
            let kind = texts.number(row[1], row[2])
            found[MessageID(row[0])] = texts.all[kind]
        }
        return found
    }

    /// Inserts rows for messages that have none and share the same marks.
    static func insert(_ database: Database, _ ids: [MessageID], _ marks: MessageMarks) throws {
        try database.run(
            "INSERT INTO base (message, keywords, mailboxes) SELECT value, ?, ? FROM json_each(?)",
            RowCoding.encode(marks.keywords), RowCoding.encode(marks.mailboxes), IDList(ids))
    }

    static func write(_ database: Database, _ id: MessageID, _ marks: MessageMarks) throws {
        try database.run(
            "INSERT OR REPLACE INTO base (message, keywords, mailboxes) VALUES (?, ?, ?)", id.rawValue,
            RowCoding.encode(marks.keywords), RowCoding.encode(marks.mailboxes))
    }

    static func delete(_ database: Database, _ ids: [MessageID]) throws {
        try database.run("DELETE FROM base WHERE message IN (SELECT value FROM json_each(?))", IDList(ids))
    }

    static func delete(_ database: Database, _ id: MessageID) throws {
        try database.run("DELETE FROM base WHERE message = ?", id.rawValue)
    }
}
