import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Bouncing a message", .timeLimit(.minutes(10)))
struct PassingOnTests {
    /// Opens the screen that asks to whom the first message should be bounced.
    private func asked(_ world: FakeSurroundings) throws -> RecipientsScreen {
        try world.fill(
            .remote(id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1, body: "Friday?"),
            .remote(id: "b", from: "bob", to: ["me"], subject: "Plan", at: 2, body: "Here."))
        let message = try #require(try world.session.messages(of: world.thread("t-a")).first)
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        world.push(screen)
        world.bounce(message, from: screen)
        return try #require(world.pushed.last as? RecipientsScreen)
    }

    @Test("typing completes known people, and a chosen person shows the address")
    func completes() throws {
        let world = try FakeSurroundings(dialect: .jmap)
        let screen = try asked(world)
        screen.type("bo")
        #expect(world.text(screen).contains { $0.contains("Bob <bob@example.test>") })
        #expect(screen.handle(.key(.tab)))
        #expect(screen.field.tokens.map(\.email) == ["bob@example.test"])
        screen.type("new@else.test")
        let lines = world.text(screen, 40, 12)
        #expect(lines.contains { $0.contains("goes to bob@example.test,") }, "\(lines)")
        #expect(lines.contains { $0.contains("Esc cancel") }, "\(lines)")
        #expect(screen.handle(.key(.enter)) && world.pops == 1 && world.pushed.last is QuestionScreen)
    }

    @Test("Esc closes the completions before it leaves; an empty or invalid recipient is refused")
    func refuses() throws {
        let world = try FakeSurroundings(dialect: .jmap)
        let screen = try asked(world)
        #expect(screen.handle(.key(.enter)) && world.pops == 0)
        screen.type("bo")
        #expect(screen.perform(.back) && world.pops == 0 && screen.field.completions.isEmpty)
        screen.type("x")
        #expect(screen.handle(.key(.enter)) && world.pops == 0)
        #expect(world.text(screen).contains { $0.contains("“box” is not an address, name or group") })
        #expect(screen.perform(.back) && world.pops == 1)
    }

    @Test("a confirmed one goes out though its screen was left while the message was fetched")
    func leaves() async throws {
        let world = try FakeSurroundings(dialect: .jmap)
        let screen = try asked(world)
        screen.type("new@else.test")
        #expect(screen.handle(.key(.enter)))
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(question.handle(.key(Key("y"))))
        #expect(world.lastingWords == ["Getting the message to redirect"])
    }
}
