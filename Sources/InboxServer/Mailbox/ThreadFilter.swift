import GRDB

/// The filters of thread lists, as conditions over `thread`.
struct ThreadFilter: Sendable {
    private var list: ListFilter
    private let account: Int64

    static let names: Set<String> = Page.names.union([
        "subject", "to", "from", "cc", "bcc", "any_email", "filename", "thread_id", "started_before", "started_after",
        "last_message_before", "last_message_after", "in", "unread", "starred",
    ])

    init(_ query: QueryParameters, account: ServedAccount, mailboxes: MailboxList) throws {
        self.account = account.id
        list = try ListFilter(.threads, ["thread.accountID = \(account.id)"], query, account: account.id) {
            "thread.id IN (SELECT message.threadID FROM message WHERE \($0))"
        }
        if let thread = try query.id("thread_id") { list.add("thread.publicID = \(thread)") }
        for time in try Self.times(query) { list.add(time) }
        if let unread = try query.bool("unread") { list.add(Self.state("unreadCount", is: unread)) }
        if let starred = try query.bool("starred") { list.add(Self.state("starredCount", is: starred)) }
        list.mailboxes = try query.text("in").map { mailboxes.matching($0).map(\.id) }
    }

    /// Narrows the filter to a tag, whose mailbox drives the query if possible, so that a page costs as much as its rows.
    mutating func narrow(to tag: TagFilter) {
        list.add(tag.condition)
        guard let mailbox = tag.mailbox else { return }
        if list.mailboxes == nil { list.mailboxes = [mailbox] } else { list.add(TagFilter.lies(in: mailbox)) }
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
        guard list.conditions.count == 1, list.mailboxes == nil else { return nil }
        return "SELECT threadCount FROM account WHERE id = \(account)"
    }

    func sql(selecting columns: String, isOrdered: Bool = true) -> SQL {
        list.sql(selecting: columns, isOrdered: isOrdered)
    }

    /// True matches threads with some message in the state, false with some message not in it.
    private static func state(_ column: String, is value: Bool) -> SQL {
        SQL(sql: value ? "thread.\(column) > 0" : "thread.\(column) < thread.messageCount")
    }
}
