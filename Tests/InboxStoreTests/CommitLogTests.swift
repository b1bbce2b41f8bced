import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("The commit log")
struct CommitLogTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func rows(_ table: String) throws -> Int {
        try store.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test("it stays small whatever is written")
    func bounded() throws {
        let account = account
        for round in 0..<30 {
            try store.writeNow { transaction in
                for number in 0..<150 {
                    try transaction.receive(
                        .remote(id: "m\(number)", snippet: "herons \(round)", at: number), account: account,
                        bodyText: nil)
                }
            }
        }
        // Trimmed every 16 commits, of 150 threads each.
        #expect(try rows("commitThread") <= CommitLog.keptThreads + 16 * 150)
        for round in 0..<300 { try store.receive(.remote(id: "m", unread: round % 2 == 0), account: account) }
        #expect(try rows("commitLog") <= Int(CommitLog.keptCommits) + 16)
        #expect(try rows("commitMessage") <= Int(CommitLog.keptCommits) + 16)
    }

    @Test("removing an account removes its log entries")
    func accountGoes() throws {
        try store.receive(.remote(id: "m", snippet: "herons"), account: account)
        try store.receive(.remote(id: "m", snippet: "cranes"), account: account)
        #expect(try rows("commitText") > 0)
        let account = account
        try store.writeNow { try $0.remove(account) }
        for table in ["commitThread", "commitMessage", "commitText"] { #expect(try rows(table) == 0, "\(table)") }
    }

    @Test("a commit of very many threads is logged without their rows")
    func many() throws {
        let account = account
        for unread in [true, false] {
            try store.writeNow { transaction in
                for number in 0..<500 {
                    try transaction.receive(
                        .remote(id: "m\(number)", unread: unread, at: number), account: account, bodyText: nil)
                }
            }
        }
        #expect(try rows("commitThread") == 0)
        let told = try store.read { reader in
            try CommitLog.commits(reader.database, after: try reader.seq() - 2, withWords: false)
        }
        #expect(told.count == 1)
    }
}
