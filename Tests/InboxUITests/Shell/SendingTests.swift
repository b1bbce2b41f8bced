import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Sending from the client", .timeLimit(.minutes(10)))
@UI
struct SendingTests {
    /// Nothing is sent by itself, however slow the machine is.
    private static let settings = {
        var settings = Settings()
        settings.undoSend = 120
        return settings
    }()

    private func client() throws -> ShellClient {
        let client = try ShellClient(
            [.remote(id: "a", subject: "First", at: 200), .remote(id: "b", subject: "Second", at: 100)],
            settings: Self.settings, connects: false)
        client.shell.begin()
        _ = client.draw()
        return client
    }

    @Test("undo in the palette does nothing if the message that it was to take back has gone meanwhile")
    func outdated() async throws {
        let client = try client()
        client.press("e")
        await client.sees("Archived “First”")
        client.write(to: "bo")
        client.press(.ctrl("s"))
        await client.sees("Sending in")
        client.press(":")
        client.type("undo")
        #expect(client.shows("undo: the message that is about to leave"))
        let order = try #require(try client.session.actions().first { $0.command == .sendDraft })
        try await client.session.hold(order.id)
        await client.sees(80, 24) { !client.shell.unsent.hasMessages }
        client.press(.enter)
        #expect(client.shows("Undo would do something else by now."))
        #expect(try client.session.nextDeed(undoing: true)?.command == .archive)
        await client.shell.end()
    }

    /// A client with an unread thread open.
    private func reading() throws -> ShellClient {
        let client = try ShellClient(
            [.remote(id: "a", subject: "First", unread: true, at: 200, body: "Text")], settings: Self.settings,
            connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press(.enter)
        _ = client.draw()
        return client
    }

    private func send(_ client: ShellClient, to name: String) async {
        client.write(to: name)
        client.press(.ctrl("s"))
        await client.sees("Sending in")
    }

    /// Undoes sending, which reopens the composer with the message of that subject.
    private func takeBack(_ client: ShellClient, _ subject: String) async {
        client.press("z")
        await client.sees(80, 24) { client.shell.flows.screens.last is ComposeScreen }
        #expect((client.shell.flows.screens.last as? ComposeScreen)?.form.subject.text == subject)
    }

    private func orderState(_ client: ShellClient) throws -> Action.State? {
        try client.session.actions().first { $0.command == .sendDraft }?.state
    }

    @Test("after sending, a bar counts down and names the key that takes the message back")
    func countsDown() async throws {
        var settings = Self.settings
        settings.animation = false
        let client = try ShellClient(
            FakeSurroundings.sixThreads, settings: settings, clock: .atNoon, connects: false)
        client.shell.begin()
        client.is(.live)
        for case let list as ListScreen in client.shell.flows.screens { list.servers.pause = nil }
        _ = client.draw()
        await send(client, to: "bo")
        let end = try #require(client.shell.unsent.countdown(at: .now))
        let mismatch = await client.atRest(200, 60) {
            screenGolden("sending", { client.grid($0, $1, at: end - .milliseconds(9_500)) })
        }
        #expect(mismatch == nil)
        #expect(client.draw(at: end - .milliseconds(9_500)).contains { $0.contains("Sending in 10 s") })
        await client.shell.end()
    }

    private nonisolated static let unreachable = AccountStatus.Phase.offline(
        RemoteError(.unreachable(detail: "no route"), call: "session"), retryAt: .distantFuture)

    @Test(
        "no seconds are counted while the message can't leave, and undo takes it back",
        arguments: [
            (unreachable, "Sending waits for the connection"), (.paused, "Sending waits until you resume the account"),
            (.signedOut(message: "no"), "Sending waits until you sign in again"),
        ])
    func cannotLeave(phase: AccountStatus.Phase, words: String) async throws {
        let client = try client()
        client.is(phase)
        client.write(to: "bo")
        client.press(.ctrl("s"))
        await client.sees(words)
        #expect(!client.shows("Sending in"))
        client.is(.live)
        #expect(client.shows("Sending in"))
        client.is(phase)
        #expect(client.shows(words))
        await takeBack(client, "About bo")
    }

    @Test("without time for second thoughts, too, it is not on its way while it can't leave")
    func cannotLeaveAtOnce() async throws {
        var settings = Settings()
        settings.undoSend = 0
        let client = try ShellClient([.remote(id: "a", subject: "First", at: 200)], settings: settings, connects: false)
        client.shell.begin()
        client.is(Self.unreachable)
        _ = client.draw()
        client.write(to: "bo")
        client.press(.ctrl("s"))
        await client.sees("Sending waits for the connection")
        #expect(!client.shows("On its way"))
        await client.shell.end()
    }

    @Test("keys typed while a message is being queued act afterwards, on the screen they are meant for")
    func typedAhead() async throws {
        let client = try client()
        client.write(to: "bo")
        client.press(.ctrl("s"), "r", "e", "!", "#")
        await client.sees("Reply")
        let screen = try #require(client.shell.flows.screens.last as? ComposeScreen)
        #expect(screen.form.body.text.hasPrefix("e!#"))
        #expect(try client.session.actions().map(\.command).filter { $0 != .saveDraft } == [.sendDraft])
    }

    @Test("undo pressed again as a message reopens types no text in it; keys a moment later do")
    func pressedTwice() async throws {
        let client = try client()
        await send(client, to: "bo")
        client.press("z")
        await client.sees("Not sent; here it is again")
        let screen = try #require(client.shell.flows.screens.last as? ComposeScreen)
        // However slow the machine is.
        client.shell.settlesAt = .now + .seconds(600)
        let before = screen.form.content
        client.press("z", "z")
        #expect(screen.form.content == before && client.shell.flows.screens.last === screen)
        client.shell.settlesAt = .now
        client.press("z")
        #expect(screen.form.content != before)
        client.shell.settlesAt = .now + .seconds(600)
        client.press(.left, "y")
        #expect(client.shell.settlesAt == nil, "who moves about sees where they are")
    }

    @Test("pressing undo twice at once takes back the message and undoes no earlier action")
    func pressedAtOnce() async throws {
        let client = try client()
        client.press("*")
        await client.sees("Starred")
        await send(client, to: "bo")
        client.press("z", "z")
        await client.sees("Not sent; here it is again")
        #expect(try client.session.actions().contains { $0.command == .star })
        #expect(try orderState(client) == nil)
        client.press(.escape)
        await client.sees(80, 24) { (client.shell.flows.screens.last as? ComposeScreen) == nil }
        client.press("z")
        await client.sees("Undone: star")
        #expect(try !client.session.actions().contains { $0.command == .star })
    }

    @Test("undo reverts later actions first, then takes back sent messages, the latest first")
    func order() async throws {
        let client = try client()
        await send(client, to: "bo")
        client.write(to: "cy")
        client.press(.ctrl("s"))
        await client.sees(80, 24) { (client.shell.flows.screens.last as? ComposeScreen) == nil }
        client.press("*")
        await client.sees("Starred")
        #expect(client.shows("Sending in"), "it is still counted")
        client.press("z")
        await client.sees("Undone: star")
        await takeBack(client, "About cy")
        client.press(.escape)
        await client.sees(80, 24) { (client.shell.flows.screens.last as? ComposeScreen) == nil }
        await takeBack(client, "About bo")
        #expect(try !client.session.actions().contains { $0.command == .sendDraft })
    }

    @Test("undo takes back a message that still waits for a connection after its countdown, not the action before it")
    func waitsOn() async throws {
        let client = try client()
        client.press("e")
        await client.sees("Archived “First”")
        try await leaveWaiting(client)
        #expect(client.shell.unsent.countdown(at: .now + .seconds(1)) == nil)
        #expect(client.shell.turns(in: .list)[.undo] == "undo: the message that is about to leave")
        await takeBack(client, "About bo")
        #expect(try orderState(client) == nil)
        #expect(try client.session.nextDeed(undoing: true)?.command == .archive)
        await client.shell.end()
    }

    @Test("undo reverts a read mark before a sent message whose countdown was over by then")
    func marksAfterCountdown() async throws {
        let client = try reading()
        try await leaveWaiting(client)
        client.press("q")
        await client.sees("Read “First”")
        client.press("z")
        await client.sees("Undone: mark as read")
        await takeBack(client, "About bo")
        await client.shell.end()
    }

    /// Sends a message whose countdown is over, without a connection.
    private func leaveWaiting(_ client: ShellClient) async throws {
        let draft = DraftContent(to: [.person("bo")], subject: "About bo", body: MessageBody(plain: "Hello."))
        let id = try await client.session.save(draft, account: client.account)
        let order = try await client.session.send(id)
        client.shell.unsent.add(.init(subject: .message(order), draft: id, until: .now))
    }

    @Test("undo takes back a sent message before the read mark of a thread left later")
    func marks() async throws {
        let client = try reading()
        await send(client, to: "bo")
        client.press("q")
        await client.sees("Read “First”")
        await takeBack(client, "About bo")
    }

    @Test("undo reverts a read mark before a sent message if another action lies between them")
    func marksAfterDeeds() async throws {
        let client = try ShellClient(
            [.remote(id: "a", subject: "First", unread: true, at: 200, body: "Text")], settings: Self.settings,
            connects: false)
        client.shell.begin()
        _ = client.draw()
        await send(client, to: "bo")
        client.press("*")
        await client.sees("Starred")
        client.press(.enter)
        _ = client.draw()
        client.press("q")
        await client.sees("Read “First”")
        client.press("z")
        await client.sees("Undone: mark as read")
        client.press("z")
        await client.sees("Undone: star")
        client.press("z")
        await client.sees(80, 24) { client.shell.flows.screens.last is ComposeScreen }
        #expect(client.shell.flows.screens.last is ComposeScreen)
    }

    @Test("undo in an unread thread reverts the action there, not the read mark")
    func actsAndMarks() async throws {
        let client = try reading()
        client.press("e")
        await client.sees("Archived “First”")
        client.press("z")
        await client.sees("Undone: archive")
        let thread = try #require(try client.session.threads(.everything, limit: 9).first)
        let inbox = try #require(try client.store.mailboxID("inbox"))
        #expect(thread.mailboxes.contains(inbox) && !thread.isUnread)
    }

    @Test("mail held in the outbox stops its countdown and is not sent on quit")
    func held() async throws {
        let client = try client()
        client.shell.pause = { _ in }
        await send(client, to: "bo")
        let order = try #require(try client.session.actions().first { $0.command == .sendDraft })
        try await client.session.hold(order.id)
        await client.sees(80, 24, patience: .seconds(20)) { !client.shows("Sending in") }
        await client.shell.end()
        _ = await client.shell.sendUnsent()
        #expect(try orderState(client) == .stopped)
    }

    @Test("mail whose draft the server refuses stops its countdown; undo still reopens it")
    func stopped() async throws {
        let client = try client()
        await send(client, to: "bo")
        let save = try #require(try client.session.actions().first { $0.command == .saveDraft })
        try client.store.writeNow { try $0.stop(save.id, error: "not allowed") }
        await client.sees(80, 24, patience: .seconds(20)) { !client.shows("Sending in") }
        #expect(!client.shows("Sending in"))
        await takeBack(client, "About bo")
    }

    @Test("mail held at the very end is not sent on quit")
    func heldLast() async throws {
        let client = try client()
        client.shell.pause = { _ in }
        await send(client, to: "bo")
        await client.shell.end()
        let order = try #require(try client.session.actions().first { $0.command == .sendDraft })
        try await client.session.hold(order.id)
        _ = await client.shell.sendUnsent()
        #expect(try orderState(client) == .stopped)
    }

    @Test("redo with nothing to redo leaves what undo takes back unchanged")
    func emptyRedo() async throws {
        let client = try client()
        await send(client, to: "bo")
        client.press("Z")
        await client.sees("Nothing to redo.")
        await takeBack(client, "About bo")
    }

    @Test("a complete address typed before the program ends is kept in the draft")
    func typedAtTheEnd() async throws {
        let client = try client()
        client.write(to: "bo")
        let screen = try #require(client.shell.flows.screens.last as? ComposeScreen)
        screen.form.setFocus(.to)
        for letter in "cy@example.test" { client.press(Key(letter)) }
        await client.shell.end()
        let drafts = try client.session.threads(.keyword(.draft), limit: 9)
        let thread = try #require(drafts.first)
        let message = try #require(try client.session.messages(of: thread.id).first)
        #expect(message.to.map(\.email) == ["bo@example.test", "cy@example.test"])
    }

    @Test("S-2: a draft that may have been sent is resent only after a question, wherever it opens")
    func openedAgain() async throws {
        let client = try client()
        let draft = DraftContent(to: [.person("bo")], subject: "Rent", body: MessageBody(plain: "Here it is."))
        let id = try await client.session.save(draft, account: client.account)
        let order = try await client.session.send(id)
        try client.store.writeNow { transaction in
            _ = try transaction.begin(order, detail: "submission")
            try transaction.stop(order, error: "it may have been sent")
        }
        client.shell.push(try #require(client.shell.make.compose(.draft(id), client.shell)))
        let screen = try #require(client.shell.flows.screens.last as? ComposeScreen)
        screen.form.setFocus(.body)
        client.type("More")
        // Saving it removes the old order.
        await screen.store()
        client.press(.ctrl("s"))
        await client.sees("It may have been sent already")
        #expect(try !client.session.actions().contains { $0.command == .sendDraft && $0.state == .waiting })
    }

    @Test("a message is reported sent once the server confirms it, several by count; the log lists each")
    func confirmed() async throws {
        let client = try client()
        client.shell.settings.undoSend = 0
        let account = try #require(try client.session.accounts().first)
        try await client.session.signInAgain(account, secret: "known")
        for name in ["bo", "cy"] {
            client.write(to: name)
            client.press(.ctrl("s"))
            await client.sees(80, 24) { (client.shell.flows.screens.last as? ComposeScreen) == nil }
        }
        client.server.setFault {
            $0.name == "send" ? .before(RemoteError(.unreachable(detail: ""), call: "send")) : nil
        }
        _ = await client.session.syncOnce(account, bodies: false)
        await client.settle(80, 24)
        #expect(client.shows("On its way") && !client.shows("Sent “"))
        client.server.setFault { _ in nil }
        _ = await client.session.syncOnce(account, bodies: false)
        await client.sees("2 sent")
        #expect(client.shows("2 sent"))
        client.shell.openLog()
        for words in ["Sent “About bo” to 1 recipient", "Sent “About cy” to 1 recipient"] {
            #expect(client.shows(words))
        }
    }

    @Test("quitting before a message goes out sends it, or says that it is not sent yet")
    func leaving() async throws {
        let client = try client()
        client.shell.pause = { _ in }
        await send(client, to: "bo")
        await client.shell.end()
        let words = await client.shell.sendUnsent()
        #expect(words == ["“About bo” is not sent yet: Maraca, or “maraca sync”, sends it when it next runs"])
        #expect(try client.session.actions().first { $0.command == .sendDraft }?.due == nil)
    }
}
