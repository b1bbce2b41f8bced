import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("The queue after repair")
struct RescuedQueueTests {
    private typealias Filled = StoreRepairTests.Filled

    /// Returns a closed file that was changed after it was filled.
    private func filled(seed: Int, _ change: (StoreTransaction) throws -> Void) throws -> Filled {
        var random = SeededRandom(seed: seed)
        let filled = try Filled(&random)
        try Store(path: filled.path).writeNow(change)
        return filled
    }

    private func actions(_ reader: StoreReader, _ command: Action.Command) throws -> [Action] {
        try reader.actions().filter { $0.command == command }
    }

    @Test(
        "S-8: new ids continue after those in refusals and undo steps, even if the file lost its counters",
        arguments: ["cachedFile", "sqlite_sequence"])
    func numbers(table: String) throws {
        let filled = try filled(seed: 31) { transaction in
            let account = try #require(try transaction.reader.accounts().first).id
            for _ in 0..<3 {
                let refused = Action(
                    id: ActionID(0), account: account, command: .star, title: UUID().uuidString, createdAt: .test(0))
                try transaction.keepRefused(refused, reason: "no", now: .test(0))
            }
            let draft = try #require(try transaction.reader.messages(Self.drafts, limit: 1).first).id
            #expect(try transaction.discard(draft, now: .test(0)) != nil)
            try transaction.database.execute(sql: "DELETE FROM draftVersion")
        }
        let named = try Store(path: filled.path).read { reader in
            (
                action: try #require(try Int64.fetchOne(reader.database, sql: "SELECT max(id) FROM refusal")),
                version: try #require(
                    try Int64.fetchOne(reader.database, sql: "SELECT max(draftVersion) FROM undoStep"))
            )
        }
        try StoreRepairTests.loseLeaf(of: table, filled)
        #expect(try StoreRepair(path: filled.path).run().outcome != .sound)
        try Store(path: filled.path).writeNow { transaction in
            let account = try #require(try transaction.reader.accounts().first).id
            let refused = Action(
                id: ActionID(0), account: account, command: .star, title: "Another", createdAt: .test(0))
            try transaction.keepRefused(refused, reason: "no", now: .test(0))
            let last = try #require(try transaction.reader.refusals().last)
            #expect(last.title == "Another" && last.id.rawValue > named.action)
            let draft = try #require(try transaction.reader.messages(Self.drafts, limit: 1).first).id
            #expect(try transaction.discard(draft, now: .test(0)) != nil)
            let version = try Int64.fetchOne(transaction.database, sql: "SELECT max(id) FROM draftVersion")
            #expect(version.map { $0 > named.version } == true)
        }
    }

    private static let drafts = MessageQuery(predicate: .keyword(.draft), sort: .newestFirst)

    @Test("S-8: each table's counter is kept; an impossible one is reset")
    func counted() throws {
        let filled = try filled(seed: 32) { transaction in
            try transaction.database.execute(
                sql: """
                    UPDATE sqlite_sequence SET seq = seq + 1000;
                    UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'account';
                    """)
        }
        func counted() throws -> [String: Int64] {
            let rows = try Store(path: filled.path).read { reader in
                try Row.fetchAll(reader.database, sql: "SELECT name, seq FROM sqlite_sequence")
            }
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
        var before = try counted()
        before["account"] = nil
        try StoreRepairTests.loseLeaf(of: "cachedFile", filled)
        _ = try StoreRepair(path: filled.path).run()
        var after = try counted()
        #expect(after.removeValue(forKey: "account") == 1)
        #expect(after == before)
    }

    @Test("S-8: if texts are lost, held orders stay held, and a possible save is looked up")
    func withTheServer() throws {
        let there: [Action.State] = [.held, .recalling, .unknown, .sending]
        let filled = try filled(seed: 33) { transaction in
            for (order, state) in zip(try actions(transaction.reader, .sendDraft), there) {
                try transaction.setState(state, of: order.id)
            }
            let save = try #require(try actions(transaction.reader, .saveDraft).first)
            #expect(try transaction.begin(save.id, detail: "what went out") != nil)
        }
        try StoreRepairTests.loseLeaf(of: "envelope", filled)
        #expect(try StoreRepair(path: filled.path).run().unreadable == ["envelope"])
        try Store(path: filled.path).writeNow { transaction in
            #expect(try actions(transaction.reader, .sendDraft).map(\.state) == there)
            let saves = try actions(transaction.reader, .saveDraft)
            #expect(saves.count == 8 && saves.allSatisfy { $0.state == .stopped })
            for save in saves { try transaction.retry(save.id, now: .test(0)) }
            let again = try actions(transaction.reader, .saveDraft).map(\.state)
            #expect(again == [.unknown] + Array(repeating: .waiting, count: 7), "it is not saved twice")
        }
    }

    @Test("S-8: the reason of an earlier stop is kept")
    func reason() throws {
        let filled = try filled(seed: 34) { transaction in
            let order = try #require(try actions(transaction.reader, .sendDraft).first)
            try transaction.stop(order.id, error: "it may have been sent", detail: "order")
        }
        try StoreRepairTests.loseLeaf(of: "envelope", filled)
        _ = try StoreRepair(path: filled.path).run()
        let order = try Store(path: filled.path).read { try actions($0, .sendDraft).first }
        #expect(order?.mayHaveBeenSent == true && order?.lastError?.hasPrefix("it may have been sent. Part of") == true)
    }

    @Test("S-1, S-8: if the queue is lost, drafts that no server has are stopped, but none to be encrypted")
    func lostQueue() throws {
        let filled = try filled(seed: 35) { transaction in
            let local = try Self.localDrafts(transaction.reader)
            try transaction.database.execute(
                sql: "UPDATE message SET remoteID = 'there' WHERE id = ?", arguments: [local[0].rawValue])
            try transaction.database.execute(
                sql: "UPDATE draft SET seal = 'encrypted' WHERE message = ?", arguments: [local[1].rawValue])
        }
        let before = try Store(path: filled.path).read { reader in
            (last: try reader.actions().map(\.id.rawValue).max() ?? 0, drafts: try Self.localDrafts(reader))
        }
        try loseAll(of: "action", filled)
        let report = try StoreRepair(path: filled.path).run()
        #expect(report.unreadable == ["action"] && report.mayLackActions && report.actions == 6)
        try Store(path: filled.path).writeNow { transaction in
            let saves = try transaction.reader.actions()
            // The first one is to be encrypted.
            #expect(Set(saves.compactMap(\.draft)) == Set(before.drafts.dropFirst()))
            #expect(saves.count == 6 && saves.allSatisfy { $0.command == .saveDraft && $0.id.rawValue > before.last })
            #expect(saves.allSatisfy { $0.state == .stopped && $0.lastError?.hasPrefix("Part of it may be") == true })
            for save in saves { try transaction.retry(save.id, now: .test(0)) }
            let again = try transaction.reader.actions().map(\.state)
            #expect(again.allSatisfy { $0 == .unknown }, "it is not saved twice")
        }
        #expect(try StoreRepair(path: filled.path).run().outcome == .sound)
    }

    @Test("S-8: if the accounts are lost, mail and queue are in one without a server")
    func lostAccount() throws {
        let filled = try filled(seed: 36) { _ in }
        try loseAll(of: "account", filled)
        #expect(try StoreRepair(path: filled.path).run().unreadable == ["account"])
        let store = try Store(path: filled.path)
        let accounts = try store.read { try $0.accounts() }
        #expect(accounts.map(\.address) == ["lost-account-1"] && accounts.map(\.url) == [""])
        #expect(try store.read { try $0.actions() } == filled.held.actions)
    }

    private static func localDrafts(_ reader: StoreReader) throws -> [MessageID] {
        try reader.messages(drafts, limit: -1).filter { $0.remoteID == nil }.map(\.id)
    }

    /// Overwrites the root page of a table, without which none of its rows is found.
    private func loseAll(of table: String, _ filled: Filled) throws {
        let file = try DatabaseQueue(path: filled.path)
        let found = try file.read { database in
            try Int.fetchOne(
                database, sql: "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?",
                arguments: [table])
        }
        try file.close()
        let (root, size) = (try #require(found), 4_096)
        var data = try Data(contentsOf: filled.url)
        data.replaceSubrange((root - 1) * size..<root * size, with: Data(repeating: 0xFF, count: size))
        try data.write(to: filled.url)
    }
}
