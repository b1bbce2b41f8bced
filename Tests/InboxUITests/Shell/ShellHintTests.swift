import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Key hints on screens", .timeLimit(.minutes(10)))
struct ShellHintTests {
    private typealias Client = ShellClient

    @Test("a click on a hint acts as its key, and an unbound key gets a message")
    func hints() throws {
        let client = try Client()
        let line = client.draw()[23]
        let column = line.distance(from: line.startIndex, to: try #require(line.range(of: "/ search")).lowerBound)
        let mouse = Mouse(.press(.left), at: Point(x: column + 3, y: 23))
        client.shell.handle(.mouse(mouse), in: client.application)
        #expect((client.shell.flows.screens.last as? ListScreen)?.search?.isTyping == true)
        client.press(.escape, "y")
        #expect(client.shows("“y” does nothing here; ? shows the keys"))
        client.press(.ctrl("n"))
        #expect(client.shows("“Ctrl-n” does nothing here; ? shows the keys"))
        client.press(.ctrl("z"))
        #expect(client.shows("“Ctrl-z” does nothing: there is no shell to go back to"))
    }

    @Test("a key without meaning gets a message in a box, too", arguments: ["?", "gl", "gc Enter"])
    func boxes(keys: String) async throws {
        let client = try Client()
        _ = client.draw()
        client.type(keys)
        let screen = try #require(client.shell.flows.screens.last)
        #expect(screen.isOverlay)
        client.press("y")
        #expect(client.shows("“y” does nothing here"), "\(client.draw())")
        #expect(client.shell.flows.screens.last === screen)
        await client.shell.end()
    }

    /// Screens, the words of a hint on them, and the words that a click on it must show.
    nonisolated private static let clicks: [(keys: String, hint: String, shows: String)] = [
        ("c", "Ctrl-s send", "There is no recipient"), ("c", "Esc keep as draft", "First"),
        ("c Tab Plan Ctrl-x", "Esc ", "Plan"), ("/sec", "Enter results", "1 found"),
        ("gc", "/ search", "to the list"), ("gc a", "Esc cancel", "Contacts"), ("|", "Esc cancel", "First"),
        ("| wc", "Esc cancel", "First"), ("e gl", "Esc close", "Second"), ("?", "/ find", "a key or a word"),
        ("m", "Esc cancel", "First"), ("gj", "Esc back", "First"), ("Enter", "r reply", "Reply"),
    ]

    @Test("every screen's hints can be clicked", arguments: clicks)
    func clicks(keys: String, hint: String, shows: String) async throws {
        let client = try Client()
        _ = client.draw()
        client.type(keys)
        await client.sees(hint)
        let lines = client.draw()
        let row = try #require(lines.lastIndex { $0.contains(hint) }, "\(lines)")
        let column = lines[row].distance(
            from: lines[row].startIndex, to: try #require(lines[row].range(of: hint, options: .backwards)).lowerBound)
        let mouse = Mouse(.press(.left), at: Point(x: column + 1, y: row))
        client.shell.handle(.mouse(mouse), in: client.application)
        await client.sees(shows)
        #expect(client.shows(shows) && client.draw() != lines, "\(client.draw())")
        await client.shell.end()
    }

    @Test("where nothing can be changed, as in a feed, no key is named that would be refused")
    func readOnly() async throws {
        let client = try ShellClient(nil)
        let account = try client.store.addTestAccount(.test(dialect: .feed))
        try client.store.receive(.remote(id: "a", subject: "First", unread: true, at: 200), account: account)
        client.shell.begin()
        for (keys, named) in [("", "Enter open"), ("Enter", "q back"), ("q S", "Enter open")] {
            client.type(keys)
            await client.sees("First")
            await client.sees(named)
            let line = client.draw()[23]
            #expect(line.contains(named) && line.contains("? help"))
            for refused in ["shake", "archive", "trash", "reply", "write", "undo"] {
                #expect(!line.contains(refused), "\(line)")
            }
        }
        await client.shell.end()
    }

    @Test("the key for labels is named only where there are labels or tags", arguments: [false, true])
    func labels(hasLabels: Bool) async throws {
        let client = try ShellClient(nil)
        let account = try client.store.addTestAccount(.test(hasLabels: hasLabels))
        try client.store.receive(.remote(id: "a", subject: "First", unread: true, at: 200), account: account)
        client.shell.begin()
        await client.sees("First")
        let line = client.draw(200, 60)[59]
        #expect(line.contains("m move") && line.contains("t label") == hasLabels, "\(line)")
        await client.shell.end()
    }

    @Test(
        "a click on the sign at the top left goes back",
        arguments: ["Enter", "e o", "gc", "gj", "c"])
    func clickBack(keys: String) async throws {
        let client = try Client()
        _ = client.draw()
        client.type(keys)
        await client.sees("‹")
        let count = client.shell.flows.screens.count
        #expect(client.draw()[0].hasPrefix(" ‹ ") && count > 1)
        client.shell.handle(.mouse(Mouse(.press(.left), at: Point(x: 1, y: 0))), in: client.application)
        await client.sees(80, 24) { client.shell.flows.screens.count < count }
        #expect(client.shell.flows.screens.count == count - 1)
        await client.shell.end()
    }

    @Test(
        "a click on what may follow a begun key does that, and one beside it does nothing that is hidden beneath",
        arguments: [("g", "c contacts", "‹ Contacts"), ("3g", "g top", "Second"), ("O", "g by days", "First")])
    func clicksOnContinuations(begun: String, hint: String, shows: String) async throws {
        let client = try Client()
        await client.settle(80, 24)
        // The top line tells how far connecting is.
        func rows() -> [String] { Array(client.draw().dropFirst()) }
        let before = rows()
        client.type(begun)
        let menu = rows()
        // The first hint of the bottom line is beneath one of these.
        for place in [Point(x: 2, y: 23), Point(x: 79, y: 23)] {
            click(place, in: client)
            #expect(rows() == before)
            client.type(begun)
            #expect(rows() == menu)
        }
        let row = try #require(menu.lastIndex { $0.contains(hint) }, "\(menu)")
        let column = menu[row].distance(
            from: menu[row].startIndex, to: try #require(menu[row].range(of: hint)).lowerBound)
        click(Point(x: column, y: row + 1), in: client)
        await client.sees(shows)
        #expect(!client.shell.reader.isWaiting && rows() != menu, "\(client.draw())")
        await client.shell.end()
    }

    @Test("a click on a completion takes it", arguments: ["Keith <", "Keith Packard"])
    func clicksOnCompletion(name: String) async throws {
        let client = try await Client.brought(to: ScreenState("completing", "c kei", shows: "Keith Packard"))
        let lines = client.draw()
        let row = try #require(lines.lastIndex { $0.contains(name) }, "\(lines)")
        click(Point(x: 14, y: row), in: client)
        let field = try #require((client.shell.flows.screens.last as? ComposeScreen)?.form.recipients[.to])
        #expect(field.completions.isEmpty && field.tokens.count == 1)
        #expect(field.tokens.first?.displayName == (name == "Keith <" ? "Keith" : name), "\(client.draw())")
        await client.shell.end()
    }

    private func click(_ place: Point, in client: Client) {
        client.shell.handle(.mouse(Mouse(.press(.left), at: place)), in: client.application)
    }

    @Test("key hints in the login can be clicked, too")
    func clicksInLogin() throws {
        let client = try Client(withAccount: false)
        let lines = client.draw()
        for (hint, shows) in [("F1 help", "Keys"), ("Enter", "Type an address")] {
            let row = try #require(lines.lastIndex { $0.contains(hint) }, "\(lines)")
            let column = lines[row].distance(
                from: lines[row].startIndex, to: try #require(lines[row].range(of: hint)).lowerBound)
            let before = client.draw()
            client.shell.handle(
                .mouse(Mouse(.press(.left), at: Point(x: column + 1, y: row))), in: client.application)
            #expect(client.draw() != before, "\(hint) \(shows)")
            if hint == "F1 help" { client.press(.escape) }
        }
    }
}
