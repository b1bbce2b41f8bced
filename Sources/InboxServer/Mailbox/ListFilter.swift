import GRDB

/// What lists of messages and of threads have in common: filters by subject, addresses and files, and the mailboxes that a list is
/// limited to.
struct ListFilter: Sendable {
    /// The listed table, and the one that says in which mailboxes its rows are, newest first.
    struct Table: Sendable {
        let name, date, places, id: String

        static let messages = Table(name: "message", date: "date", places: "messageMailbox", id: "messageID")
        static let threads = Table(name: "thread", date: "lastDate", places: "threadMailbox", id: "threadID")
    }

    private let table: Table
    private(set) var conditions: [SQL]
    /// The mailboxes selected by `in`; nil when it was not given.
    var mailboxes: [Int64]?

    /// - Parameters:
    ///   - base: the conditions without any filter.
    ///   - having: turns a condition over `message` into one over the table.
    init(_ table: Table, _ base: [SQL], _ query: QueryParameters, account: Int64, having: (SQL) -> SQL) throws {
        self.table = table
        conditions = base
        if let subject = try query.text("subject") { add(SQL(sql: "\(table.name).subject = ") + "\(subject)") }
        for kind in AddressKind.allCases {
            guard let email = try query.text(kind.parameter) else { continue }
            add(having(Self.naming([email], kind, account)))
        }
        if let emails = try query.emails("any_email") { add(having(Self.naming(emails, nil, account))) }
        if let name = try query.text("filename") { add(having(Self.hasFile(named: name, account))) }
    }

    mutating func add(_ condition: SQL) { conditions.append(condition) }

    /// Newest first. A single mailbox's index drives the query, so that a page costs as much as its rows.
    func sql(selecting columns: String, isOrdered: Bool) -> SQL {
        let (name, places) = (table.name, table.places)
        let rest: SQL = " WHERE " + conditions.joined(separator: " AND ")
        guard let mailboxes, mailboxes.count == 1 else {
            var sql = SQL(sql: "SELECT \(columns) FROM \(name)") + rest
            if let mailboxes {
                sql += SQL(sql: " AND \(name).id IN (SELECT \(table.id) FROM \(places) WHERE mailboxID IN ")
                sql += "\(mailboxes))"
            }
            return isOrdered ? sql + SQL(sql: " ORDER BY \(name).\(table.date) DESC, \(name).id DESC") : sql
        }
        var sql = SQL(sql: "SELECT \(columns) FROM \(places) JOIN \(name) ON \(name).id = \(places).\(table.id)") + rest
        sql += SQL(sql: " AND \(places).mailboxID = ") + "\(mailboxes[0])"
        return isOrdered ? sql + SQL(sql: " ORDER BY \(places).\(table.date) DESC, \(places).\(table.id) DESC") : sql
    }

    private static func naming(_ emails: [String], _ kind: AddressKind?, _ account: Int64) -> SQL {
        var messages: SQL = "SELECT messageID FROM messageAddress WHERE accountID = \(account) AND email IN \(emails)"
        if let kind { messages += " AND kind = \(kind.rawValue)" }
        return "message.id IN (\(messages))"
    }

    private static func hasFile(named name: String, _ account: Int64) -> SQL {
        """
        message.id IN (SELECT messageID FROM messageFile JOIN file ON file.id = messageFile.fileID
        WHERE file.accountID = \(account) AND file.fileName = \(name))
        """
    }
}

extension AddressKind {
    /// The query parameter for this address list.
    var parameter: String {
        switch self {
        case .from: "from"
        case .to: "to"
        case .cc: "cc"
        case .bcc: "bcc"
        }
    }
}

extension QueryParameters {
    /// Returns up to 25 addresses separated by commas.
    func emails(_ name: String) throws -> [String]? {
        guard let value = self[name] else { return nil }
        let emails = value.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init)
        guard emails.count <= 25 else { throw APIError.invalid("Value of \(name) is at most 25 addresses") }
        guard emails.allSatisfy({ $0.unicodeScalars.count <= 255 }) else {
            throw APIError.invalid("Value of \(name) is too long: at most 255 characters an address")
        }
        return emails
    }
}
