import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Replying before the message text arrives", .timeLimit(.minutes(10)))
struct AnsweringAheadTests {
    private let world: FakeSurroundings
    private let pauses: AsyncStream<Void>
    private let pause: AsyncStream<Void>.Continuation
    private let message: Message

    init() async throws {
        // Only the composer fetches the text.
        world = try await .paused()
        try world.fill(.remote(id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1))
        world.server.put(.remote(id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1, body: "Friday at noon?"))
        world.server.hold("message")
        message = try #require(try world.session.messages(of: try world.thread("t-a")).first)
        (pauses, pause) = AsyncStream<Void>.makeStream()
    }

    private func answer(_ kind: Answer.Kind) throws -> ComposeScreen {
        let pauses = pauses
        return try #require(
            ComposeScreen(.answer(kind, message), around: world) { _ in for await _ in pauses { return } })
    }

    @Test(
        "typing works before and after a save, and the text stays whether or not the quote arrives",
        arguments: [true, false])
    func typing(comes: Bool) async throws {
        let screen = try answer(.reply)
        screen.type("a")
        pause.yield()
        await world.until { screen.keeping == .kept }
        screen.type("b")
        #expect(screen.form.body.text == "ab" && screen.isFetching)
        #expect(screen.perform(.nextLink) == false && world.said.isEmpty, "and commands are heard")
        if !comes {
            let failure = RemoteError(.unreachable(detail: "timed out"), call: "message")
            world.server.setFault { $0.name == "message" ? .before(failure) : nil }
        }
        world.server.release("message")
        await world.until { !screen.isFetching }
        #expect(world.pops == 0 && !screen.isOver)
        guard comes else { return #expect(screen.form.body.text == "ab" && world.said.count == 1) }
        #expect(screen.form.body.text.hasPrefix("ab\n") && screen.form.body.text.contains("> Friday at noon?"))
        pause.yield()
        await world.until { screen.keeping == .kept }
        let id = try #require(screen.draft)
        #expect(try world.session.draft(id)?.content.body.plain?.contains("> Friday at noon?") == true)
    }

    @Test(
        "a quote that can't be fetched is reported missing, and follows on reconnect if nothing was typed",
        arguments: [false, true])
    func comesLater(isWritten: Bool) async throws {
        let screen = try answer(.reply)
        let failure = RemoteError(.unreachable(detail: "timed out"), call: "message")
        world.server.setFault { $0.name == "message" ? .before(failure) : nil }
        world.server.release("message")
        await world.until { !screen.isFetching }
        #expect(world.said.count == 1 && world.said[0].hasPrefix("Without the quote, which is not stored here. "))
        if isWritten { screen.type("a") }
        let text = screen.form.body.text
        world.server.setFault { _ in nil }
        let changes = world.session.statusChanges()
        world.session.resume(world.account)
        if isWritten {
            for await _ in changes where world.session.status(of: world.account).isConnected {
                break
            }
            await world.settle()
            #expect(screen.form.body.text == text && !screen.isFetching)
        } else {
            await world.until { screen.form.body.text.contains("> Friday at noon?") }
        }
    }

    @Test("a forward waits for the text it forwards, unless the user confirms", arguments: [true, false])
    func sending(waits: Bool) async throws {
        let screen = try answer(.forward)
        screen.form.setFocus(.to)
        screen.type("carl@example.org")
        _ = screen.perform(.send)
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).contains { $0.contains("still being fetched") })
        _ = question.handle(.key(waits ? .escape : .enter))
        world.confirm()
        await world.settle()
        #expect(world.acted == (waits ? [] : ["sent after 10"]))
        world.server.release("message")
        guard waits else { return }
        await world.until { !screen.isFetching }
        _ = screen.perform(.send)
        world.confirm()
        await world.settle()
        #expect(world.acted == ["sent after 10"] && screen.form.body.text.contains("Friday at noon?"))
    }

    @Test(
        "a forward warns that it drops a message's formatting, if it has any",
        arguments: [("<p>Friday at <b>noon</b>?</p>", true), ("<div>Friday at noon?</div>", false)])
    func formatting(html: String, isSaid: Bool) async throws {
        var mail = RemoteMessage.remote(id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1)
        mail.body = MessageBody(html: html)
        world.server.put(mail)
        for kind in [Answer.Kind.reply, .forward] {
            let screen = try answer(kind)
            world.server.release("message")
            await world.until { !screen.isFetching }
            #expect(screen.form.body.text.contains("Friday at noon?"))
            #expect(world.said.contains { $0.contains("formatting") } == (isSaid && kind == .forward))
        }
    }

    @Test("the editor doesn't open on a reply without its quote, unless the user confirms")
    func editor() async throws {
        let screen = try answer(.reply)
        var runs = 0
        world.program = { _ in
            runs += 1
            return 0
        }
        _ = screen.perform(.editor)
        let question = try #require(world.pushed.last as? QuestionScreen)
        _ = question.handle(.key(.escape))
        #expect(runs == 0 && screen.isFetching)
        world.server.release("message")
        await world.until { !screen.isFetching }
        #expect(screen.form.body.text.contains("> Friday at noon?"))
    }
}
