import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Custom keys in boxes", .timeLimit(.minutes(10)))
struct BoxKeysTests {
    private func client(_ keys: [String: [String]]) throws -> ShellClient {
        var settings = Settings()
        settings.keys = keys
        return try ShellClient(settings: settings)
    }

    @Test("custom and default keys move in a box and choose its selection")
    func picker() async throws {
        let client = try client(["picker.open": ["F4"], "picker.down": ["F5"]])
        client.type(":")
        await client.sees("Commands")
        #expect(client.draw().last?.contains("F4 choose") == true)
        client.type("F1")
        #expect(client.shows("F4                   choose what is selected"))
        #expect(!client.shows("keep what was typed"))
        client.type("F1 star F4")
        await client.sees("Starred")
        #expect(client.shows("Starred"))
        client.type(": shake")
        await client.sees("shake")
        client.press(.enter)
        await client.sees("Read “First”")
        #expect(!client.shows("Commands"))
        await client.shell.end()
    }

    @Test("in a narrow terminal, an entry box still shows all its text and keys")
    func narrow() throws {
        let world = try FakeSurroundings()
        let words = "what is said here has three lines in a narrow box, the last of which ends so"
        let screen = EntryScreen(
            "Pipe", deed: "run", offered: "wc -l", around: world, note: { _ in .init(text: words) }
        ) { _ in }
        let lines = world.text(screen, 40, 12)
        #expect(lines.contains { $0.contains("Enter run   Up last   Esc cancel") })
        #expect(lines.contains { $0.contains("ends so") })
        let wide = world.text(screen, 80, 24)
        #expect(wide.contains { $0.contains("Enter run   Up the last one   Esc cancel   F1 help") })
        let question = QuestionScreen("Discard it?", text: "It goes.", deed: "discard", around: world) {}
        #expect(question.handle(.paste("y")))
        #expect(world.text(question, 40, 12).contains { $0.contains("Pasting does nothing here.") })
    }

    @Test("a long command that is pasted into an entry box is run as a whole")
    func long() throws {
        let world = try FakeSurroundings()
        let command = "grep -e " + String(repeating: "word", count: 1_000)
        var entered: String?
        let screen = EntryScreen("Pipe", deed: "run", around: world, note: { .init(text: $0) }) { entered = $0 }
        #expect(screen.handle(.paste(command)) && screen.handle(.key(.enter)))
        #expect(entered == command)
    }

    @Test("a custom key saves the contact form, and the form names it")
    func form() async throws {
        let client = try client(["picker.send": ["F4"], "picker.back": ["F6"]])
        client.type("gc a")
        await client.sees("New contact")
        #expect(client.shows("F4 keep"))
        #expect(client.shows("F6 cancel"))
        client.type("F1")
        #expect(client.shows("F4                   keep what was typed"))
        client.type("F1 Zoe Tab zoe@example.test F4")
        await client.sees("is saved")
        #expect(client.shows("Zoe is saved"))
        await client.shell.end()
    }

    @Test("a custom key marks several people")
    func marking() async throws {
        let client = try client(["picker.select": ["F4"]])
        client.type("c Ctrl-g")
        await client.sees("Write to")
        #expect(client.draw().last?.contains("F4 select") == true)
        client.press(.function(4))
        #expect(client.shows("1 marked"))
        await client.shell.end()
    }
}
