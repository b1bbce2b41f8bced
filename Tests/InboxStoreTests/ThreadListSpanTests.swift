import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Spans of kept lists")
struct ThreadListSpanTests {
    private static let day = 86_400

    /// Threads over two years, some on the same second; and then changes of all kinds.
    private func store(_ random: inout SeededRandom) throws -> Store {
        let store = try Store()
        let account = try store.addTestAccount()
        func message(_ number: Int) -> RemoteMessage {
            let boxes = ["inbox", "archive", "work", "home"]
            let first = random.int(0..<boxes.count)
            return .remote(
                id: "m\(number)", thread: "t\(number % 250)", from: random.pick(["anna", "ben"]),
                unread: random.chance(40), starred: random.chance(20),
                in: random.chance(30) ? [boxes[first], boxes[(first + 1) % 4]] : [boxes[first]],
                at: -random.int(0..<240) * 3 * Self.day)
        }
        for start in stride(from: 0, to: 300, by: 50) {
            let page = (start..<start + 50).map(message)
            try store.writeNow { transaction in
                for message in page { try transaction.receive(message, account: account, bodyText: nil) }
            }
        }
        for _ in 0..<30 {
            let some = (0..<20).map { _ in message(random.int(0..<300)) }
            let removed = RemoteID("m\(random.int(0..<300))")
            try store.writeNow { transaction in
                try transaction.receive(some.map { ($0, nil) }, account: account)
                for message in some.prefix(10) {
                    try transaction.receiveMarks(
                        of: message.id, keywords: [.seen], mailboxes: message.mailboxes, account: account)
                }
                try transaction.remove(message: removed, account: account)
            }
        }
        return store
    }

    @Test("they hold how many threads of a list are in each, whatever has happened", arguments: 0..<8)
    func counts(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 900)
        let store = try store(&random)
        let (kept, counted) = try store.read { reader in
            let kept = try Row.fetchAll(
                reader.database, sql: "SELECT list, span, threads FROM threadListSpan ORDER BY 1, 2")
            let counted = try Row.fetchAll(
                reader.database,
                sql: """
                    SELECT list, lastDate >> \(ThreadListSpan.bits), count(*) FROM threadListRow WHERE list NOT IN \
                    (SELECT id FROM threadList WHERE fact = 'sender') GROUP BY 1, 2 ORDER BY 1, 2
                    """)
            return (kept.map { [$0[0], $0[1], $0[2]] as [Int64] }, counted.map { [$0[0], $0[1], $0[2]] as [Int64] })
        }
        #expect(kept == counted && kept.count > 200)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("the n-th row is found from them, and how many rows are before a place", arguments: 0..<4, [false, true])
    func jumps(seed: Int, isAscending: Bool) throws {
        var random = SeededRandom(seed: seed &+ 950)
        let store = try store(&random)
        try store.read { reader in
            let database = reader.database
            let direction = isAscending ? "ASC" : "DESC"
            let all = try Row.fetchAll(
                database, sql: "SELECT id FROM threadList WHERE fact IN ('account', 'mailbox')"
            ).map { $0[0] as Int64 }
            // One list, and two that share no thread.
            for list in all {
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT lastDate, thread FROM threadListRow WHERE list = ? \
                        ORDER BY lastDate \(direction), thread \(direction)
                        """, arguments: [list]
                ).map { [$0[0], $0[1]] as [Int64] }
                for (offset, row) in rows.enumerated() where offset % 5 == 0 {
                    let start = try #require(
                        try ThreadListSpan.start(database, of: [list], isAscending: isAscending, offset: offset))
                    let found = try Row.fetchOne(
                        database,
                        sql: """
                            SELECT lastDate, thread FROM threadListRow WHERE list = ? \
                            AND (lastDate, thread) \(isAscending ? ">" : "<") (?, ?) \
                            ORDER BY lastDate \(direction), thread \(direction) LIMIT 1 OFFSET ?
                            """, arguments: [list, start.key.databaseValue, start.key.id, start.offset])
                    #expect(found.map { [$0[0], $0[1]] as [Int64] } == row)
                    #expect(start.offset < 40, "only the rows of one span are skipped")
                    let key = SortKey(value: .number(row[0]), id: row[1])
                    for at in [false, true] {
                        let before = try ThreadListSpan.count(
                            database, of: [list], isAscending: isAscending, before: key, at: at)
                        #expect(before == offset + (at ? 1 : 0))
                    }
                }
                #expect(
                    try ThreadListSpan.start(database, of: [list], isAscending: isAscending, offset: rows.count) == nil)
            }
        }
    }

    @Test("pages far from the ends, from a row or from none, are those of the whole", arguments: [false, true])
    func pages(isAscending: Bool) throws {
        let store = try Store()
        let accounts = [try store.addTestAccount(), try store.addTestAccount(.test("other@example.test"))]
        for (index, account) in accounts.enumerated() {
            let mail = (0..<2_600).map { number in
                RemoteMessage.remote(id: "m\(number)", at: -number * 40_000 - index * (number % 3), answering: nil)
            }
            try store.writeNow { try $0.receive(mail.map { ($0, nil) }, account: account) }
        }
        let mailboxes = try store.read { try $0.mailboxes() }
        for text in ["", "in:inbox", "from:anna@example.test"] {
            let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0))
            let query = ThreadQuery(predicate: predicate, sort: isAscending ? .oldestFirst : .newestFirst)
            let all = try store.read { try $0.threads(query, limit: -1) }
            #expect(all.count == 5_200)
            for offset in [0, 1_999, 2_001, 2_600, 4_321, 5_190, 5_199, 5_200, 9_000] {
                let page = try store.read { try $0.threads(query, offset: offset, limit: 20) }
                #expect(page.map(\.id) == all.dropFirst(offset).prefix(20).map(\.id), "\(text), \(offset)")
                let row = all[700]
                let after = try store.read {
                    try $0.threads(query, offset: offset, limit: 20, after: query.sort.key(of: row))
                }
                #expect(after.map(\.id) == all.dropFirst(701 + offset).prefix(20).map(\.id), "\(text), \(offset)")
            }
            for place in [0, 1, 777, 3_000, 5_199] {
                let key = query.sort.key(of: all[place])
                #expect(try store.read { try $0.count(query, before: key) } == place, "\(text), \(place)")
            }
        }
    }
}
