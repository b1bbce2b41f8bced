import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

/// What Enter opens.
extension OutboxScreenTests {
    @Test("Enter opens a row's thread, or its mail in the composer, and sends nothing")
    func opens() async throws {
        let (world, screen, draft, action) = try await sending { transaction, action in
            try transaction.stop(action, error: "no such recipient")
        }
        _ = screen.perform(.top)
        #expect(world.text(screen)[3].contains("not sent: no such recipient"))
        #expect(screen.perform(.open))
        await world.until { !world.pushed.isEmpty }
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(composer.draft == draft)
        #expect(world.said.last == "It was not sent: no such recipient")
        #expect(try world.session.actions().first { $0.id == action }?.state == .stopped)
        #expect(!world.said.contains("Sending now"))

        let other = try await self.world()
        let list = OutboxScreen(around: other)
        _ = other.draw(list)
        #expect(list.handle(.key(.enter)) || list.perform(.open))
        let thread = try #require(other.pushed.last as? ThreadScreen)
        #expect(thread.thread == (try other.thread("t1")))
        #expect(other.said.isEmpty)
    }

    @Test("opening mail that is about to go out holds it; opening a refused action shows its thread")
    func opensWaiting() async throws {
        let (world, screen, _, action) = try await sending { _, _ in }
        #expect(screen.perform(.open))
        await world.until { world.pushed.last is ComposeScreen }
        #expect(try world.session.actions().first { $0.id == action }?.state == .stopped)
        #expect(world.said == ["Held while you write; left unchanged, it goes out as before"])
        let other = try await self.world()
        try other.store.writeNow { transaction in
            let action = try #require(try transaction.reader.queue().first)
            try transaction.refuse(action.id, reason: "not allowed", now: .test(0))
        }
        let list = OutboxScreen(around: other)
        _ = other.draw(list)
        #expect(list.perform(.open))
        #expect((other.pushed.last as? ThreadScreen)?.thread == (try other.thread("t1")))
    }

    @Test(
        "queued mail that is opened and left unchanged waits as before; what was held stays held",
        arguments: [false, true], [false, true])
    func leavesUnchanged(isHeld: Bool, hasTime: Bool) async throws {
        let world = try FakeSurroundings()
        world.clock = WallClock()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let draft = try await world.session.save(content, account: world.account)
        let action = try await world.session.send(draft, after: hasTime ? .seconds(600) : nil)
        if isHeld { try await world.session.hold(action) }
        let due = try #require(try sendOrder(world)).due
        let screen = OutboxScreen(around: world)
        _ = screen.perform(.top)
        _ = world.draw(screen)
        #expect(screen.perform(.open))
        await world.until { world.pushed.last is ComposeScreen }
        #expect(try sendOrder(world)?.state == .stopped)

        _ = try #require(world.pushed.last as? ComposeScreen).perform(.back)
        await world.settle()
        let after = try #require(try sendOrder(world))
        #expect(after.state == (isHeld ? .stopped : .waiting) && after.due == due && (due != nil) == hasTime)
        #expect(world.said.last?.contains("goes out as before") == !isHeld)
        #expect(world.said.last?.contains("held in the outbox as before") == (isHeld && hasTime))
    }

    @Test("queued mail that is opened and changed is not sent by itself, and leaving it says so")
    func leavesChanged() async throws {
        let (world, screen, _, _) = try await sending { _, _ in }
        #expect(screen.perform(.open))
        await world.until { world.pushed.last is ComposeScreen }
        let composer = try #require(world.pushed.last as? ComposeScreen)
        composer.form.setFocus(.body)
        _ = composer.handle(.key("x"))
        _ = composer.perform(.back)
        await world.settle()
        #expect(try sendOrder(world)?.state != .waiting)
        #expect(world.said.last == "The draft is saved, and is not sent by itself; Ctrl-s in it sends it")
    }

    private func sendOrder(_ world: FakeSurroundings) throws -> Action? {
        try world.session.actions().first { $0.command == .sendDraft }
    }

    @Test("mail opens under a screen pushed meanwhile; leaving the outbox keeps it queued")
    func opensInFront() async throws {
        for leaves in [false, true] {
            let client = try ShellClient([], connects: false)
            let shell = client.shell
            shell.begin()
            let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
            let id = try await client.session.send(content, account: client.account, at: Date() + 600)
            shell.push(OutboxScreen(around: shell))
            _ = client.draw()
            _ = shell.flows.screens.last?.perform(.top)
            let (lock, unlock) = AsyncStream<Void>.makeStream()
            shell.jobs.add { for await _ in lock {} }
            client.press(.enter)
            if leaves { shell.pop() }
            let composer = try #require(ComposeScreen(.new(account: nil), around: shell))
            shell.push(composer)
            unlock.finish()
            await client.settle(80, 24)
            #expect(shell.flows.screens.last === composer)
            shell.close(composer)
            let order = try #require(try client.session.actions().first { $0.command == .sendDraft })
            #expect(order.state == (leaves ? .waiting : .stopped))
            #expect((shell.flows.screens.last as? ComposeScreen)?.draft == (leaves ? nil : id))
            await shell.end()
        }
    }

    @Test("keeping changes in scheduled mail reschedules it for the same time, or holds it as before")
    func keepsTime() async throws {
        for isHeld in [false, true] {
            let world = try FakeSurroundings()
            world.clock = WallClock()
            let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
            let id = try await world.session.send(content, account: world.account, at: Date() + 7_200)
            func order() throws -> Action? { try world.session.actions().first { $0.command == .sendDraft } }
            let due = try #require(try order()?.due)
            if isHeld { try await world.session.hold(try #require(try order()?.id)) }
            let composer = try #require(ComposeScreen(.draft(id), around: world) { _ in })
            #expect(
                SendTime.parse(composer.orderedTime, now: Date()).map { abs($0.timeIntervalSince(due)) < 60 } == true)
            composer.form.setFocus(.body)
            _ = composer.handle(.key("x"))
            await composer.store()
            #expect(try order()?.state == .stopped, "nothing half written leaves")
            _ = composer.perform(.back)
            await world.settle()
            let after = try #require(try order())
            #expect(after.state == (isHeld ? .stopped : .waiting) && after.object == .draft(id))
            let again = try #require(after.due)
            #expect(abs(again.timeIntervalSince(due)) < 60)
            #expect(world.said.last?.contains("as before") == true)
        }
    }

    @Test("scheduled mail keeps its time when the composer dies: it stays held, with the saved text")
    func timeAfterCrash() async throws {
        let world = try FakeSurroundings()
        world.clock = WallClock()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let id = try await world.session.send(content, account: world.account, at: Date() + 7_200)
        let due = try #require(try world.session.actions().first { $0.command == .sendDraft }?.due)
        let composer = try #require(ComposeScreen(.draft(id), around: world) { _ in })
        composer.form.setFocus(.body)
        for letter: Character in ["x", "y"] {
            _ = composer.handle(.key(Key(letter)))
            await composer.store(isTyping: true)
        }
        // The program has ended.
        let orders = try world.session.actions().filter { $0.command == .sendDraft }
        #expect(orders.map(\.due) == [due] && orders.map(\.state) == [.stopped])
        let again = try #require(ComposeScreen(.draft(id), around: world) { _ in })
        #expect(again.form.body.text.contains("xy") && again.orderedTime == composer.orderedTime)
        // The save does not wait for an order that waits for the user.
        let save = try #require(try world.store.read { try $0.queue() }.first { $0.command == .saveDraft })
        #expect(save.waitsFor.isEmpty)
    }

    @Test("keeping changes in mail whose time is past saves a draft, does not send it, and says so")
    func pastTime() async throws {
        let world = try FakeSurroundings()
        world.clock = WallClock()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let id = try await world.session.send(content, account: world.account, at: Date() + 10)
        let order = try #require(try world.session.actions().first { $0.command == .sendDraft })
        try await world.session.hold(order.id)
        let composer = try #require(ComposeScreen(.draft(id), around: world) { _ in })
        composer.form.setFocus(.body)
        _ = composer.handle(.key("x"))
        _ = composer.perform(.back)
        await world.settle()
        #expect(world.said.last == "The draft is saved, and is not sent by itself; Ctrl-s in it sends it")
        #expect(try !world.session.actions().contains { $0.command == .sendDraft })
    }
}
