import GRDB
import InboxModel

/// The words of messages in the full-text index.
enum MessageTextTable {
    /// A row: the folded words of each column, separated by single blanks.
    struct Texts: Equatable {
        var subject: String
        var sender: String
        var recipient: String
        var copy: String
        var body: String
        var file: String

        /// - Parameter bodyText: the text of the body; nil while the body is not stored, and the snippet takes its place.
        init(_ message: Message, bodyText: String?) {
            subject = SearchText.line(message.subject)
            sender = SearchText.line(SearchText.people(message.from))
            recipient = SearchText.line(SearchText.people(message.to))
            copy = SearchText.line(SearchText.people(message.cc + message.bcc))
            body = SearchText.line(bodyText ?? message.snippet)
            file = SearchText.line(message.files.map(\.fileName).joined(separator: "\n"))
        }

        init(_ row: Row) {
            (subject, sender, recipient) = (row[0] ?? "", row[1] ?? "", row[2] ?? "")
            (copy, body, file) = (row[3] ?? "", row[4] ?? "", row[5] ?? "")
        }

        var words: MessageWords {
            func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
            return MessageWords(
                subject: words(subject), from: words(sender), to: words(recipient), cc: words(copy), body: words(body),
                files: words(file))
        }
    }

    static func insert(_ database: Database, _ id: MessageID, _ texts: Texts) throws {
        try write(database, "INSERT", id, texts)
    }

    static func replace(_ database: Database, _ id: MessageID, _ texts: Texts) throws {
        try write(database, "INSERT OR REPLACE", id, texts)
    }

    static func delete(_ database: Database, _ id: MessageID) throws {
        try database.run("DELETE FROM messageText WHERE rowid = ?", id.rawValue)
    }

    /// The number of parts of which the index consists; each transaction that writes words adds one. A search reads each part.
    static func partCount(_ database: Database) throws -> Int {
        // Each part takes one look, however long it is.
        try database.number(
            """
            WITH RECURSIVE part (segid) AS (SELECT min(segid) FROM messageText_idx UNION ALL \
            SELECT (SELECT min(segid) FROM messageText_idx WHERE segid > part.segid) FROM part WHERE segid NOT NULL) \
            SELECT count(segid) FROM part
            """
        ).map { Int($0) } ?? 0
    }

    /// Merges some of the parts of which the index consists, if eight of a size have come together (sqlite.org/fts5.html §6.9).
    /// - Parameter pages: about how much is written; negative to begin merging all parts, however few.
    /// - Returns: whether there was anything to merge.
    static func merge(_ database: Database, pages: Int) throws -> Bool {
        let before = database.totalChangesCount
        try database.run("INSERT INTO messageText (messageText, rank) VALUES ('merge', ?)", pages)
        // The statement itself counts as one change.
        return database.totalChangesCount - before > 1
    }

    private static func write(_ database: Database, _ verb: String, _ id: MessageID, _ texts: Texts) throws {
        try database.run(
            """
            \(verb) INTO messageText (rowid, subject, sender, recipient, copy, body, file) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, id.rawValue, texts.subject, texts.sender, texts.recipient, texts.copy, texts.body, texts.file)
    }

    static func texts(_ database: Database, _ id: MessageID) throws -> Texts? {
        let statement = try database.cachedStatement(
            sql: "SELECT subject, sender, recipient, copy, body, file FROM messageText WHERE rowid = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(Texts.init)
    }

    static func words(_ database: Database, _ id: MessageID) throws -> MessageWords {
        try texts(database, id)?.words ?? MessageWords()
    }
}

extension WordSequence {
    /// The sequence as an FTS5 query string: every word is quoted, so that nothing typed can become syntax.
    func match(in field: MailPredicate.Field) -> String {
        let phrase = words.map { "\"\($0)\"" }.joined(separator: " + ") + (isPrefix ? "*" : "")
        let column: String? =
            switch field {
            case .anywhere: nil
            case .subject: "subject"
            case .from: "sender"
            case .to: "recipient"
            case .cc: "copy"
            case .people: "{sender recipient copy}"
            case .body: "body"
            case .file: "file"
            }
        return column.map { "(\($0) : (\(phrase)))" } ?? "(\(phrase))"
    }
}
