import Foundation
import InboxModel
import TestSupport
import Testing

@Suite("Predicates on rows")
struct RowPredicateTests {
    private var row: MailThread {
        let (ann, bob) = (MailAddress.person("anna"), MailAddress.person("bob"))
        return MailThread(
            id: ThreadID(1), account: AccountID(2), remoteID: nil, subject: "Ferry to Kökar", senders: [ann],
            participants: [ann, bob], firstDate: .test(0), lastDate: .test(1_000), messageCount: 3, unreadCount: 1,
            starredCount: 1, draftCount: 1, hasFiles: true, size: 5_000, mailboxes: [MailboxID(7)],
            tags: [Keyword("todo")])
    }

    private func resolved(_ query: String) -> MailPredicate {
        let inbox = Mailbox(
            id: MailboxID(7), account: AccountID(2), remoteID: nil, name: "Inbox", role: .inbox)
        return MailQuery(query).predicate.resolved(
            mailboxes: [inbox], own: ["bob@example.test"], now: Date.test(4_000))
    }

    @Test(
        "a row is taken as one: who wrote in it, what is in it, and its date",
        arguments: [
            ("from:anna is:unread", true), ("is:read", false), ("-is:unread", false), ("is:starred", true),
            ("is:draft", true), ("is:answered", false), ("is:snoozed", false), ("is:replylater", false),
            ("keyword:$seen", false), ("keyword:todo", true), ("-keyword:later", true),
            ("from:bob", false), ("from:bob@example.test", false), ("with:bob", true), ("with:BOB@example.test", true),
            ("with:me", true), ("from:me", false), ("from:*@example.test", true),
            ("subject:kokar", true), ("subject:\"ferry to\"", true), ("subject:to*", true), ("subject:=Ferry*", true),
            ("subject:lunch", false), ("in:inbox", true), ("in:Archive", false), ("-in:inbox", false),
            ("account:#2", true), ("account:#3", false), ("has:file", true), ("larger:4k", true),
            ("smaller:4k", false), ("newer:1h", true), ("older:1h", false), ("newer:30min", false),
            ("from:bob OR has:file", true), ("in:anywhere", true),
        ])
    func rows(query: String, isMet: Bool) {
        #expect(MailQuery(query).problem == nil && MailQuery(query).predicate.unknownToRows == nil)
        #expect(resolved(query).matches(row: row) == isMet)
    }

    @Test(
        "what rows can't tell is named, wherever it is in a query",
        arguments: [
            ("lunch", "lunch"), ("from:ann -body:lunch", "body:lunch"), ("is:unread OR to:me", "to:me"),
            ("cc:bob@example.test", "cc:bob@example.test"), ("list:dev", "list:dev"), ("file:pdf", "file:pdf"),
            ("is:forwarded", "is:forwarded"), ("is:muted", "is:muted"),
            ("id:1@example.test", "id:1@example.test"),
            ("keyword:$junk", "keyword:$junk"),
        ])
    func unknown(query: String, part: String) {
        #expect(MailQuery(query).predicate.unknownToRows?.queryText() == part)
    }
}
