import GRDB
import InboxModel

/// The words of messages in the full-text index.
enum MessageTextTable {
    static func write(_ database: Database, _ id: MessageID, _ words: MessageWords) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO messageText (rowid, subject, sender, recipient, copy, body, file) \
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id.rawValue, join(words.subject), join(words.from), join(words.to), join(words.cc), join(words.body),
            join(words.files),
        ])
    }

    static func words(_ database: Database, _ id: MessageID) throws -> MessageWords {
        let statement = try database.cachedStatement(
            sql: "SELECT subject, sender, recipient, copy, body, file FROM messageText WHERE rowid = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else { return MessageWords() }
        func column(_ index: Int) -> [String] {
            let text: String? = row[index]
            return (text ?? "").split(separator: " ").map(String.init)
        }
        return MessageWords(
            subject: column(0), from: column(1), to: column(2), cc: column(3), body: column(4), files: column(5))
    }

    private static func join(_ words: [String]) -> String { words.joined(separator: " ") }
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
