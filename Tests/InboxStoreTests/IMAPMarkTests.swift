import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Stores with accounts over IMAP")
struct IMAPMarkTests {
    /// Whether a version without IMAP would leave the file alone.
    private func isRefusedByOlder(_ path: String) throws -> Bool {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        let steps = try queue.read { try String.fetchSet($0, sql: "SELECT identifier FROM grdb_migrations") }
        return !steps.isSubset(of: Migration.all.map(\.name))
    }

    private func account(_ dialect: Account.Dialect) -> Account {
        Account(
            id: AccountID(0), address: "\(dialect)@example.test", name: "", dialect: dialect,
            url: "imaps://imap.example.test", userName: "ann", hasLabels: false)
    }

    @Test("S-11: an older version, which would take them for others, leaves the file alone as long as there are any")
    func mark() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try Store(path: path)
        _ = try await store.write { [account] in try $0.add(account(.jmap)) }
        #expect(try !isRefusedByOlder(path))
        let id = try await store.write { [account] in try $0.add(account(.imap)) }
        #expect(try isRefusedByOlder(path))
        let again = try Store(path: path)
        #expect(try again.read { try $0.accounts() }.map(\.dialect) == [.jmap, .imap])
        try await store.write { try $0.remove(id) }
        #expect(try !isRefusedByOlder(path))
    }
}
