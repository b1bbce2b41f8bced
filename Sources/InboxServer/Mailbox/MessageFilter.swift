import GRDB

/// The filters of message and draft lists, as conditions over `message`.
struct MessageFilter: Sendable {
    private var list: ListFilter
    private let account: Int64
    private let areDrafts: Bool

    static let names = ThreadFilter.names.union(["received_before", "received_after"])

    init(_ query: QueryParameters, account: ServedAccount, areDrafts: Bool, mailboxes: MailboxList) throws {
        self.account = account.id
        self.areDrafts = areDrafts
        let base: [SQL] = ["message.accountID = \(account.id)", "message.isDraft = \(areDrafts)"]
        list = try ListFilter(.messages, base, query, account: account.id) { $0 }
        if let thread = try query.id("thread_id") {
            list.add("message.threadID = (SELECT id FROM thread WHERE publicID = \(thread))")
        }
        for time in try ThreadFilter.times(query) {
            list.add("message.threadID IN (SELECT id FROM thread WHERE thread.accountID = \(account.id) AND \(time))")
        }
        if let unread = try query.bool("unread") { list.add(unread ? "message.isUnread" : "NOT message.isUnread") }
        if let starred = try query.bool("starred") { list.add(starred ? "message.isStarred" : "NOT message.isStarred") }
        if let time = try query.time("received_before") { list.add("message.date <= \(time)") }
        if let time = try query.time("received_after") { list.add("message.date > \(time)") }
        list.mailboxes = try query.text("in").map { mailboxes.matching($0).map(\.id) }
    }

    /// Narrows the filter to messages in threads with the tag.
    mutating func narrow(to tag: TagFilter) {
        list.add("message.threadID IN (SELECT thread.id FROM thread WHERE \(tag.wholeCondition))")
    }

    /// The number of rows, where it is kept; nil with a filter.
    var keptCount: SQL? {
        guard list.conditions.count == 2, list.mailboxes == nil else { return nil }
        return SQL(sql: "SELECT \(areDrafts ? "draftCount" : "messageCount") FROM account WHERE id = ")
            + "\(account)"
    }

    func sql(selecting columns: String, isOrdered: Bool = true) -> SQL {
        list.sql(selecting: columns, isOrdered: isOrdered)
    }
}
