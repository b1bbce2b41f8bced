import GRDB
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxStore

@Suite("Query plans")
struct QueryPlanTests {
    private struct Mail {
        let store: Store
        let mailboxes: [Mailbox]

        init(unreadEach: Int = 3) throws {
            let store = try Store()
            let account = try store.addTestAccount()
            try store.writeNow { transaction in
                for number in 0..<60 {
                    try transaction.receive(
                        .remote(
                            id: "m\(number)", unread: number % unreadEach == 0, starred: number % 7 == 0,
                            draft: number % 11 == 0, answered: number % 5 == 0,
                            in: number % 4 == 0 ? ["inbox", "work"] : ["inbox"], at: number),
                        account: account,
                        bodyText: nil)
                }
            }
            self.store = store
            mailboxes = try store.read { try $0.mailboxes() }
        }

        func plan(_ text: String, _ sort: MailSort, after key: SortKey? = nil) throws -> String {
            let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0))
            return try store.read { try $0.plan(ThreadQuery(predicate: predicate, sort: sort), after: key) }.joined(
                separator: "\n")
        }
    }

    static let lists = [
        "", "in:inbox", "in:work", "is:unread", "is:starred", "is:answered", "is:draft", "from:anna@example.test",
        "in:inbox is:unread", "is:starred in:inbox", "is:unread is:starred", "in:inbox in:work", "in:work is:answered",
        "from:anna@example.test is:unread", "from:anna@example.test in:inbox", "is:answered is:starred",
        "from:anna@example.test is:answered", "in:work is:unread", "in:work is:starred",
        "from:anna@example.test is:starred",
        "from:anna@example.test in:work", "in:inbox in:work is:unread", "in:inbox (in:work OR is:answered)",
        "is:unread OR is:starred", "in:inbox OR in:work",
    ]

    @Test(
        "a thread list reads along its index from any position, without scanning or sorting", arguments: lists,
        [MailSort.newestFirst, .oldestFirst])
    func walks(_ query: String, sort: MailSort) throws {
        let key = SortKey(value: .number(1_767_225_630), id: 7)
        for plan in [try Mail().plan(query, sort), try Mail().plan(query, sort, after: key)] {
            #expect(plan.contains(" USING PRIMARY KEY (list=?"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
            for line in plan.split(separator: "\n") where line.contains("SCAN ") {
                #expect(line.hasSuffix("SCAN page"), "\(plan)")
            }
        }
        #expect(
            try Mail().plan(query, sort, after: key).contains(" USING PRIMARY KEY (list=? AND (lastDate,thread)"))
    }

    @Test(
        "a message list reads along its index from any position, without scanning or sorting",
        arguments: [
            ("in:inbox", "messageMailbox USING PRIMARY KEY (mailbox=? AND message"), ("is:unread", "messageUnread"),
            ("is:starred", "messageStarred"), ("in:inbox is:unread", "messageUnread"),
            ("in:inbox in:work", "messageMailbox"),
            ("in:work is:starred", "messageStarred"), ("is:unread is:starred", "messageStarred"),
            ("in:inbox is:answered", "messageMailbox"), ("in:inbox from:anna@example.test", "messageMailbox"),
            ("is:unread from:anna@example.test", "messageUnread"), ("in:inbox OR in:work", "messageMailbox"),
            ("is:unread OR is:starred", "messageUnread"), ("", "message USING INTEGER PRIMARY KEY (rowid"),
        ], [MailSort.newestFirst, .oldestFirst])
    func walksMessages(_ list: (query: String, index: String), sort: MailSort) throws {
        let mail = try Mail()
        let predicate = MailQuery(list.query).predicate.resolved(mailboxes: mail.mailboxes, now: .test(0))
        let key = SortKey(value: .number(1_767_225_630), id: 7)
        let query = MessageQuery(predicate: predicate, sort: sort)
        for plan in try mail.store.read({ [try $0.plan(query), try $0.plan(query, after: key)] }) {
            #expect(plan.contains { $0.contains(list.index) }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN ") }, "\(plan)")
        }
    }

    @Test(
        "a message list that is ordered by a mark is read as two by date, each along its index",
        arguments: ["in:inbox", "is:answered in:work", "from:anna@example.test in:inbox"],
        [MailSort.Field.unread, .starred, .files])
    func walksHalves(_ list: String, field: MailSort.Field) throws {
        let mail = try Mail()
        let predicate = MailQuery(list).predicate.resolved(mailboxes: mail.mailboxes, now: .test(0))
        for isAscending in [false, true] {
            let query = MessageQuery(predicate: predicate, sort: MailSort(field, ascending: isAscending))
            for date in [0, SortKey.markWeight] {
                let key = SortKey(value: .number(1_767_225_630 + date), id: 7)
                for plan in try mail.store.read({ [try $0.plan(query), try $0.plan(query, after: key)] }) {
                    #expect(plan.contains { $0.contains("messageMailbox") }, "\(plan)")
                    #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN ") }, "\(plan)")
                }
            }
        }
    }

    @Test("a message list in another order reads only its mailbox", arguments: [MailSort.Field.from, .subject, .size])
    func sortsOneMailbox(_ field: MailSort.Field) throws {
        let mail = try Mail()
        let predicate = MailQuery("in:inbox is:answered").predicate.resolved(mailboxes: mail.mailboxes, now: .test(0))
        let query = MessageQuery(predicate: predicate, sort: MailSort(field, ascending: true))
        let plan = try mail.store.read { try $0.plan(query) }
        #expect(plan.contains { $0.contains("messageMailbox USING PRIMARY KEY (mailbox=?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("SCAN message") }, "\(plan)")
    }

    @Test(
        "a Message-ID is looked up in its index, in lists of threads and of messages",
        arguments: ["id:a@c.test", "id:a@c.test in:inbox", "id:{a@c.test b@c.test}"])
    func messageIDs(query: String) throws {
        let mail = try Mail()
        let predicate = MailQuery(query).predicate.resolved(mailboxes: mail.mailboxes, now: .test(0))
        let messages = MessageQuery(predicate: predicate, sort: .newestFirst)
        let plans = [try mail.plan(query, .newestFirst)] + (try mail.store.read { try $0.plan(messages) })
        #expect(plans.joined().contains("envelopeByMessageID"), "\(plans)")
        #expect(!plans.joined().contains("threadListRow"), "\(plans)")
        #expect(!plans.joined().contains("SCAN message"), "\(plans)")
    }

    @Test("looking up a remote id uses an index, in one account or all", arguments: [true, false])
    func named(inOne: Bool) throws {
        let mail = try Mail()
        let account = try #require(mail.mailboxes.first?.account)
        let statements = Mutex<[String]>([])
        try mail.store.read { reader in
            reader.database.trace { event in
                if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } }
            }
            let found = try reader.find(RemoteID("m1"), account: inOne ? account : nil)
            #expect(found.messages.count == 1)
            #expect(try reader.find(RemoteID("t-m1"), account: inOne ? account : nil).threads.count == 1)
            #expect(try reader.isHere(RemoteID("m1"), account: account))
            reader.database.trace(options: [])
            for sql in statements.withLock(\.self) where sql.contains("remoteID") {
                let plan = try Row.fetchAll(
                    reader.database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: [account.rawValue, "m1"])
                #expect(plan.allSatisfy { !($0["detail"] as String).contains("SCAN") }, "\(sql): \(plan)")
            }
        }
        #expect(statements.withLock { $0.contains { $0.contains("remoteID") } })
    }

    @Test(
        "trimmable mail is found along its account's list from any position, reading only related rows",
        arguments: [
            (
                StoreReader.trimmableInOrder,
                "place USING PRIMARY KEY (list=? AND (lastDate,thread)>(?,?) AND lastDate<?)"
            ),
            (StoreReader.stillTrimmable, "thread USING INTEGER PRIMARY KEY"),
        ])
    func trimming(sql: String, start: String) throws {
        let plan = try Mail().store.read { reader in
            let statement = try reader.database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains(start) }, "\(plan)")
        #expect(plan.contains { $0.contains("row USING PRIMARY KEY (list=? AND lastDate=? AND thread=?)") }, "\(plan)")
        // The given ids are scanned; the few drafts are read once for each kind of answer, into a list.
        let given = ["SCAN page ", "SCAN wanted "]
        let scans = plan.filter { line in line.contains("SCAN ") && !given.contains { line.contains($0) } }
        #expect(Set(scans) == ["SCAN draft"] && plan.contains { $0.hasPrefix("LIST SUBQUERY") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("a word query starts from the full-text index", arguments: ["lunch", "from:anna lunch*"])
    func startsFromMessages(query: String) throws {
        let plan = try Mail().plan(query, .newestFirst)
        #expect(plan.contains("VIRTUAL TABLE"), "\(plan)")
    }

    private static let otherSorts: [(field: MailSort.Field, index: String)] = [
        (MailSort.Field.subject, "headingBySubject"), (.from, "headingBySender"), (.size, "threadBySize"),
        (.unread, "threadByUnread"), (.starred, "threadByStarred"), (.files, "threadByFiles"),
    ]

    /// The plans of a query in an order and its opposite, from the start and from within.
    private func plans(_ query: String, by field: MailSort.Field, _ mail: Mail) throws -> [String] {
        try [true, false].flatMap { isAscending in
            let sort = MailSort(field, ascending: isAscending)
            let all = ThreadQuery(predicate: .everything, sort: sort)
            let page = try mail.store.read { try $0.threads(all, limit: 9) }
            return try [nil, page.last.map(sort.key)].map { try mail.plan(query, sort, after: $0) }
        }
    }

    @Test(
        "an order other than by date reads along its index from any position if much is selected",
        arguments: otherSorts,
        ["", "in:inbox", "is:unread", "in:inbox is:unread", "from:anna@example.test"])
    func otherOrders(_ order: (field: MailSort.Field, index: String), query: String) throws {
        for plan in try plans(query, by: order.field, Mail(unreadEach: 1)) {
            #expect(plan.contains(order.index) && !plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }

    @Test(
        "if little is selected, that is found first, and nothing else is read and sorted", arguments: otherSorts,
        ["is:unread", "is:starred", "in:inbox is:unread", "in:work is:starred"])
    func fewInOtherOrders(_ order: (field: MailSort.Field, index: String), query: String) throws {
        for plan in try plans(query, by: order.field, Mail()) {
            #expect(plan.contains("SEARCH place USING PRIMARY KEY (list=?"), "\(plan)")
            for line in plan.split(separator: "\n") where line.contains("SCAN ") {
                #expect(line.hasSuffix("SCAN page"), "\(plan)")
            }
        }
    }

    @Test(
        "counts of the usual views are stored and right",
        arguments: [
            "in:inbox", "in:work", "in:inbox is:unread", "is:unread in:work", "in:inbox is:starred", "in:inbox in:work",
            "in:inbox in:work is:unread",
        ],
        [true, false])
    func knownCounts(query: String, namesAccount: Bool) throws {
        let mail = try Mail()
        let account = try #require(mail.mailboxes.first?.account)
        let view = MailQuery(query).predicate
        let predicate = (namesAccount ? .account(account) && view : view).resolved(
            mailboxes: mail.mailboxes, now: .test(0))
        let threads = ThreadQuery(predicate: predicate, sort: .newestFirst)
        try mail.store.read { reader throws in
            #expect(try reader.knownCount(threads) == reader.threads(threads, limit: -1).count)
            let other = ThreadQuery(predicate: .account(AccountID(99)) && predicate, sort: .newestFirst)
            #expect(try reader.knownCount(other) ?? 0 == 0)
        }
    }
}
