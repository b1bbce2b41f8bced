import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys that write, where text is typed", .timeLimit(.minutes(10)))
struct WritingKeysTests {
    private static let editing: [Key] = [
        .left, .right, .home, .end, .backspace, .delete, .ctrl("w"), .ctrl("u"), .ctrl("k"), .ctrl("_"), .alt("_"),
        .alt("b"), .alt("f"),
    ]

    private func map(_ preset: Settings.KeyPreset, _ keys: [String: [String]] = [:]) -> KeyMap {
        var settings = Settings()
        settings.keyPreset = preset
        settings.keys = keys
        return KeyMap(settings: settings)
    }

    @Test(
        "run no command there, with no preset and no keys of one's own for all screens",
        arguments: Settings.KeyPreset.allCases)
    func bound(preset: Settings.KeyPreset) {
        let own = map(preset, ["back": ["Backspace", "Left"], "open": ["Right", "F4"], "help": ["Ctrl-k"]])
        for bindings in [map(preset), own] {
            for context in KeyContext.allCases where context.takesText {
                for key in Self.editing {
                    #expect(bindings.meaning(of: [key], in: context) == .nothing, "\(key) in \(context) with \(preset)")
                }
            }
        }
        #expect(own.meaning(of: [.backspace], in: .thread) == .command(.back))
        #expect(own.name(of: .back, in: .compose) == "Esc", "it keeps its key")
        #expect(own.sequences(of: .open, in: .picker).map(\.description) == ["F4"])
        #expect(own.problems.isEmpty)
    }

    @Test("are refused for one screen where text is typed")
    func refused() {
        let sentences = map(.maraca, ["compose.send": ["Ctrl-w"]]).problems.map(\.sentence)
        #expect(
            sentences == [
                "where text is typed, “Ctrl-w” edits it: use another key with Ctrl or Alt, or one like F6"
            ])
    }

    @Test("Ctrl-c ends no program while something is typed, with any preset", arguments: Settings.KeyPreset.allCases)
    func interrupt(preset: Settings.KeyPreset) {
        let map = map(preset)
        #expect(map.meaning(of: [.ctrl("c")], in: .search) == .command(.back))
        #expect(map.meaning(of: [.ctrl("c")], in: .compose) == .nothing)
    }

    @Test(
        "change the text of the search, of help, of boxes and of a message with every preset",
        arguments: [(.maraca, "c"), (.mutt, "m"), (.gmail, "c")] as [(Settings.KeyPreset, Key)])
    func written(preset: Settings.KeyPreset, compose: Key) async throws {
        var settings = Settings()
        settings.keyPreset = preset
        let client = try ShellClient(settings: settings)
        _ = client.draw()
        client.press("/", "f", "x", .backspace, .left, "e")
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        #expect(list.search?.field.text.hasSuffix("ef") == true && list.takesText)
        client.press(.escape, .function(1), "/", "s", "x", .backspace, .left, "t")
        #expect(client.shows("/ ts"))
        client.press(.ctrl("u"), "q")
        #expect(client.shows("/ qs"), "the text before the cursor goes, and help does not scroll")
        client.press(.escape, .escape)
        client.type(":")
        await client.sees("Commands")
        client.press(.right, .left)
        #expect(client.shows("Commands"), "neither chooses nor cancels")
        client.press(.escape, compose, "b", .left)
        #expect(client.shell.flows.screens.last is ComposeScreen)
        await client.shell.end()
    }
}
