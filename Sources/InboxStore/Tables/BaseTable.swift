import GRDB
import InboxModel

/// The server's last known marks of messages with pending actions.
enum BaseTable {
    static func find(_ database: Database, _ id: MessageID) throws -> MessageMarks? {
        let statement = try database.cachedStatement(sql: "SELECT keywords, mailboxes FROM base WHERE message = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
            let keywords: String = row[0]
            let mailboxes: String = row[1]
            return MessageMarks(keywords: RowCoding.keywords(keywords), mailboxes: RowCoding.mailboxes(mailboxes))
        }
    }

    static func all(_ database: Database) throws -> [(message: MessageID, marks: MessageMarks)] {
        try Row.fetchAll(database, sql: "SELECT message, keywords, mailboxes FROM base").map { row in
            let keywords: String = row[1]
            let mailboxes: String = row[2]
            return (
                MessageID(row[0]),
                MessageMarks(keywords: RowCoding.keywords(keywords), mailboxes: RowCoding.mailboxes(mailboxes))
            )
        }
    }

    static func find(_ database: Database, _ ids: [MessageID]) throws -> [MessageID: MessageMarks] {
        let statement = try database.cachedStatement(
            sql: "SELECT message, keywords, mailboxes FROM base WHERE message IN (SELECT value FROM json_each(?))")
        var texts = MarkTexts()
        var found: [MessageID: MessageMarks] = [:]
        let cursor = try Row.fetchCursor(statement, arguments: [IDList(ids)])
        while let row = try cursor.next() {
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
