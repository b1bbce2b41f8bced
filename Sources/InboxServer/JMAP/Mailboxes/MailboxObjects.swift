import GRDB

/// Builds Mailbox objects (RFC 8621 §2) from rows, with counts computed once for all of them.
struct MailboxObjects {
    let list: MailboxList
    let tree: MailboxTree
    private let oddities: OddityBox
    private let counts: [Int64: Counts]

    private struct Counts {
        var emails = 0
        var unreadEmails = 0
        var threads = 0
        var unreadThreads = 0
    }

    static let properties: Set<String> = [
        "id", "name", "parentId", "role", "sortOrder", "totalEmails", "unreadEmails", "totalThreads", "unreadThreads",
        "myRights", "isSubscribed",
    ]
    static let counted: [String] = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"]

    init(_ db: Database, account: ServedAccount, oddities: OddityBox, isCounting: Bool) throws {
        self.oddities = oddities
        list = try MailboxList(db, account: account.id)
        tree = MailboxTree(list)
        counts = isCounting ? try Self.count(db, account: account.id) : [:]
    }

    private static func count(_ db: Database, account: Int64) throws -> [Int64: Counts] {
        var counts: [Int64: Counts] = [:]
        func add(_ keyPath: WritableKeyPath<Counts, Int>, _ sql: String) throws {
            for row in try Row.fetchAll(db, sql: sql, arguments: [account]) {
                counts[row[0], default: Counts()][keyPath: keyPath] = row[1]
            }
        }
        try add(
            \.emails,
            """
            SELECT mailboxID, count(*) FROM messageMailbox JOIN mailbox ON mailbox.id = mailboxID
            WHERE mailbox.accountID = ? GROUP BY mailboxID
            """)
        try add(
            \.unreadEmails,
            """
            SELECT mailboxID, count(*) FROM message JOIN messageMailbox ON messageID = message.id
            WHERE accountID = ? AND isDraft = 0 AND isUnread GROUP BY mailboxID
            """)
        try add(
            \.threads,
            """
            SELECT mailboxID, count(*) FROM threadMailbox JOIN mailbox ON mailbox.id = mailboxID
            WHERE mailbox.accountID = ? GROUP BY mailboxID
            """)
        try add(
            \.unreadThreads,
            """
            SELECT mailboxID, count(*) FROM thread JOIN threadMailbox ON threadID = thread.id
            WHERE accountID = ? AND unreadCount > 0 GROUP BY mailboxID
            """)
        return counts
    }

    func json(_ mailbox: MailboxRow) -> JSONValue {
        let counts = counts[mailbox.id] ?? Counts()
        let place = tree.place(of: mailbox)
        return .object([
            JSONMember("id", .text(mailbox.publicID)),
            JSONMember("isSubscribed", .bool(true)),
            JSONMember("myRights", rights(mailbox)),
            JSONMember("name", .text(place.name)),
            JSONMember("parentId", .optional(place.parent?.publicID)),
            JSONMember("role", role(of: mailbox)),
            JSONMember("sortOrder", .integer(sortOrder(mailbox))),
            JSONMember("totalEmails", .integer(counts.emails)),
            JSONMember("totalThreads", .integer(counts.threads)),
            JSONMember("unreadEmails", .integer(counts.unreadEmails)),
            JSONMember("unreadThreads", .integer(counts.unreadThreads)),
        ])
    }

    private func role(of mailbox: MailboxRow) -> JSONValue {
        guard !oddities.shows(.noRoles), let role = mailbox.role else { return .null }
        if oddities.shows(.fewRoles), ![.inbox, .drafts, .sent].contains(role) { return .null }
        return .text(role == .spam ? "junk" : role.rawValue)
    }

    func sortOrder(_ mailbox: MailboxRow) -> Int {
        guard let role = mailbox.role, let place = MailboxRow.Role.allCases.firstIndex(of: role) else { return 100 }
        return place + 1
    }

    private func rights(_ mailbox: MailboxRow) -> JSONValue {
        let may = !oddities.shows(.noRights)
        let isOwn = mailbox.role == nil
        return .object([
            JSONMember("mayAddItems", .bool(may)), JSONMember("mayCreateChild", .bool(may)),
            JSONMember("mayDelete", .bool(may && isOwn)), JSONMember("mayReadItems", .bool(true)),
            JSONMember("mayRemoveItems", .bool(may)), JSONMember("mayRename", .bool(may && isOwn)),
            JSONMember("maySetKeywords", .bool(may)), JSONMember("maySetSeen", .bool(may)),
            JSONMember("maySubmit", .bool(may)),
        ])
    }
}
