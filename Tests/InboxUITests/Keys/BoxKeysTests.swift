import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys of boxes, bound anew")
struct BoxKeysTests {
    private func client(_ keys: [String: [String]]) throws -> ShellClient {
        var settings = Settings()
        settings.keys = keys
        return try ShellClient(settings: settings)
    }

    @Test("a box is moved in, and takes the selected one, by the user's own keys and by its own")
    func picker() async throws {
        let client = try client(["picker.open": ["F4"], "picker.down": ["F5"]])
        client.type(":")
        await client.sees("Commands")
        #expect(client.draw().last?.contains("F4 choose") == true)
        client.type("F1")
        #expect(client.shows("F4                   take what is selected"))
        #expect(!client.shows("keep what was typed"))
        client.type("F1 star F4")
        await client.sees("Starred")
        #expect(client.shows("Starred"))
        client.type(": shake")
        await client.sees("shake")
        client.press(.enter)
        await client.sees("Marked as read")
        #expect(!client.shows("Commands"))
        await client.shell.end()
    }

    @Test("the form of a contact is kept by the user's own key, which it names")
    func form() async throws {
        let client = try client(["picker.send": ["F4"], "picker.back": ["F6"]])
        client.type("gc a")
        await client.sees("New contact")
        #expect(client.shows("F4 keep"))
        #expect(client.shows("F6 leave"))
        client.type("F1")
        #expect(client.shows("F4                   keep what was typed"))
        client.type("F1 Zoe Tab zoe@example.test F4")
        await client.sees("is kept")
        #expect(client.shows("Zoe is kept"))
        await client.shell.end()
    }

    @Test("several people are marked by the user's own key")
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
