import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Moving to another account", .timeLimit(.minutes(20)))
struct BetweenAccountsTests {
    @Test("a moved message shows at once and keeps its marks")
    func moves() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog", starred: true, in: ["inbox", "work"]))
        let deed = try #require(try await pair.move("m", to: "home"))
        #expect(deed.command == .transfer && deed.to == "b@example.test")
        #expect(try pair.threads(in: "inbox", of: pair.a) == [] && pair.threads(in: "home", of: pair.b) == ["cog"])
        #expect(pair.subjects(pair.a) == ["cog"], "nothing is asked before it is sent")
        try await pair.settle()
        #expect(pair.subjects(pair.a) == [] && pair.subjects(pair.b) == ["cog"])
        let copy = try #require(pair.b.server.messages.values.first)
        #expect(copy.mailboxes == [RemoteID("home")] && copy.keywords == [.seen, .flagged])
        #expect(try pair.threads(in: "home", of: pair.b) == ["cog"])
        #expect(try pair.differences() == [])
    }

    enum Loss: CaseIterable {
        case copyAsked, copyAnswered, goingAsked, goingAnswered
    }

    @Test("no lost answer loses a message or leaves it in both accounts", arguments: Loss.allCases)
    func losses(loss: Loss) async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"), .remote(id: "n", subject: "pin", at: 1))
        let error = RemoteError(
            .unreachable(detail: "cut"),
            call: [.copyAsked, .copyAnswered].contains(loss) ? RemoteError.copying : "Email/set")
        try await pair.move("m", "n", to: "inbox")
        let failing: @Sendable (ModelServer.Call) -> ModelServer.Fault? = { call in
            switch loss {
            case .copyAsked: call.name == RemoteError.copying ? .before(error) : nil
            case .copyAnswered: call.name == RemoteError.copying && call.subject == "n" ? .after(error) : nil
            case .goingAsked: call.name == "letGo" ? .before(error) : nil
            case .goingAnswered: call.name == "letGo" ? .after(error) : nil
            }
        }
        pair.a.server.setFault(failing)
        pair.b.server.setFault(failing)
        for _ in 0..<2 {
            _ = try await pair.sender(of: pair.a).sendAll()
            #expect(Set(pair.subjects(pair.a) + pair.subjects(pair.b)) == ["cog", "pin"])
            pair.a.wait(1_000)
        }
        #expect(try pair.a.actions().map(\.state) == [.unknown], "one looks before asking again")
        // The servers' changes arrive while the outcome is unknown.
        try await pair.a.sync.catchUp()
        try await pair.b.sync.catchUp()
        pair.a.server.setFault { _ in nil }
        pair.b.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.subjects(pair.a) == [] && pair.subjects(pair.b) == ["cog", "pin"])
        #expect(try pair.differences() == [])
    }

    @Test("a move that the other server refuses is rolled back and reported")
    func refused() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let notices = pair.a.board.notices()
        pair.b.server.setFault {
            $0.name == RemoteError.copying
                ? .before(RemoteError(.refused(status: 0, message: "overQuota"), call: RemoteError.copying)) : nil
        }
        try await pair.move("m", to: "inbox")
        let action = try #require(try pair.a.actions().first)
        try await pair.settle()
        for await notice in notices {
            #expect(notice == .refused(action, message: "overQuota"))
            break
        }
        #expect(try pair.threads(in: "inbox", of: pair.a) == ["cog"] && pair.threads(in: "inbox", of: pair.b) == [])
        #expect(try pair.differences() == [])
        #expect(try await pair.session.undo() == nil, "it never came about")
    }

    @Test("a message that its server won't delete stays in both accounts and is reported")
    func leftBehind() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let notices = pair.a.board.notices()
        pair.a.server.setFault {
            $0.name == "letGo"
                ? .before(RemoteError(.refused(status: 0, message: "forbidden"), call: "Email/set")) : nil
        }
        try await pair.move("m", to: "inbox")
        try await pair.settle()
        for await notice in notices {
            if case .leftBehind(_, "forbidden") = notice { break }
            Issue.record("\(notice)")
            break
        }
        #expect(
            try pair.threads(in: "inbox", of: pair.a) == ["cog"] && pair.threads(in: "inbox", of: pair.b) == ["cog"])
        #expect(try pair.differences() == [])
    }

    @Test("undo cancels a waiting move; later it moves the message back into all its mailboxes; redo works too")
    func undo() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog", in: ["inbox", "work"]))
        try await pair.move("m", to: "home")
        #expect(try await pair.session.undo()?.command == .transfer)
        #expect(try pair.a.actions().isEmpty && pair.threads(in: "work", of: pair.a) == ["cog"])
        #expect(try await pair.session.redo() != nil)
        #expect(try pair.threads(in: "home", of: pair.b) == ["cog"])
        try await pair.settle()
        #expect(pair.subjects(pair.b) == ["cog"])

        #expect(try await pair.session.undo() != nil)
        #expect(try pair.threads(in: "work", of: pair.a) == ["cog"] && pair.threads(in: "home", of: pair.b) == [])
        try await pair.settle()
        #expect(pair.subjects(pair.b) == [])
        #expect(pair.a.server.messages.values.map(\.mailboxes) == [[RemoteID("inbox"), RemoteID("work")]])

        #expect(try await pair.session.redo() != nil)
        try await pair.settle()
        #expect(pair.subjects(pair.a) == [] && pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("home")]])
        #expect(try pair.differences() == [])
    }

    @Test("undo and redo take messages of several accounts that were moved together each to its own account")
    func undoOfSeveral() async throws {
        var pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let c = try await pair.add("c@example.test", .remote(id: "n", subject: "pin"))
        let messages = [try #require(try pair.a.message("m")?.id), try #require(try c.message("n")?.id)]
        try await pair.session.perform(.move, onMessages: messages, target: try pair.place("home", of: pair.b))
        try await pair.settle()
        for _ in 0..<2 {
            #expect(pair.subjects(pair.b) == ["cog", "pin"])
            let undone = try #require(try await pair.session.undo())
            #expect(undone.threads.count == 2 && undone.others.isEmpty)
            try await pair.settle()
            #expect(pair.subjects(pair.a) == ["cog"] && pair.subjects(c) == ["pin"] && pair.subjects(pair.b) == [])
            #expect(try await pair.session.redo() != nil)
            try await pair.settle()
        }
        #expect(try pair.differences() == [])
    }

    @Test("a move in progress can't be undone or changed; a star made meanwhile moves along")
    func onItsWay() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.b.server.setFault {
            $0.name == RemoteError.copying
                ? .after(RemoteError(.unreachable(detail: "cut"), call: RemoteError.copying)) : nil
        }
        try await pair.move("m", to: "inbox")
        _ = try await pair.sender(of: pair.a).sendAll()
        let id = try #require(try pair.a.message("m")?.id)
        await #expect(throws: SessionError.action(.beingMoved)) { try await pair.session.undo() }
        await #expect(throws: SessionError.action(.beingMoved)) {
            try await pair.session.perform(.archive, onMessages: [id])
        }
        let action = try #require(try pair.a.actions().first)
        await #expect(throws: SessionError.action(.beingMoved)) { try await pair.session.discard(action.id) }
        try await pair.session.perform(.star, onMessages: [id])
        pair.b.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.keywords) == [[.seen, .flagged]] && pair.subjects(pair.a) == [])
        #expect(try pair.differences() == [])
    }

    @Test("an unreachable account blocks nothing else, and a move to it can still be undone")
    func unreachable() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"), .remote(id: "n", subject: "pin", at: 1))
        pair.b.server.setFault { _ in .before(RemoteError(.unreachable(detail: "no route"), call: "Email/get")) }
        try await pair.move("m", to: "inbox")
        try await pair.a.perform(.star, on: "n")
        _ = try await pair.sender(of: pair.a).sendAll()
        #expect(pair.a.server.messages[RemoteID("n")]?.keywords.contains(.flagged) == true)
        let waiting = try #require(try pair.a.actions().first { $0.command == .transfer })
        #expect(waiting.state == .waiting && waiting.lastError == "b@example.test: no route")
        #expect(try await pair.session.undo() != nil)
        #expect(try await pair.session.undo() != nil)
        #expect(try pair.threads(in: "inbox", of: pair.a) == ["cog", "pin"])
    }

    @Test("moving needs JMAP on both sides and the right to add")
    func refusals() async throws {
        let pair = try await AccountPair(.remote(id: "m"), rights: MailboxRights.all.subtracting(.addItems))
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Inbox"))) {
            try await pair.move("m", to: "inbox")
        }
        let old = try Client(ModelServer(), store: pair.a.store, address: "old@example.test", dialect: .inbox)
        try await old.sync.once(bodies: false)
        let place = try pair.place("inbox", of: old)
        let message = try #require(try pair.a.message("m")?.id)
        await #expect(throws: SessionError.action(.noTransfer(address: "old@example.test"))) {
            try await pair.session.perform(.move, onMessages: [message], target: place)
        }
        #expect(try pair.a.actions().isEmpty)
    }

    @Test("removing the target account cancels moves to it")
    func removed() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        try await pair.move("m", to: "inbox")
        let other = pair.b.account.id
        try await pair.a.store.write { try $0.remove(other) }
        #expect(try pair.threads(in: "inbox", of: pair.a) == ["cog"])
        #expect(try pair.a.differences() == [])
    }

    @Test("finished copies are remembered while deleting the originals fails", arguments: [true, false])
    func waitsToLetGo(isSignedOut: Bool) async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let reason: RemoteError.Reason = isSignedOut ? .signedOut(message: "401") : .limited(message: "429")
        pair.a.server.setFault { $0.name == "letGo" ? .before(RemoteError(reason, call: "Email/set")) : nil }
        try await pair.move("m", to: "inbox")
        let pause = try await pair.sender(of: pair.a).sendAll()
        if case .signedOut = pause { #expect(isSignedOut) } else { #expect(!isSignedOut) }
        let action = try #require(try pair.a.actions().first)
        #expect(action.state == .unknown)
        await #expect(throws: SessionError.action(.beingMoved)) { try await pair.session.discard(action.id) }
        pair.a.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.subjects(pair.a) == [] && pair.subjects(pair.b) == ["cog"])
        #expect(try pair.differences() == [])
    }

    @Test("a star set before the original is deleted is applied to the copy")
    func starBetween() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let id = try #require(try pair.a.message("m")?.id)
        pair.a.server.setFault { $0.name == "letGo" ? .before(.unreachable) : nil }
        try await pair.move("m", to: "inbox")
        _ = try await pair.sender(of: pair.a).sendAll()
        try await pair.session.perform(.star, onMessages: [id])
        pair.a.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.keywords) == [[.seen, .flagged]])
        #expect(try pair.differences() == [])
    }

    @Test("undoing an action from before the move changes the copy")
    func undoOfOlder() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let id = try #require(try pair.a.message("m")?.id)
        try await pair.session.perform(.star, onMessages: [id])
        try await pair.move("m", to: "inbox")
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.keywords) == [[.seen, .flagged]])
        #expect(try await pair.session.undo()?.command == .transfer)
        try await pair.settle()
        #expect(try await pair.session.undo()?.command == .star)
        try await pair.settle()
        #expect(pair.a.server.messages.values.map(\.keywords) == [[.seen]])
        #expect(try pair.differences() == [])
    }

    @Test("a large move is sent in parts, and other actions go between the parts")
    func parts() async throws {
        let messages = (0..<120).map { RemoteMessage.remote(id: "m\($0)", thread: "m\($0)", at: $0) }
        let pair = try await AccountPair(.remote(id: "n", at: 500))
        pair.a.server.put(messages)
        try await pair.a.sync.catchUp()
        let ids = try messages.compactMap { try pair.a.message($0.id.rawValue)?.id }
        try await pair.session.perform(.move, onMessages: ids, target: try pair.place("inbox", of: pair.b))
        let (a, b) = (pair.a, pair.b)
        let star = try await { try await a.perform(.star, on: "n") }()
        _ = star
        _ = try await pair.sender(of: pair.a).sendAll()
        let calls = a.server.calls.map(\.name).filter { $0 == "letGo" || $0 == "update" }
        #expect(calls.first == "update", "\(calls)")
        #expect(calls.count { $0 == "letGo" } == 3)
        #expect(b.server.messages.count == 120 && a.server.messages.count == 1)
        try await pair.settle()
        #expect(try pair.a.actions().isEmpty && pair.differences() == [])
    }
}
