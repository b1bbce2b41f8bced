import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Query plans")
struct QueryPlanTests {
    private struct Mail {
        let store: Store
        let mailboxes: [Mailbox]

        init() throws {
            let store = try Store()
            let account = try store.addTestAccount()
            try store.writeNow { transaction in
                for number in 0..<60 {
                    try transaction.receive(
                        .remote(id: "m\(number)", unread: number % 3 == 0, starred: number % 7 == 0, at: number),
                        account: account,
                        bodyText: nil)
                }
            }
            self.store = store
            mailboxes = try store.read { try $0.mailboxes() }
        }

        func plan(_ text: String, _ sort: MailSort) throws -> String {
            let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0))
            return try store.read { try $0.plan(ThreadQuery(predicate: predicate, sort: sort)) }.joined(separator: "\n")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var query: String
        var index: String
        var testDescription: String { query.isEmpty ? "all mail" : query }
    }

    static let lists = [
        Case(query: "in:inbox", index: "PRIMARY KEY (mailbox=?)"),
        Case(query: "in:inbox is:unread", index: "threadMailboxUnread (mailbox=?)"),
        Case(query: "is:starred in:inbox", index: "threadMailboxStarred (mailbox=?)"),
        Case(query: "in:work", index: "PRIMARY KEY (mailbox=?)"),
        Case(query: "", index: "threadByDate"),
    ]

    @Test(
        "a list walks along its index, and nothing is sorted", arguments: lists, [MailSort.newestFirst, .oldestFirst])
    func walks(_ list: Case, sort: MailSort) throws {
        let plan = try Mail().plan(list.query, sort)
        #expect(plan.contains(list.index), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        #expect(!plan.contains("SCAN thread\n") && !plan.hasSuffix("SCAN thread"), "\(plan)")
    }

    @Test(
        "marks and words start from the messages that have them",
        arguments: [
            ("is:starred", "messageStarred"), ("is:unread", "messageUnread"), ("lunch", "VIRTUAL TABLE"),
            ("from:anna lunch*", "VIRTUAL TABLE"),
        ])
    func startsFromMessages(query: String, index: String) throws {
        let plan = try Mail().plan(query, .newestFirst)
        #expect(plan.contains(index), "\(plan)")
    }

    @Test("by subject, all mail walks along the subjects")
    func bySubject() throws {
        let plan = try Mail().plan("", MailSort(.subject, ascending: true))
        #expect(plan.contains("threadBySubject") && !plan.contains("TEMP B-TREE"), "\(plan)")
    }
}
