import GRDB
import Testing

@testable import InboxServer

@Suite("Query plans")
struct QueryPlanTests {
    @Test(
        "the first page of every common list uses an index in order, without sorting",
        arguments: [
            "", "in=inbox", "unread=true", "starred=true", "unread=true&in=inbox", "last_message_after=1",
            "started_before=9", "from=a@b.example",
        ])
    func plans(query: String) async throws {
        let database = try MailDatabase(path: nil)
        let plans = try await database.write { transaction in
            let account = try ServedAccount.open(
                AccountConfiguration(address: "ann@example.test"), hasLabels: false, in: transaction)
            let list = try MailboxList(transaction.db, account: account.id)
            let parameters = QueryParameters(query)
            let threads = try ThreadFilter(parameters, account: account, mailboxes: list).sql(selecting: "thread.id")
            let messages = try MessageFilter(parameters, account: account, areDrafts: false, mailboxes: list).sql(
                selecting: "message.id")
            return try [threads, messages].map { sql in
                try SQLRequest<Row>(literal: "EXPLAIN QUERY PLAN \(sql) LIMIT 50").fetchAll(transaction.db).map {
                    $0["detail"] as String
                }
            }
        }
        for plan in plans {
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            #expect(
                plan.first { $0.hasPrefix("SEARCH") }?.contains("INDEX") == true
                    || plan.contains { $0.contains("PRIMARY KEY") }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("USING") }, "\(plan)")
        }
    }
}
