import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Repairing a store")
struct StoreRepairTests {
    /// A closed file with mail, drafts and actions.
    struct Filled {
        let folder: TemporaryFolder
        let path: String
        let held: Held

        init(_ random: inout SeededRandom, attaches: Bool = true) throws {
            folder = try TemporaryFolder()
            path = folder.file("store.sqlite")
            let store = try Store(path: path)
            let account = try store.addTestAccount()
            var numbers = random
            try store.writeNow { transaction in
                for number in 0..<120 {
                    let message = MailRandom.message(number, threads: 80, &numbers)
                    try transaction.receive(message, account: account, bodyText: message.body?.plain)
                }
                try transaction.setSyncState("4711", key: "state", account: account)
                for (key, value) in Self.agreed { try transaction.setSyncState(value, key: key, account: account) }
                for number in 0..<8 { try Self.write(transaction, account, number, attaches) }
                let messages = try transaction.reader.messages(
                    MessageQuery(predicate: .not(.keyword(.draft)), sort: .newestFirst), limit: 40)
                for message in messages where numbers.chance(50) {
                    let keyword = numbers.pick([Keyword.seen, .flagged])
                    try transaction.enqueue(.test(account, message.id, MessagePatch(addKeywords: [keyword])))
                }
            }
            random = numbers
            held = try store.read { try Held($0) }
        }

        /// What the user agreed to when the account was added.
        static let agreed = [
            "passwordCommand": "pass mail", "session": "{}", "toldAddress": "me@example.test",
            "approvedOrigins": "https://api.example.test",
        ]

        private static func write(
            _ transaction: StoreTransaction, _ account: AccountID, _ number: Int, _ attaches: Bool
        ) throws {
            let bytes = [UInt8](repeating: UInt8(number), count: 3_000 * number)
            let upload = RemoteUpload(fileName: "notes.txt", contentType: "text/plain", bytes: bytes)
            let files = try attaches ? [transaction.attach(upload, account: account, uploads: true, now: .test(0))] : []
            let text = String(repeating: "What I wrote in draft \(number). ", count: 40 * number + 1)
            let content = DraftContent(
                to: [.person("anna")], subject: "Draft \(number)", body: MessageBody(plain: text), files: files)
            let id = try transaction.saveDraft(
                nil, DraftText(content: content, snippet: text, bodyText: text), account: account,
                messageIDHeader: "<draft-\(number)@example.test>", now: .test(number))
            if number % 2 == 0 { _ = try transaction.sendDraft(id, due: nil, now: .test(number)) }
        }

        var url: URL { URL(fileURLWithPath: path) }
    }

    /// The data that must not be lost.
    struct Held: Equatable {
        var messages: [Message]
        var actions: [Action]
        var drafts: [MessageBody?]
        var files: [Data]

        init(_ reader: StoreReader) throws {
            messages = try reader.messages(MessageQuery(predicate: .everything, sort: .oldestFirst), limit: -1)
            actions = try reader.actions()
            drafts = try messages.filter(\.isDraft).map { try reader.body(of: $0.id) }
            files = try Data.fetchAll(reader.database, sql: "SELECT content FROM draftFile ORDER BY id")
        }
    }

    /// Returns the table or index of each page of a file.
    private static func pages(_ path: String) throws -> [Int: String] {
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try file.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT pageno, name FROM dbstat")
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static let pageSize = 4_096

    /// Damages some pages, and returns those that have changed.
    private static func damage(_ data: inout Data, _ random: inout SeededRandom) -> Set<Int> {
        let count = data.count / pageSize
        if random.chance(15) {
            let size = random.int(1..<data.count)
            data = data.prefix(size)
            return Set((size / pageSize + 1)...count)
        }
        var spoiled: Set<Int> = []
        for _ in 0..<random.pick([1, 1, 1, 2, 5, 20]) {
            let page = random.int(0..<count)
            spoiled.insert(page + 1)
            let start = page * pageSize
            let size = random.pick([16, 300, pageSize])
            let offset = start + random.int(0..<(pageSize - size + 1))
            let zero = random.chance(40)
            for position in offset..<(offset + size) { data[position] = zero ? 0 : UInt8(random.int(0..<256)) }
        }
        return spoiled
    }

    /// The tables with the user's own work, and those needed to read it.
    private static let ownTables: Set = [
        "sqlite_schema", "account", "mailbox", "action", "actionEdit", "actionNeed", "base", "draft", "draftFile",
        "message", "envelope", "body",
    ]

    @Test(
        "S-8: whatever page is damaged, the file is kept, the store is sound again and has all readable rows",
        arguments: 0..<16)
    func damaged(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 70_000)
        let filled = try Filled(&random)
        let pages = try Self.pages(filled.path)
        var data = try Data(contentsOf: filled.url)
        let spoiled = Self.damage(&data, &random)
        try data.write(to: filled.url)
        let hit = Set(spoiled.compactMap { pages[$0] })
        let story: Comment = "seed \(seed): pages \(spoiled.sorted()) of \(hit.sorted())"

        let report = try StoreRepair(path: filled.path).run()
        if case .rescued(let old) = report.outcome {
            #expect(try Data(contentsOf: URL(fileURLWithPath: old)) == data, story)
            #expect(!report.problems.isEmpty, story)
            #expect(report.problems.allSatisfy { !$0.contains("***") && !$0.contains("\n") }, story)
        }
        let store = try Store(path: filled.path)
        #expect(try store.integrityProblems() == [], story)
        let problems = try store.read { try StoreTruth($0).problems() }
        #expect(problems == [], story)
        let wrong = try store.writeNow { try $0.rebuildWhereWrong() }
        #expect(wrong == [], story)
        if hit.isDisjoint(with: Self.ownTables) {
            let now = try store.read { try Held($0) }
            #expect(now.messages == filled.held.messages, story)
            #expect(now.actions == filled.held.actions, story)
            #expect(now.drafts == filled.held.drafts, story)
            #expect(now.files == filled.held.files, story)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: filled.folder.path)
        #expect(!names.contains { $0.contains("reading") || $0.contains("rescued") }, story)
        for name in names { #expect(try filled.folder.mode(name) == 0o600, "N-4: \(name)") }
        // The store can be used again.
        let account = try store.read { try $0.accounts() }.first?.id
        if let account { try store.receive(.remote(id: "later"), account: account) }
        #expect(try StoreRepair(path: filled.path).run().outcome == .sound, story)
    }

    @Test("S-7: a rescue that fails leaves no copies, which would take the room that a disk has left")
    func failedRescue() throws {
        var random = SeededRandom(seed: 1)
        let filled = try Filled(&random)
        // No name is left for the old file.
        for name in ["damaged"] + (2...1_000).map({ "damaged-\($0)" }) {
            try Data().write(to: URL(fileURLWithPath: "\(filled.path).\(name)"))
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: filled.folder.path)
        #expect(throws: StoreError.notWritable(path: filled.path)) { _ = try StoreRescue(path: filled.path).run() }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: filled.folder.path)) == Set(before))
        #expect(StoreError(CocoaError(.fileWriteOutOfSpace), path: filled.path) == .diskFull)
    }

    @Test("S-8: if a table loses a page, its other rows are rescued, and partly read drafts are stopped")
    func onePage() throws {
        var random = SeededRandom(seed: 1)
        let filled = try Filled(&random)
        try Self.loseLeaf(of: "message", filled)
        let report = try StoreRepair(path: filled.path).run()
        #expect(report.unreadable == ["message"])
        #expect(report.messages > filled.held.messages.count - 80)
        #expect(report.messages < filled.held.messages.count)
        let now = try Store(path: filled.path).read { try Held($0) }
        let known = Set(filled.held.messages.map(\.id))
        #expect(known.isSuperset(of: now.messages.map(\.id)))
        let orders = now.actions.filter { [.saveDraft, .sendDraft].contains($0.command) }
        #expect(!orders.isEmpty && orders.allSatisfy { $0.state == .stopped })
        #expect(now.files == filled.held.files)
    }

    @Test(
        "S-8: the queue survives the loss of an unrelated page, with or without attached files",
        arguments: [true, false])
    func lostElsewhere(attaches: Bool) throws {
        var random = SeededRandom(seed: 5)
        let filled = try Filled(&random, attaches: attaches)
        #expect(!filled.held.actions.isEmpty)
        try Self.loseLeaf(of: "undoStep", filled)
        #expect(try StoreRepair(path: filled.path).run().unreadable == ["undoStep"])
        #expect(try Store(path: filled.path).read { try Held($0) } == filled.held)
    }

    @Test("messages whose texts are lost keep marks and mailboxes; their drafts are stopped")
    func lostTexts() throws {
        var random = SeededRandom(seed: 3)
        let filled = try Filled(&random)
        try Self.loseLeaf(of: "envelope", filled)
        let report = try StoreRepair(path: filled.path).run()
        #expect(report.unreadable == ["envelope"])
        let store = try Store(path: filled.path)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        let now = try store.read { try Held($0) }
        #expect(now.messages.map(\.id) == filled.held.messages.map(\.id))
        #expect(now.messages.map(\.marks) == filled.held.messages.map(\.marks))
        #expect(now.messages.map(\.subject) != filled.held.messages.map(\.subject))
        let orders = now.actions.filter { [.saveDraft, .sendDraft].contains($0.command) }
        #expect(!orders.isEmpty && orders.allSatisfy { $0.state == .stopped })
    }

    /// Fills a page in the middle of a table with zeros.
    static func loseLeaf(of table: String, _ filled: Filled) throws {
        var data = try Data(contentsOf: filled.url)
        let page = try #require(try leaf(of: table, filled.path))
        data.replaceSubrange((page - 1) * pageSize..<page * pageSize, with: Data(count: pageSize))
        try data.write(to: filled.url)
    }

    /// Returns a page in the middle of a table.
    private static func leaf(of table: String, _ path: String) throws -> Int? {
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try file.read { database in
            let leaves = try Int.fetchAll(
                database, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
                arguments: [table])
            return leaves.isEmpty ? nil : leaves[leaves.count / 2]
        }
    }

    @Test(
        "S-8: a rescue causes a full sync and keeps the account's secret source, user and approved origins",
        arguments: ["message", "envelope"])
    func syncsAnew(table: String) throws {
        var random = SeededRandom(seed: 2)
        let filled = try Filled(&random)
        try Self.loseLeaf(of: table, filled)
        _ = try StoreRepair(path: filled.path).run()
        try Store(path: filled.path).read { (reader: StoreReader) throws in
            let account = try reader.accounts()[0].id
            #expect(try reader.syncState("state", account: account) == nil)
            for (key, value) in Filled.agreed { #expect(try reader.syncState(key, account: account) == value) }
        }
    }

    @Test(
        "derived tables are rebuilt if they don't match",
        arguments: [
            "UPDATE threadList SET threads = threads + 1 WHERE fact = 'account'",
            "DELETE FROM threadListRow WHERE rowid_is_even(thread)",
            "UPDATE threadListSpan SET threads = threads + 1",
            "UPDATE heading SET subject = 'wrong' WHERE rowid_is_even(thread)",
            "DELETE FROM heading WHERE rowid_is_even(thread)",
            "UPDATE heading SET subject = 'wrong' WHERE thread = (SELECT max(id) FROM thread)",
            "UPDATE thread SET unreadCount = unreadCount + 1, lastDate = lastDate + 1",
            "UPDATE message SET isUnread = 1 - isUnread",
            "DELETE FROM messageMailbox WHERE rowid_is_even(message)",
            "DELETE FROM messageText WHERE rowid_is_even(rowid / 1048576 / 60)",
            "DELETE FROM messageText_data WHERE id > 10",
            "DELETE FROM messageText_content WHERE rowid_is_even(id / 1048576 / 60)",
        ])
    func derived(_ sql: String) throws {
        var random = SeededRandom(seed: 3)
        let filled = try Filled(&random)
        do {
            var configuration = StoreFile.configuration()
            configuration.prepareDatabase { database in
                database.add(
                    function: DatabaseFunction("rowid_is_even", argumentCount: 1) { values in
                        (Int64.fromDatabaseValue(values[0]) ?? 0) % 2 == 0
                    })
            }
            let file = try DatabaseQueue(path: filled.path, configuration: configuration)
            try file.write { try $0.execute(sql: sql) }
            try file.close()
        }
        let report = try StoreRepair(path: filled.path).run()
        #expect(report.outcome == .rebuilt, "\(report)")
        let store = try Store(path: filled.path)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        #expect(try store.read { try Held($0) } == filled.held)
        #expect(try StoreRepair(path: filled.path).run().outcome == .sound)
    }

    @Test("a sound store stays as it is, a missing one is sound, a newer one fails")
    func leftAlone() throws {
        var random = SeededRandom(seed: 4)
        let filled = try Filled(&random)
        let report = try StoreRepair(path: filled.path).run()
        #expect(report.outcome == .sound)
        #expect(report.messages == filled.held.messages.count)
        #expect(try Store(path: filled.path).read { try Held($0) } == filled.held)
        #expect(try StoreRepair(path: filled.folder.file("none.sqlite")).run().outcome == .sound)
        let file = try DatabaseQueue(path: filled.path)
        try file.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2199-01-01 later')") }
        try file.close()
        #expect(throws: StoreError.newerVersion(path: filled.path)) { try StoreRepair(path: filled.path).run() }
    }
}
