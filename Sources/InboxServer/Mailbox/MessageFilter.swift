import GRDB

/// The filters of message and draft lists, as conditions over `message`.
struct MessageFilter: Sendable {
    private var conditions: [SQL]
    /// The mailboxes selected by `in`; nil when it was not given.
    private var mailboxes: [Int64]?
    private let account: Int64
    private let areDrafts: Bool

    static let names = ThreadFilter.names.union(["received_before", "received_after"])

    init(_ query: QueryParameters, account: ServedAccount, areDrafts: Bool, mailboxes list: MailboxList) throws {
        self.account = account.id
        self.areDrafts = areDrafts
        conditions = ["message.accountID = \(account.id)", "message.isDraft = \(areDrafts)"]
        if let subject = try query.text("subject") { conditions.append("message.subject = \(subject)") }
        for kind in AddressKind.allCases {
            guard let email = try query.text(kind.parameter) else { continue }
            conditions.append(Self.has([email], kind: kind, account: account.id))
        }
        if let emails = try query.emails("any_email") {
            conditions.append(Self.has(emails, kind: nil, account: account.id))
        }
        if let name = try query.text("filename") {
            conditions.append(FileCondition.messagesWithFile(named: name, account: account.id))
        }
        if let thread = try query.id("thread_id") {
            conditions.append("message.threadID = (SELECT id FROM thread WHERE publicID = \(thread))")
        }
        conditions += try ThreadFilter.times(query).map { time in
            "message.threadID IN (SELECT id FROM thread WHERE thread.accountID = \(account.id) AND \(time))"
        }
        if let unread = try query.bool("unread") {
            conditions.append(unread ? "message.isUnread" : "NOT message.isUnread")
        }
        if let starred = try query.bool("starred") {
            conditions.append(starred ? "message.isStarred" : "NOT message.isStarred")
        }
        if let time = try query.time("received_before") { conditions.append("message.date <= \(time)") }
        if let time = try query.time("received_after") { conditions.append("message.date > \(time)") }
        mailboxes = try query.text("in").map { list.matching($0).map(\.id) }
    }

    /// Narrows the filter to messages in threads with the tag.
    mutating func narrow(to tag: TagFilter) {
        conditions.append("message.threadID IN (SELECT thread.id FROM thread WHERE \(tag.wholeCondition))")
    }

    /// The number of rows, where it is kept; nil with a filter.
    var keptCount: SQL? {
        guard conditions.count == 2, mailboxes == nil else { return nil }
        return SQL(sql: "SELECT \(areDrafts ? "draftCount" : "messageCount") FROM account WHERE id = ")
            + "\(account)"
    }

    /// Newest first. A single mailbox's index drives the query, so that a page costs as much as its rows.
    func sql(selecting columns: String, isOrdered: Bool = true) -> SQL {
        let order: SQL = isOrdered ? " ORDER BY message.date DESC, message.id DESC" : ""
        let rest: SQL = " WHERE " + conditions.joined(separator: " AND ")
        guard let mailboxes else { return SQL(sql: "SELECT \(columns) FROM message") + rest + order }
        guard mailboxes.count == 1 else {
            return SQL(sql: "SELECT \(columns) FROM message") + rest
                + " AND message.id IN (SELECT messageID FROM messageMailbox WHERE mailboxID IN \(mailboxes))" + order
        }
        let mailboxOrder: SQL = isOrdered ? " ORDER BY messageMailbox.date DESC, messageMailbox.messageID DESC" : ""
        return SQL(sql: "SELECT \(columns) FROM messageMailbox JOIN message ON message.id = messageMailbox.messageID")
            + rest
            + " AND messageMailbox.mailboxID = \(mailboxes[0])" + mailboxOrder
    }

    private static func has(_ emails: [String], kind: AddressKind?, account: Int64) -> SQL {
        "message.id IN (\(AddressCondition.messages(with: emails, kind: kind, account: account)))"
    }
}

/// Conditions over addresses, shared by messages and threads.
enum AddressCondition {
    static func messages(with emails: [String], kind: AddressKind?, account: Int64) -> SQL {
        let base: SQL = "SELECT messageID FROM messageAddress WHERE accountID = \(account) AND email IN \(emails)"
        return kind.map { base + " AND kind = \($0.rawValue)" } ?? base
    }
}

enum FileCondition {
    static func messagesWithFile(named name: String, account: Int64) -> SQL {
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
