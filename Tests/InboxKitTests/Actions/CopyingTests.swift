import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Copying, and moving from several accounts", .timeLimit(.minutes(20)))
struct CopyingTests {
    private func copy(_ pair: AccountPair, _ id: String, to place: String) async throws -> Deed? {
        let message = try #require(try pair.a.message(id)?.id)
        return try await pair.session.perform(
            .copy, onMessages: [message], target: try pair.place(place, of: pair.b))
    }

    @Test("a copy keeps its marks, and the original stays in its mailboxes")
    func copies() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog", starred: true, in: ["inbox", "work"]))
        let deed = try #require(try await copy(pair, "m", to: "home"))
        #expect(deed.command == .copy && deed.to == "b@example.test")
        #expect(try pair.threads(in: "work", of: pair.a) == ["cog"])
        try await pair.settle()
        #expect(pair.subjects(pair.a) == ["cog"] && pair.subjects(pair.b) == ["cog"])
        let copy = try #require(pair.b.server.messages.values.first)
        #expect(copy.mailboxes == [RemoteID("home")] && copy.keywords == [.seen, .flagged])
        #expect(pair.a.server.messages.values.map(\.mailboxes) == [[RemoteID("inbox"), RemoteID("work")]])
        #expect(try pair.threads(in: "home", of: pair.b) == ["cog"] && pair.threads(in: "work", of: pair.a) == ["cog"])
        #expect(try pair.a.actions().isEmpty && pair.differences() == [])
    }

    @Test("changes to a message during its copying are sent before the copy and don't affect it")
    func meanwhile() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.b.server.setFault { _ in .before(RemoteError(.unreachable(detail: "no route"), call: "Email/get")) }
        _ = try await copy(pair, "m", to: "home")
        let id = try #require(try pair.a.message("m")?.id)
        for command in [Action.Command.star, .unstar, .star] {
            try await pair.session.perform(command, onMessages: [id])
        }
        try await pair.session.perform(.archive, onMessages: [id])
        _ = try await pair.sender(of: pair.a).sendAll()
        #expect(pair.a.server.messages[RemoteID("m")]?.keywords == [.seen, .flagged])
        #expect(try pair.threads(in: "inbox", of: pair.a) == [])
        #expect(try pair.a.actions().filter(\.isUnanswered).map(\.command) == [.copy])
        // The original can be destroyed only once its copy exists.
        try await pair.session.perform(.trash, onMessages: [id])
        let thread = try #require(try pair.a.message("m")?.thread)
        await #expect(throws: SessionError.action(.beingMoved)) { try await pair.session.destroy([thread]) }
        pair.b.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("home")]])
        #expect(try pair.a.actions().isEmpty && pair.differences() == [])
    }

    @Test("a copy that the other account syncs before the answer can be undone")
    func toldBefore() async throws {
        let pair = try await AccountPair(
            .remote(id: "m", subject: "cog"), .remote(id: "before", subject: "old", at: 1_000))
        _ = try await pair.session.perform(.archive, onMessages: [try #require(try pair.a.message("before")?.id)])
        _ = try await copy(pair, "m", to: "home")
        let action = try #require(try pair.a.actions().first { $0.command == .copy })
        let message = try #require(try pair.a.message("m")?.id)
        let account = pair.b.account.id
        try pair.a.store.writeNow { transaction in
            _ = try transaction.begin(action.id)
            // The copy is as old as the original, so older than the other mail.
            let made = RemoteMessage.remote(id: "copy", subject: "cog", in: ["home"])
            try transaction.receive([(made, nil)], account: account)
            try transaction.copied(action.id, [message: RemoteCopy(made)], in: account)
        }
        let deed = try await pair.session.undo()
        #expect(deed?.command == .copy && deed?.title == "cog")
    }

    @Test("a lost answer makes no second copy")
    func lost() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.b.server.setFault {
            $0.name == RemoteError.copying
                ? .after(RemoteError(.unreachable(detail: "cut"), call: RemoteError.copying)) : nil
        }
        _ = try await copy(pair, "m", to: "home")
        _ = try await pair.sender(of: pair.a).sendAll()
        #expect(try pair.a.actions().map(\.state) == [.unknown])
        await #expect(throws: SessionError.action(.beingMoved)) { try await pair.session.undo() }
        pair.b.server.setFault { _ in nil }
        try await pair.settle()
        #expect(pair.subjects(pair.a) == ["cog"] && pair.subjects(pair.b) == ["cog"])
        #expect(try pair.a.actions().isEmpty && pair.differences() == [])
    }

    @Test("undo cancels a waiting copy and later moves the finished copy to the trash; redo restores it")
    func undo() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        _ = try await copy(pair, "m", to: "home")
        #expect(try await pair.session.undo()?.command == .copy)
        #expect(try pair.a.actions().isEmpty)
        #expect(try await pair.session.redo()?.command == .copy)
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("home")]])
        #expect(try await pair.session.undo()?.command == .copy)
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("trash")]])
        #expect(pair.a.server.messages.values.map(\.mailboxes) == [[RemoteID("inbox")]])
        #expect(try await pair.session.redo()?.command == .copy)
        try await pair.settle()
        #expect(pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("home")]])
        #expect(try pair.differences() == [])
    }

    @Test("a refused copy is reported and can be retried")
    func refused() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.b.server.setFault {
            $0.name == RemoteError.copying
                ? .before(RemoteError(.refused(status: 0, message: "overQuota"), call: RemoteError.copying)) : nil
        }
        _ = try await copy(pair, "m", to: "home")
        try await pair.settle()
        let refused = try #require(try pair.a.store.read { try $0.refusals() }.first)
        #expect(refused.command == .copy && refused.lastError == "overQuota")
        pair.b.server.setFault { _ in nil }
        try await pair.session.retry(refused.id)
        try await pair.settle()
        #expect(pair.subjects(pair.a) == ["cog"] && pair.subjects(pair.b) == ["cog"])
        #expect(try pair.differences() == [])
    }

    @Test("copying within an account adds a label where the account has labels")
    func within() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        let id = try #require(try pair.a.message("m")?.id)
        let work = try pair.place("work", of: pair.a)
        #expect(try await pair.session.perform(.copy, onMessages: [id], target: work)?.command == .label)
        try await pair.settle()
        #expect(pair.a.server.messages.values.map(\.mailboxes) == [[RemoteID("inbox"), RemoteID("work")]])
        let trash = try pair.place("trash", of: pair.a)
        await #expect(throws: SessionError.action(.wrongMailbox)) {
            try await pair.session.perform(.copy, onMessages: [id], target: trash)
        }
        let inbox = try pair.place("inbox", of: pair.a)
        await #expect(throws: SessionError.action(.notLabel(.inbox))) {
            try await pair.session.perform(.label, onMessages: [id], target: inbox)
        }
        let old = try Client(ModelServer(), store: pair.a.store, address: "old@example.test", dialect: .inbox)
        old.server.put(.remote(id: "o", in: ["inbox"]))
        try await old.sync.once(bodies: false)
        guard !old.account.hasLabels else { return }
        let other = try #require(try old.message("o")?.id)
        let place = try pair.place("work", of: old)
        await #expect(throws: SessionError.action(.noLabels)) {
            try await pair.session.perform(.copy, onMessages: [other], target: place)
        }
    }

    @Test("mail of several accounts moves in one step, and one undo reverses it", arguments: [true, false])
    func several(isCopy: Bool) async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.b.server.put(.remote(id: "n", subject: "pin", at: 1))
        try await pair.b.sync.catchUp()
        let messages = try [pair.a.message("m"), pair.b.message("n")].compactMap { $0?.id }
        let home = try pair.place("home", of: pair.b)
        let deed = try #require(
            try await pair.session.perform(isCopy ? .copy : .move, onMessages: messages, target: home))
        #expect(deed.threadCount == 2 && deed.to == "b@example.test")
        try await pair.settle()
        #expect(try Set(pair.threads(in: "home", of: pair.b)) == ["cog", "pin"])
        #expect(pair.subjects(pair.a) == (isCopy ? ["cog"] : []))
        #expect(try await pair.session.undo() != nil)
        try await pair.settle()
        #expect(try pair.threads(in: "home", of: pair.b) == [] && pair.threads(in: "inbox", of: pair.b) == ["pin"])
        #expect(try pair.threads(in: "inbox", of: pair.a) == ["cog"])
        #expect(try await pair.session.undo() == nil)
        #expect(try pair.differences() == [])
    }

    @Test("undoing a move whose original stayed trashes the copy and adds no second original")
    func stayed() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        pair.a.server.setFault {
            $0.name == "letGo"
                ? .before(RemoteError(.refused(status: 0, message: "forbidden"), call: "Email/set")) : nil
        }
        try await pair.move("m", to: "inbox")
        try await pair.settle()
        #expect(pair.subjects(pair.a) == ["cog"] && pair.subjects(pair.b) == ["cog"])
        #expect(try await pair.session.undo() != nil)
        try await pair.settle()
        #expect(pair.subjects(pair.a) == ["cog"])
        #expect(pair.b.server.messages.values.map(\.mailboxes) == [[RemoteID("trash")]])
        #expect(try pair.differences() == [])
    }

    @Test("a copy or move to a paused account waits and says so")
    func paused() async throws {
        let pair = try await AccountPair(.remote(id: "m", subject: "cog"))
        try await pair.move("m", to: "inbox")
        let (session, b) = (pair.session, pair.b)
        session.board.update(b.account.id) { $0.phase = .paused }
        var sender = pair.sender(of: pair.a)
        sender.reach = { await session.reach($0) }
        _ = try await sender.sendAll()
        let waiting = try #require(try pair.a.actions().first)
        #expect(waiting.state == .waiting && waiting.lastError == "b@example.test is paused")
        #expect(b.server.messages.isEmpty)
        #expect(try await session.undo() != nil)
    }
}
