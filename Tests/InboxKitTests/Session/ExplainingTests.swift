import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Explaining a query")
struct ExplainingTests {
    /// A session with an account whose older mail has not been read yet, so that its server is asked.
    private func session(_ dialect: Account.Dialect = .inbox, hasLabels: Bool = true) async throws -> (
        MailSession, Client
    ) {
        let server = ModelServer()
        server.put((0..<6).map { .remote(id: "m\($0)", unread: $0 % 2 == 0, starred: $0 == 1, at: -$0) })
        let client = try Client(server, hasLabels: hasLabels, dialect: dialect)
        try await client.sync.once(bodies: false)
        try client.store.writeNow {
            try $0.setSyncState("1", key: AccountSync.Key.threads, account: client.account.id)
        }
        return (client.session(), client)
    }

    @Test("the tree has a line for each node, indented by depth")
    func tree() async throws {
        let (session, _) = try await session()
        let query = "in:inbox (from:ann OR (is:starred -has:file)) -subject:mill is:read larger:1M"
        let reading = try session.explain(MailQuery(query).predicate)
        #expect(
            reading.tree == [
                "all of", "  in:inbox", "  any of", "    from:ann", "    all of", "      is:starred", "      not",
                "        has:file", "  not", "    subject:mill", "  is:read", "  larger:1M",
            ])
        #expect(MailQuery(reading.normalForm).predicate.normalForm == MailQuery(query).predicate.normalForm)
        #expect(try session.explain(.everything).tree == ["everything"])
        #expect(try session.explain(MailQuery("a OR b").predicate).tree == ["any of", "  a", "  b"])
    }

    @Test("the SQL is the one that lists the query's rows, with a value for each question mark")
    func sql() async throws {
        let (session, client) = try await session()
        for text in ["larger:1k subject:hello", "has:file OR from:ann", "-from:zoe newer:100y smaller:1M"] {
            let reading = try session.explain(MailQuery(text).predicate)
            let mailboxes = try client.store.read { try $0.mailboxes() }
            let resolved = MailQuery(text).predicate.resolved(mailboxes: mailboxes, own: [], now: Date())
            let explanation = try client.store.read {
                try $0.explain(ThreadQuery(predicate: resolved, sort: .newestFirst))
            }
            // The rest are times, which go on.
            #expect(reading.sql == explanation.sql && reading.plan == explanation.plan, "\(text)")
            #expect(reading.sql.hasPrefix("SELECT") && reading.sql.contains("FROM"))
            let values = reading.arguments.split(separator: ",").count
            #expect(values == reading.sql.count { $0 == "?" }, "\(text): \(reading.sql) with \(reading.arguments)")
        }
    }

    @Test("over IMAP, servers find words in words, also in files, and Gmail knows words", arguments: [false, true])
    func imap(isGmail: Bool) async throws {
        let (session, client) = try await session(.imap, hasLabels: isGmail)
        func server(_ query: String) throws -> QueryReading.Server {
            try #require(try session.explain(MailQuery(query).predicate).servers.first)
        }
        let asked = try server("subject:mill is:unread")
        #expect(asked.account == client.account.address)
        #expect(asked.request?.hasPrefix("UID SEARCH ") == true && asked.request?.contains("NOT SEEN") == true)
        #expect(asked.request?.contains(isGmail ? "X-GM-RAW" : "SUBJECT \"mill\"") == true)
        let rest = isGmail ? "is:unread" : "(subject:mill OR has:file) is:unread"
        #expect(
            asked.remainder.map { MailQuery($0).predicate.normalForm } == MailQuery(rest).predicate.normalForm)
        #expect(try server("m\u{fc}hle").request?.contains("m\u{fc}hle") == true)
    }

    @Test("lists that are kept are walked: the plan names their index, and sorts nothing")
    func plan() async throws {
        let (session, _) = try await session()
        for text in ["in:inbox", "in:inbox is:unread", "is:starred", ""] {
            let reading = try session.explain(MailQuery(text).predicate)
            let plan = reading.plan.joined(separator: "\n")
            #expect(plan.contains("USING PRIMARY KEY (list=?"), "\(text): \(plan)")
            #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN message"), "\(text): \(plan)")
        }
        let words = try session.explain(MailQuery("hello").predicate).plan.joined(separator: "\n")
        #expect(words.contains("VIRTUAL TABLE"))
        // Steps within others are indented.
        let nested = try session.explain(MailQuery("-from:ann larger:1k").predicate).plan
        #expect(nested.contains { $0.hasPrefix("  ") } && nested[0].first != " ")
    }

    @Test("a JMAP server is asked with a filter, and what that can't express is tested here")
    func jmap() async throws {
        let (session, _) = try await session(.jmap)
        func server(_ text: String) throws -> QueryReading.Server? {
            try session.explain(MailQuery(text).predicate).servers.first
        }
        let both = try #require(try server("from:anna@example.test larger:2k is:snoozed"))
        #expect(
            both.request
                == #"Email/query {"conditions":[{"from":"anna@example.test"},{"minSize":2001}],"operator":"AND"}"#)
        #expect(both.remainder == "is:snoozed")
        let whole = try #require(try server("in:inbox -is:starred"))
        #expect(
            whole.request
                == #"Email/query {"conditions":[{"inMailbox":"inbox"},{"notKeyword":"$flagged"}],"operator":"AND"}"#)
        #expect(whole.remainder == nil)
        let nothing = try #require(try server("is:snoozed"))
        #expect(nothing.request == nil && nothing.remainder == "is:snoozed")
    }

    @Test("feeds are not asked, nor servers whose mail is all here")
    func notAsked() async throws {
        let (feed, _) = try await session(.feed)
        #expect(
            try feed.explain(MailQuery("is:unread").predicate).servers == [.init(account: "me@example.test")])
        let (session, client) = try await session()
        try client.store.writeNow {
            try $0.setSyncState(AccountSync.Key.done, key: AccountSync.Key.threads, account: client.account.id)
        }
        #expect(
            try session.explain(MailQuery("is:unread").predicate).servers == [.init(account: "me@example.test")])
    }
}
