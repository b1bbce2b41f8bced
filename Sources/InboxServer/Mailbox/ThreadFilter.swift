import GRDB

/// The filters of thread lists, as conditions over `thread`.
struct ThreadFilter: Sendable {
    private var conditions: [SQL]
    private var mailboxes: [Int64]?
    private let account: Int64

    static let names: Set<String> = Page.names.union([
        "subject", "to", "from", "cc", "bcc", "any_email", "filename", "thread_id", "started_before", "started_after",
        "last_message_before", "last_message_after", "in", "unread", "starred",
    ])

    init(_ query: QueryParameters, account: ServedAccount, mailboxes list: MailboxList) throws {
        self.account = account.id
        conditions = ["thread.accountID = \(account.id)"]
        if let subject = try query.text("subject") { conditions.append("thread.subject = \(subject)") }
        for kind in AddressKind.allCases {
            guard let email = try query.text(kind.parameter) else { continue }
            conditions.append(Self.has([email], kind: kind, account: account.id))
        }
        if let emails = try query.emails("any_email") {
            conditions.append(Self.has(emails, kind: nil, account: account.id))
        }
        if let name = try query.text("filename") {
            conditions.append(
                "thread.id IN (SELECT threadID FROM message WHERE \(FileCondition.messagesWithFile(named: name, account: account.id)))"
            )
        }
        if let thread = try query.id("thread_id") { conditions.append("thread.publicID = \(thread)") }
        conditions += try Self.times(query)
        if let unread = try query.bool("unread") { conditions.append(Self.state("unreadCount", is: unread)) }
        if let starred = try query.bool("starred") { conditions.append(Self.state("starredCount", is: starred)) }
        mailboxes = try query.text("in").map { list.matching($0).map(\.id) }
    }

    /// Narrows the filter to a tag, whose mailbox drives the query if possible, so that a page costs as much as its rows.
    mutating func narrow(to tag: TagFilter) {
        conditions.append(tag.condition)
        guard let mailbox = tag.mailbox else { return }
        if mailboxes == nil { mailboxes = [mailbox] } else { conditions.append(TagFilter.lies(in: mailbox)) }
    }

    /// Returns the conditions on a thread's dates, all strict.
    static func times(_ query: QueryParameters) throws -> [SQL] {
        var conditions: [SQL] = []
        if let time = try query.time("started_before") { conditions.append("thread.firstDate < \(time)") }
        if let time = try query.time("started_after") { conditions.append("thread.firstDate > \(time)") }
        if let time = try query.time("last_message_before") { conditions.append("thread.lastDate < \(time)") }
        if let time = try query.time("last_message_after") { conditions.append("thread.lastDate > \(time)") }
        return conditions
    }

    /// The number of rows, where it is kept; nil with a filter.
    var keptCount: SQL? {
        guard conditions.count == 1, mailboxes == nil else { return nil }
        return "SELECT threadCount FROM account WHERE id = \(account)"
    }

    /// Newest first; see ``MessageFilter/sql(selecting:isOrdered:)``.
    func sql(selecting columns: String, isOrdered: Bool = true) -> SQL {
        let order: SQL = isOrdered ? " ORDER BY thread.lastDate DESC, thread.id DESC" : ""
        let rest: SQL = " WHERE " + conditions.joined(separator: " AND ")
        guard let mailboxes else { return SQL(sql: "SELECT \(columns) FROM thread") + rest + order }
        guard mailboxes.count == 1 else {
            return SQL(sql: "SELECT \(columns) FROM thread") + rest
                + " AND thread.id IN (SELECT threadID FROM threadMailbox WHERE mailboxID IN \(mailboxes))" + order
        }
        let mailboxOrder: SQL = isOrdered ? " ORDER BY threadMailbox.lastDate DESC, threadMailbox.threadID DESC" : ""
        return SQL(sql: "SELECT \(columns) FROM threadMailbox JOIN thread ON thread.id = threadMailbox.threadID") + rest
            + " AND threadMailbox.mailboxID = \(mailboxes[0])" + mailboxOrder
    }

    /// True matches threads with some message in the state, false with some message not in it.
    private static func state(_ column: String, is value: Bool) -> SQL {
        SQL(sql: value ? "thread.\(column) > 0" : "thread.\(column) < thread.messageCount")
    }

    private static func has(_ emails: [String], kind: AddressKind?, account: Int64) -> SQL {
        """
        thread.id IN (SELECT message.threadID FROM message
        WHERE message.id IN (\(AddressCondition.messages(with: emails, kind: kind, account: account))))
        """
    }
}
