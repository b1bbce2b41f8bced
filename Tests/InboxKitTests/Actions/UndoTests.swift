import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Undo, redo")
struct UndoTests {
    func threads(_ client: Client, _ ids: String...) throws -> [ThreadID] {
        try ids.compactMap { try client.message($0)?.thread }
    }

    @Test("undoing a move between folders moves the mail back from wherever another client has moved it since")
    func movedElsewhere() async throws {
        let server = ModelServer()
        server.put(.remote(id: "a"))
        let client = try Client(server, hasLabels: false)
        try await client.sync.once(bodies: false)
        let session = client.session()
        try await session.perform(.archive, on: try threads(client, "a"))
        try await client.settle()
        server.edit("a") { $0.mailboxes = [RemoteID("work")] }
        try await client.sync.catchUp()
        _ = try await session.undo()
        let inbox = try #require(try client.store.mailboxID("inbox"))
        #expect(try client.message("a")?.mailboxes == [inbox])
        try await client.settle()
        #expect(server.messages[RemoteID("a")]?.mailboxes == [RemoteID("inbox")])
        #expect(try client.differences() == [])
    }

    @Test("many steps are undone and redone one by one, even after a restart and across a sync")
    func steps() async throws {
        let client = try await Client.synced(.remote(id: "a", unread: true), .remote(id: "b", unread: true))
        let all = try threads(client, "a", "b")
        var states = [try client.shown()]
        for command in [Action.Command.shake, .star, .archive, .unread, .trash] {
            // A new session each time, because undo must depend only on the store.
            try await client.session().perform(command, on: all)
            states.append(try client.shown())
            if command == .archive {
                _ = try await client.sender.sendAll()
                try await client.sync.catchUp()
            }
        }
        for step in states.indices.dropLast().reversed() {
            let deed = try #require(try await client.session().undo())
            #expect(Set(deed.threads) == Set(all), "they can be selected again")
            #expect(try client.shown() == states[step])
            try await client.store.write { try $0.recoverInterrupted(account: client.account.id) }
        }
        #expect(try await client.session().undo() == nil)
        for step in states.indices.dropFirst() {
            #expect(try await client.session().redo() != nil)
            #expect(try client.shown() == states[step])
        }
        #expect(try await client.session().redo() == nil)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("the next undo and redo steps can be read without changing anything")
    func next() async throws {
        let client = try await Client.synced(.remote(id: "a", subject: "Ferry"), .remote(id: "b"))
        let session = client.session()
        #expect(try session.nextDeed(undoing: true) == nil && session.nextDeed(undoing: false) == nil)
        try await session.perform(.star, on: try threads(client, "a"))
        let work = try client.store.mailboxID("work")
        try await session.perform(.move, on: try threads(client, "a", "b"), target: work)
        for _ in 0..<2 {
            let deed = try #require(try session.nextDeed(undoing: true))
            #expect(deed.command == .move && deed.title == "2 threads" && deed.target?.name == "Work")
            #expect(try session.nextDeed(undoing: false) == nil)
        }
        #expect(try await session.undo()?.command == .move)
        #expect(try session.nextDeed(undoing: true)?.title == "Ferry")
        #expect(try session.nextDeed(undoing: false)?.command == .move)
        #expect(try await session.redo()?.command == .move)
        #expect(try session.nextDeed(undoing: false) == nil)
    }

    @Test("several drafts and other mail that go at once are one deed: all or nothing, undone and redone as one")
    func drafts() async throws {
        let client = try await Client.synced(.remote(id: "a", subject: "Ferry"))
        let session = client.session()
        var drafts: [MessageID] = []
        for subject in ["One", "Two"] {
            let content = DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: "Text"))
            drafts.append(try await session.save(content, account: client.account.id))
        }
        func here() throws -> Set<String> {
            let all = MailPredicate.not(.mailbox(.role(.trash)))
            return Set(try session.messages(all, limit: -1).map(\.subject))
        }
        let ids = try drafts.compactMap { try session.message($0)?.thread }
        let parts = [
            DeedPart(threads: ids, command: .deleteDraft), DeedPart(threads: try threads(client, "a")),
        ]
        let deed = try #require(try await session.perform(.trash, on: parts))
        #expect(deed.command == .deleteDraft && deed.title == "2 drafts" && deed.threads.count == 3)
        #expect(deed.others.map(\.command) == [.trash] && deed.others.map(\.title) == ["Ferry"])
        #expect(try here().isEmpty)
        #expect(try session.nextDeed(undoing: true)?.others.map(\.title) == ["Ferry"])
        for _ in 0..<2 {
            let undone = try #require(try await session.undo())
            #expect(undone.title == "2 drafts" && undone.threads.count == 3 && undone.others.map(\.title) == ["Ferry"])
            #expect(try here() == ["One", "Two", "Ferry"])
            #expect(try await session.undo() == nil)
            let redone = try #require(try await session.redo())
            #expect(redone.title == "2 drafts" && redone.threads.count == 3)
            #expect(try here().isEmpty)
        }
        #expect(try await session.undo() != nil)

        let written = try session.messages(.keyword(.draft), limit: -1).map(\.id)
        _ = try await session.send(try #require(written.last))
        let order = try #require(try client.actions().last { $0.command == .sendDraft }).id
        try await client.store.write { try $0.setState(.sending, of: order) }
        let again = [DeedPart(messages: written, command: .deleteDraft), parts[1]]
        await #expect(throws: SessionError.action(.beingSent)) { try await session.perform(.trash, on: again) }
        #expect(try here() == ["One", "Two", "Ferry"], "neither the other draft nor the mail went")
    }

    @Test("undoing a sending whose step names an action that is none is too late, and the action stays")
    func otherDeed() async throws {
        let client = try await Client.synced()
        let server = client.server
        let command = MailSession(store: client.store, origin: .command) { _, _ in ScriptedService(server) }
        let content = DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "Text"))
        _ = try await command.send(content, account: client.account.id)
        let save = try #require(try client.actions().first { $0.command == .saveDraft })
        try await client.store.write { try $0.database.run("UPDATE undoStep SET action = ?", save.id.rawValue) }
        #expect(try await command.undo()?.recall == .isTooLate)
        #expect(try client.actions().map(\.command) == [.saveDraft, .sendDraft])
    }

    @Test("the screen's undo and a command's undo are separate")
    func origins() async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"), .remote(id: "c"))
        let (screen, server) = (client.session(), client.server)
        let command = MailSession(store: client.store, origin: .command) { _, _ in ScriptedService(server) }
        try await screen.perform(.star, on: try threads(client, "a"))
        #expect(try await screen.undo()?.command == .star)
        for id in ["b", "c"] { try await command.perform(.trash, on: try threads(client, id)) }
        #expect(try await screen.undo() == nil)
        // A command does not clear the screen's redo.
        #expect(try await screen.redo()?.command == .star)
        #expect(try await command.undo()?.threads == threads(client, "c"))
        try await screen.perform(.archive, on: try threads(client, "a"))
        #expect(try await command.undo()?.threads == threads(client, "b"))
        #expect(try await command.undo() == nil)
        #expect(try await command.redo()?.threads == threads(client, "b"))
        #expect(try await screen.undo()?.command == .archive)
        #expect(try await screen.undo()?.command == .star)
    }

    @Test("undo of a command includes its sending in order, and reports first that it is too late")
    func sentByCommand() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let command = client.session(origin: .command)
        let content = DraftContent(to: [MailAddress(email: "bob@corp.test")], subject: "Ferry")
        try await command.perform(.archive, on: try threads(client, "a"))
        let draft = try await command.send(content, account: client.account.id)
        #expect(try await client.session().undo() == nil, "the screen takes back its own")
        var deed = try #require(try await command.undo())
        #expect(deed.command == .sendDraft && deed.title == "Ferry" && deed.recall == .stays)
        #expect(try client.actions().allSatisfy { $0.command != .sendDraft })
        #expect(try command.draft(draft) != nil)
        try await command.send(draft)
        _ = try await client.sender.sendAll()
        deed = try #require(try await command.undo())
        #expect(deed.command == .sendDraft && deed.recall == .isTooLate)
        #expect(try await command.undo()?.command == .archive)
        #expect(try await command.undo() == nil)
    }

    private func letter(_ client: Client, _ subject: String) async throws -> MessageID {
        let content = DraftContent(to: [MailAddress(email: "bob@corp.test")], subject: subject)
        return try await client.session().save(content, account: client.account.id)
    }

    @Test("undo of a scheduled message follows the order of actions, even after a restart; there is no redo")
    func scheduled() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let draft = try await letter(client, "Ferry")
        // A new session each time, because undo must depend only on the store.
        try await client.session().send(draft, after: .seconds(86_400), isScheduled: true)
        try await client.session().perform(.archive, on: try threads(client, "a"))
        #expect(try await client.session().undo()?.command == .archive)
        #expect(try client.session().nextDeed(undoing: true)?.title == "Ferry")
        let deed = try #require(try await client.session().undo())
        #expect(deed.command == .sendDraft && deed.recall == .stays && deed.draft == draft)
        #expect(try client.actions().allSatisfy { $0.command != .sendDraft })
        #expect(try await client.session().redo()?.command == .archive)
        #expect(try await client.session().redo() == nil)
        try await client.session().send(draft, after: .seconds(86_400), isScheduled: true)
        #expect(try await client.session().undo()?.command == .sendDraft)
        #expect(try await client.session().redo() == nil)
        #expect(try await client.session().undo()?.command == .archive)
        #expect(try await client.session().undo() == nil)
    }

    @Test("the screen's undo skips sent messages and those in their undo delay")
    func left() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        try await session.perform(.star, on: try threads(client, "a"))
        try await session.send(try await letter(client, "Ferry"), isScheduled: true)
        #expect(try session.nextDeed(undoing: true)?.title == "Ferry")
        _ = try await client.sender.sendAll()
        try await session.send(try await letter(client, "Rent"), after: .seconds(86_400))
        #expect(try session.nextDeed(undoing: true)?.command == .star)
        #expect(try await session.undo()?.command == .star)
        #expect(try client.actions().contains { $0.command == .sendDraft && $0.title == "Rent" })
    }

    @Test("a message being handed over can't be undone, but stays the next step")
    func onItsWay() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        try await session.perform(.star, on: try threads(client, "a"))
        let draft = try await letter(client, "Ferry")
        let order = try await session.send(draft, after: .seconds(86_400), isScheduled: true)
        _ = try client.store.writeNow { try $0.begin(order) }
        await #expect(throws: SessionError.action(.beingHandedOver)) { try await session.undo() }
        await #expect(throws: SessionError.action(.beingHandedOver)) { try await session.discard(order) }
        await #expect(throws: SessionError.action(.beingHandedOver)) { try await session.hold(order) }
        #expect(try session.nextDeed(undoing: true)?.title == "Ferry")
        try client.store.writeNow { try $0.waits(order) }
        #expect(try await session.undo()?.draft == draft)
        #expect(try await session.undo()?.command == .star)
    }

    @Test("one command's changes to several accounts are undone and redone as one step")
    func atOnce() async throws {
        let pair = try await AccountPair(.remote(id: "a"), .remote(id: "b", starred: true))
        pair.b.server.put([.remote(id: "c"), .remote(id: "d")])
        try await pair.b.sync.catchUp()
        let command = MailSession(store: pair.a.store, origin: .command) { _, _ in ScriptedService(pair.a.server) }
        func archived() throws -> [String] {
            try pair.threads(in: "archive", of: pair.a) + pair.threads(in: "archive", of: pair.b)
        }
        func part(_ client: Client, _ id: String, as message: Bool = false) throws -> DeedPart {
            let found = try #require(try client.message(id))
            let place = try pair.place("archive", of: client)
            return message
                ? DeedPart(messages: [found.id], target: place) : DeedPart(threads: [found.thread], target: place)
        }
        try await command.perform(.star, on: [try part(pair.a, "a")])
        let deed = try await command.perform(
            .move, on: [try part(pair.a, "a"), try part(pair.b, "c"), try part(pair.b, "d", as: true)])
        #expect(deed?.threads.count == 3 && deed?.title == "3 threads")
        #expect(deed?.target?.role == .archive && deed?.shares.map(\.count) == [1, 2], "each in its own of that name")
        #expect(try archived().count == 3)
        #expect(try await command.undo()?.threads.count == 3)
        #expect(try archived().isEmpty)
        #expect(try await command.redo()?.threads.count == 3)
        #expect(try archived().count == 3)
        _ = try await command.undo()
        #expect(try await command.undo()?.command == .star)
        #expect(try await command.perform(.star, on: [try part(pair.a, "b")]) == nil, "it has one")
        #expect(try await command.undo() == nil)
    }

    @Test("several commands on the same threads are one step, with their order kept")
    func series() async throws {
        let client = try await Client.synced(.remote(id: "a", subject: "Ferry", unread: true), .remote(id: "b"))
        let (session, a) = (client.session(), try threads(client, "a"))
        let (work, inbox) = (try client.store.mailboxID("work"), try client.store.mailboxID("inbox"))
        let before = try client.shown()
        func parts(label: MailboxID?) -> [DeedPart] {
            [
                DeedPart(threads: a, command: .star), DeedPart(threads: a, target: label, command: .label),
                DeedPart(threads: a, command: .archive), DeedPart(threads: a, command: .shake),
            ]
        }
        // The inbox is not a label, so nothing happens.
        await #expect(throws: SessionError.self) { try await session.perform(.archive, on: parts(label: inbox)) }
        #expect(try client.shown() == before && client.actions().isEmpty)

        func check(_ deed: Deed?) throws {
            let deed = try #require(deed)
            let steps = [deed] + deed.others
            #expect(steps.map(\.command) == [.star, .label, .archive, .shake])
            #expect(steps.map(\.target?.name) == [nil, "Work", nil, nil])
            #expect(deed.title == "Ferry" && deed.threads == a && steps.allSatisfy { $0.threads == a })
        }
        try check(try await session.perform(.archive, on: parts(label: work)))
        let after = try client.shown()
        for isSent in [false, true] {
            if isSent {
                _ = try await client.sender.sendAll()
                try await client.sync.catchUp()
                #expect(try client.shown() == after)
            }
            try check(try session.nextDeed(undoing: true))
            try check(try await session.undo())
            #expect(try client.shown() == before)
            try check(try session.nextDeed(undoing: false))
            try check(try await session.redo())
            #expect(try client.shown() == after)
        }
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        // Parts that are already done are left out.
        let more = parts(label: work) + [DeedPart(threads: a, command: .unstar)]
        let rest = try await session.perform(.archive, on: more)
        #expect(rest?.command == .unstar && rest?.others.isEmpty == true)
    }

    @Test("moves and labels, their undo and their redo carry their mailbox")
    func targets() async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b", in: ["inbox", "work"]))
        let session = client.session()
        let all = try threads(client, "a", "b")
        let mailboxes = try session.mailboxes()
        let work = try #require(mailboxes.first { $0.name == "Work" })
        let home = try #require(mailboxes.first { $0.name == "Home" })
        for (command, target) in [(Action.Command.label, work), (.unlabel, work), (.move, home), (.label, work)] {
            #expect(try await session.perform(command, on: all, target: target.id)?.target?.id == target.id)
            #expect(try await session.undo()?.target?.id == target.id, "\(command)")
            #expect(try await session.redo()?.target?.id == target.id, "\(command)")
        }
        try await session.perform(.star, on: all)
        let deed = try #require(try await session.undo())
        #expect(deed.target == nil)
    }

    @Test("after sending, undo queues the inverse of the actual changes only")
    func sent() async throws {
        let client = try await Client.synced(
            .remote(id: "a", unread: true), .remote(id: "b"), .remote(id: "c", unread: true))
        try await client.session().perform(.shake, on: try threads(client, "a", "b", "c"))
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        // Another client stars one of them and reads none.
        client.server.edit("a") { $0.keywords.insert(.flagged) }
        try await client.sync.catchUp()
        let before = client.server.calls("update").count
        let deed = try #require(try await client.session().undo())
        #expect(Set(deed.threads) == Set(try threads(client, "a", "c")), "b was read before")
        _ = try await client.sender.sendAll()
        let updates = client.server.calls("update").dropFirst(before)
        #expect(updates.map(\.subject).sorted() == ["a", "c"])
        #expect(updates.allSatisfy { $0.update?.removeKeywords == [.seen] && $0.update?.addKeywords == [] })
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("a")]?.keywords == [.flagged])
        #expect(client.server.messages[RemoteID("b")]?.keywords == [.seen])
        #expect(try client.differences() == [])
    }

    @Test("undoing a waiting action removes it, and nothing is sent")
    func waiting() async throws {
        let client = try await Client.synced(.remote(id: "a", unread: true))
        try await client.session().perform(.archive, on: try threads(client, "a"))
        _ = try await client.session().undo()
        #expect(try client.actions().isEmpty)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("update").isEmpty)
    }

    @Test("a new action clears redo")
    func branch() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let all = try threads(client, "a")
        try await client.session().perform(.star, on: all)
        _ = try await client.session().undo()
        try await client.session().perform(.unread, on: all)
        #expect(try await client.session().redo() == nil)
    }
}
