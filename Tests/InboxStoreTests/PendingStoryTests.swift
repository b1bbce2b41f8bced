import Foundation
import GRDB
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxStore

@Suite("Action states")
struct PendingStoryTests {
    private let store: Store
    private let account: AccountID
    private let id: MessageID
    private let star = MessagePatch(addKeywords: [.flagged])
    private let unstar = MessagePatch(removeKeywords: [.flagged])

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        try store.receive(.remote(id: "m"), account: account)
        let account = account
        id = try #require(try store.read { try $0.message(RemoteID("m"), account: account) }).id
    }

    private func enqueue(_ patch: MessagePatch) throws -> ActionID? {
        let action = Action.test(account, id, patch)
        return try store.writeNow { try $0.enqueue(action)?.id }
    }

    private func write(_ body: (StoreTransaction) throws -> Void) throws { try store.writeNow(body) }
    private func isStarred() throws -> Bool { try store.read { try $0.message(id) }?.isStarred == true }
    private func actions() throws -> [Action] { try store.read { try $0.actions() } }
    private func problems() throws -> [String] { try store.read { try StoreTruth($0).problems() } }

    @Test("a no-op action is not queued")
    func nothing() throws {
        #expect(try enqueue(unstar) == nil)
        #expect(try actions().isEmpty)
        #expect(try store.read { try $0.base(of: id) } == nil)
    }

    @Test("waiting opposites cancel each other, even around others")
    func opposites() throws {
        _ = try enqueue(star)
        _ = try enqueue(unstar)
        #expect(try actions().isEmpty)
        _ = try enqueue(star)
        _ = try enqueue(MessagePatch(removeKeywords: [.seen]))
        _ = try enqueue(unstar)
        #expect(
            try actions().map(\.edits) == [[Action.Edit(message: id, patch: MessagePatch(removeKeywords: [.seen]))]])
        #expect(try problems() == [])
    }

    @Test("an action that is or may be sent is not cancelled", arguments: ["sending", "sent", "no answer", "restart"])
    func inFlight(how: String) throws {
        let first = try #require(try enqueue(star))
        try write { transaction in
            try transaction.setState(.sending, of: first)
            switch how {
            case "sent": try transaction.answered(first, of: [id])
            case "no answer": try transaction.postpone(first, until: nil, error: "no answer")
            case "restart": try transaction.recoverInterrupted(account: account)
            default: break
            }
        }
        let second = try #require(try enqueue(unstar))
        #expect(try !isStarred())
        #expect(try actions().map(\.id) == [first, second])
        #expect(try problems() == [])
    }

    @Test("a sent action shows until the server's changes contain it")
    func noFlicker() throws {
        let first = try #require(try enqueue(star))
        try write { try $0.setState(.sending, of: first) }
        // A change from before the request arrived.
        try store.receive(.remote(id: "m", subject: "New subject"), account: account)
        #expect(try isStarred())
        try write { try $0.answered(first, of: [id]) }
        #expect(try isStarred())
        // A change that was requested before the answer and arrives after it.
        try store.receive(.remote(id: "m", subject: "Newer subject"), account: account)
        #expect(try isStarred())
        #expect(try actions().map(\.state) == [.sent])
        try store.receive(.remote(id: "m", subject: "Newer subject", starred: true), account: account)
        #expect(try isStarred())
        #expect(try actions().isEmpty)
        #expect(try problems() == [])
    }

    @Test("an answered action is not sent again after a restart")
    func sentIsNotSentAgain() throws {
        let first = try #require(try enqueue(star))
        try write { try $0.answered(first, of: [id]) }
        try write { try $0.recoverInterrupted(account: account) }
        #expect(try actions().map(\.state) == [.sent])
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(0)) } == nil)
        try store.receive(.remote(id: "m", starred: true), account: account)
        #expect(try actions().isEmpty)
        #expect(try isStarred())
    }

    @Test("a change that arrives between a partial answer and the end settles that part")
    func settledInParts() throws {
        try store.receive(.remote(id: "n"), account: account)
        let other = try #require(try store.read { try $0.message(RemoteID("n"), account: account) }).id
        let edits = [id, other].map { Action.Edit(message: $0, patch: star) }
        let action = Action(
            id: ActionID(0), account: account, command: .star, title: "", edits: edits, createdAt: .test(0))
        let first = try #require(try store.writeNow { try $0.enqueue(action) }).id
        try write { try $0.setState(.sending, of: first) }
        try write { try $0.take([id], of: first) }
        try store.receive(.remote(id: "m", starred: true), account: account)
        // An answered edit is not sent again.
        try write { try $0.postpone(first, until: nil, error: "no answer") }
        #expect(
            try store.read { try $0.nextDueAction(account: account, now: .test(0)) }?.edits.map(\.message) == [other])
        try write { try $0.take([other], of: first) }
        try write { try $0.answered(first, of: []) }
        try store.receive(.remote(id: "n", starred: true), account: account)
        #expect(try actions().isEmpty)
        #expect(try problems() == [])
    }

    @Test("a refusal restores the base plus the other actions")
    func refusal() throws {
        let first = try #require(try enqueue(star))
        _ = try enqueue(MessagePatch(removeKeywords: [.seen]))
        try write { try $0.setState(.sending, of: first) }
        try write { try $0.drop(first) }
        #expect(try !isStarred())
        #expect(try store.read { try $0.message(id) }?.isUnread == true)
        #expect(try problems() == [])
    }

    @Test("deleting a message on the server deletes its actions")
    func removed() throws {
        _ = try enqueue(star)
        try write { try $0.remove(message: RemoteID("m"), account: account) }
        #expect(try actions().isEmpty)
        #expect(try problems() == [])
        #expect(try store.integrityProblems().isEmpty)
    }

    @Test(
        "the opposite cancels an action out as long as no attempt reached the server, and is queued once one may have",
        arguments: [[true], [true, true], [false], [true, false], [false, true]])
    func tried(attemptsInVain: [Bool]) throws {
        let action = try #require(try enqueue(star))
        for isInVain in attemptsInVain {
            try write { transaction in
                _ = try transaction.begin(action)
                try transaction.postpone(action, until: nil, error: "no connection", didNothing: isInVain)
            }
        }
        _ = try enqueue(unstar)
        #expect(try actions().count == (attemptsInVain.contains(false) ? 2 : 0))
        #expect(try !isStarred())
        #expect(try problems() == [])
    }

    @Test("a message that goes, or has what was asked for, leads to its own actions alone, however long the queue is")
    func looksAtNoOther() throws {
        let statements = Mutex<[String]>([])
        let action = try #require(try enqueue(star))
        try write { transaction in
            try transaction.answered(action, of: [id])
            try transaction.receive(.remote(id: "other"), account: account, bodyText: nil)
        }
        try write { transaction in
            transaction.database.trace { event in
                if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } }
            }
            try transaction.receiveMarks(of: RemoteID("m"), keywords: [.flagged], mailboxes: [], account: account)
            try transaction.remove(message: RemoteID("m"), account: account)
            try transaction.remove(message: RemoteID("other"), account: account)
            transaction.database.trace(options: [])
        }
        #expect(try actions().isEmpty)
        let looked = statements.withLock(\.self).filter { $0.contains("FROM action ") && !$0.contains("json_each") }
        #expect(!looked.isEmpty)
        try store.read { reader in
            for sql in Set(looked) {
                let statement = try reader.database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments([])
                let plan = try Row.fetchAll(statement).map { $0["detail"] as String }
                #expect(plan.allSatisfy { !$0.contains("SCAN action") }, "\(sql): \(plan)")
            }
        }
    }

    @Test("later actions on a message wait for earlier ones; others don't")
    func order() throws {
        try store.receive(.remote(id: "n"), account: account)
        let first = try #require(try enqueue(star))
        let second = try #require(try enqueue(MessagePatch(removeKeywords: [.seen])))
        let other = try #require(try store.read { try $0.message(RemoteID("n"), account: account) }).id
        let third = try #require(try store.writeNow { try $0.enqueue(.test(account, other, star))?.id })
        try write { try $0.postpone(first, until: .test(100), error: "no answer") }
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(99)) }?.id == third)
        try write { try $0.setState(.sending, of: third) }
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(99)) } == nil)
        // Nothing is due earlier, so waiting for this date is not in vain.
        #expect(try store.read { try $0.nextDueDate(account: account) } == .test(100))
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(100)) }?.id == first)
        try write { try $0.setState(.sending, of: first) }
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(100)) } == nil)
        try write { try $0.answered(first, of: [id]) }
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(100)) }?.id == second)
    }

    @Test("no action is sent early, even by a fraction of a second")
    func wholeSeconds() throws {
        let first = try #require(try enqueue(star))
        let date = Date.test(100).addingTimeInterval(0.9)
        try write { try $0.postpone(first, until: date, error: "no answer") }
        #expect(try store.read { try $0.nextDueAction(account: account, now: .test(100)) } == nil)
        #expect(try store.read { try $0.nextDueDate(account: account) }.map { $0 >= date } == true)
    }

    @Test("undo reverses the actual changes, and redo repeats them")
    func undo() throws {
        try store.receive(.remote(id: "n", starred: true), account: account)
        let other = try #require(try store.read { try $0.message(RemoteID("n"), account: account) }).id
        let action = Action(
            id: ActionID(0), account: account, command: .star, title: "",
            edits: [id, other].map { .init(message: $0, patch: star) },
            createdAt: .test(0))
        try write { transaction in
            if let trimmed = try transaction.enqueue(action) { try transaction.remember([trimmed]) }
        }
        try write { _ = try $0.step(undoing: true, now: .test(0)) }
        #expect(try !isStarred())
        #expect(try store.read { try $0.message(other) }?.isStarred == true)
        #expect(try actions().isEmpty)
        try write { _ = try $0.step(undoing: false, now: .test(0)) }
        #expect(try isStarred())
        #expect(try store.writeNow { try $0.step(undoing: false, now: .test(0)) }.isEmpty)
    }
}
