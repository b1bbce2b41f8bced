import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Unreadable actions")
struct UnreadableActionTests {
    private let store: Store
    private let account: AccountID
    private let id: MessageID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        try store.receive(.remote(id: "m"), account: account)
        let account = account
        id = try #require(try store.read { try $0.message(RemoteID("m"), account: account) }).id
    }

    private func enqueue(_ patch: MessagePatch) throws -> ActionID {
        let action = Action.test(account, id, patch)
        return try #require(try store.writeNow { try $0.enqueue(action)?.id })
    }

    private func write(_ sql: String) throws { try store.writeNow { try $0.database.execute(sql: sql) } }
    private func queue() throws -> [Action] { try store.read { try $0.queue() } }
    private func nextDue() throws -> Action? {
        try store.read { try $0.nextDueAction(account: account, now: .test(1_000_000)) }
    }

    @Test(
        "an unreadable action is never sent or lost, blocks later ones and goes when discarded",
        arguments: [
            "UPDATE action SET command = 'enfold'", "UPDATE action SET state = 'w\u{FFFD}iting'",
            "UPDATE actionEdit SET patch = 'x' || patch", "UPDATE actionEdit SET patch = substr(patch, 3)",
            "UPDATE actionEdit SET patch = patch || ' 1x'",
        ])
    func putAside(damage: String) throws {
        let first = try enqueue(MessagePatch(addKeywords: [.flagged]))
        try write(damage)
        #expect(try nextDue().map { $0.state == .unreadable } ?? true)
        #expect(try store.writeNow { try $0.begin(first) } == nil)
        #expect(try store.writeNow { try $0.putUnreadableAside().map(\.id) } == [first])
        #expect(try store.writeNow { try $0.putUnreadableAside() }.isEmpty)

        try store.receive(.remote(id: "m", subject: "New subject"), account: account)
        let second = try enqueue(MessagePatch(removeKeywords: [.seen]))
        #expect(try queue().map(\.state) == [.unreadable, .waiting])
        #expect(try queue().map(\.waitsFor) == [[], [first]])
        #expect(try nextDue() == nil)

        try store.writeNow { transaction in
            try transaction.retry(first, now: .test(0))
            try transaction.hold(first)
            try transaction.makeDue(account: account)
            try transaction.recoverInterrupted(account: account)
        }
        #expect(try queue().first?.state == .unreadable && nextDue() == nil)

        try store.writeNow { try $0.drop(first) }
        #expect(try queue().map(\.id) == [second])
        #expect(try nextDue()?.id == second)
        #expect(try store.read { try $0.message(id) }?.isStarred == false)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("an unknown action of a newer version without edits stays, too")
    func aboutNothing() throws {
        try write(
            """
            INSERT INTO action (account, command, title, state, createdAt) \
            VALUES (\(account.rawValue), 'enfold', 'Lunch', 'waiting', 0)
            """)
        let found = try store.writeNow { try $0.putUnreadableAside() }
        #expect(found.map(\.command) == [.unreadable] && found.map(\.title) == ["Lunch"])
        let star = try enqueue(MessagePatch(addKeywords: [.flagged]))
        try store.writeNow { try $0.drop(star) }
        #expect(try queue().map(\.id) == found.map(\.id))
        for action in found { try store.writeNow { try $0.drop(action.id) } }
        #expect(try queue().isEmpty)
    }

    @Test("an answered action is done, even unreadable")
    func answered() throws {
        let first = try enqueue(MessagePatch(addKeywords: [.flagged]))
        try store.writeNow { try $0.answered(first, of: [id]) }
        try write("UPDATE action SET command = 'enfold'")
        #expect(try store.writeNow { try $0.putUnreadableAside() }.isEmpty)
        try store.writeNow { try $0.confirm([first]) }
        #expect(try queue().isEmpty)
    }

    @Test("undo skips an unreadable step as such and then reverses the one before")
    func undo() throws {
        for keyword in [Keyword.flagged, Keyword("later")] {
            let action = Action.test(account, id, MessagePatch(addKeywords: [keyword]))
            try store.writeNow { transaction in
                let queued = try #require(try transaction.enqueue(action))
                try transaction.remember([queued])
            }
        }
        try write("UPDATE undoStep SET command = 'enfold' WHERE deed = (SELECT max(deed) FROM undoStep)")
        #expect(try store.read { try $0.nextDeed(undoing: true) }.map(\.command) == [.unreadable])
        let passed = try store.writeNow { try $0.step(undoing: true, now: .test(0)) }
        #expect(passed.map(\.command) == [.unreadable] && passed.flatMap(\.edits).isEmpty)
        #expect(try store.read { try $0.message(id) }?.keywords == [.seen, .flagged, Keyword("later")])
        let done = try store.writeNow { try $0.step(undoing: true, now: .test(0)) }
        #expect(done.flatMap(\.edits).count == 1)
        #expect(try store.read { try $0.message(id) }?.keywords == [.seen, Keyword("later")])
    }

    @Test("a refused action that can't be read can't be retried")
    func refused() throws {
        let first = try enqueue(MessagePatch(addKeywords: [.flagged]))
        try store.writeNow { try $0.refuse(first, reason: "no", now: .test(0)) }
        try write("UPDATE refusal SET command = 'enfold'")
        let refused = try #require(try store.read { try $0.refusals(withEdits: true) }.first)
        #expect(refused.command == .unreadable && refused.state == .refused && refused.edits.count == 1)
        #expect(throws: StoreError.notAllowed(.unreadable)) {
            try store.writeNow { try $0.queueAgain(refused, now: .test(0)) }
        }
        #expect(try queue().isEmpty)
        #expect(try store.read { try $0.refusals() }.count == 1)
    }

    @Test(
        "a patch parses whole or not at all",
        arguments: ["", "a", "\u{1F}\u{1F}", "\u{1F}\u{1F}\u{1F}1x", "a\u{1F}\u{1F}\u{1F}"])
    func patches(text: String) {
        #expect(RowCoding.patch(text) == nil)
    }
}
