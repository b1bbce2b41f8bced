import GRDB

/// The order of an Email/query (RFC 8621 §4.4.2).
struct EmailSort {
    static let names = [
        "receivedAt", "sentAt", "size", "from", "to", "subject", "hasKeyword", "allInThreadHaveKeyword",
        "someInThreadHaveKeyword",
    ]
    static let size: SQL = """
        (SELECT coalesce(length(messageContent.raw), length(messageContent.html)) FROM messageContent
        WHERE messageContent.messageID = message.id)
        """

    let sql: SQL

    init(_ comparators: [JSONValue], mailboxes: MailboxList) throws {
        let given = try comparators.map { try Self.term($0, mailboxes) }
        // The id, which never changes, breaks ties, so that the order is unique.
        let last: [SQL] = given.isEmpty ? ["message.date DESC", "message.id DESC"] : ["message.id DESC"]
        sql = (given + last).joined(separator: ", ")
    }

    private static func term(_ comparator: JSONValue, _ mailboxes: MailboxList) throws -> SQL {
        let property = comparator["property"]?.textValue ?? ""
        let isAscending = comparator["isAscending"]?.boolValue ?? true
        let direction: SQL = isAscending ? " ASC" : " DESC"
        return try expression(property, comparator, mailboxes) + direction
    }

    private static func expression(_ property: String, _ comparator: JSONValue, _ mailboxes: MailboxList) throws -> SQL
    {
        switch property {
        case "receivedAt", "sentAt": return "message.date"
        case "size": return size
        case "from": return person("message.sender")
        case "to": return person("message.\"to\"")
        case "subject":
            return
                "(CASE WHEN message.subject LIKE 're: %' THEN substr(message.subject, 5) ELSE message.subject END) COLLATE NOCASE"
        case "hasKeyword": return try keyword(comparator, mailboxes)
        case "someInThreadHaveKeyword":
            return "(message.threadID IN (\(try threads(try keyword(comparator, mailboxes)))))"
        case "allInThreadHaveKeyword":
            return "(message.threadID NOT IN (\(try threads("NOT \(try keyword(comparator, mailboxes))"))))"
        default: throw MethodError.plain("unsupportedSort", "no order by \(property)")
        }
    }

    private static func threads(_ condition: SQL) throws -> SQL {
        "SELECT message.threadID FROM message WHERE \(condition)"
    }

    private static func keyword(_ comparator: JSONValue, _ mailboxes: MailboxList) throws -> SQL {
        guard let keyword = comparator["keyword"]?.textValue else {
            throw MethodError.invalidArgument("sort", "the comparator needs a keyword")
        }
        return EmailFilter.keyword(keyword, mailboxes)
    }

    /// Sorts by the first person's name, otherwise by the address.
    private static func person(_ column: String) -> SQL {
        SQL(
            sql: """
                coalesce(nullif(json_extract(\(column), '$[0].name'), ''), json_extract(\(column), '$[0].email'), '') COLLATE NOCASE
                """)
    }
}
