import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Palette", .timeLimit(.minutes(10)))
struct PaletteTests {
    @Test("some letters find a command by its title or name; without letters the most used stand first")
    func order() {
        let choices = PaletteChoices([.down, .archive, .star, .redraw])
        #expect(choices.matching("arch") == [.command(.archive)])
        #expect(choices.matching("anew") == [.command(.redraw)])
        #expect(choices.matching("").map(\.name) == ["archive", "star", "redraw", "down"])
        let used = PaletteChoices([.down, .archive, .star, .redraw], uses: choices.text(choosing: .command(.redraw)))
        #expect(used.matching("").map(\.name) == ["redraw", "archive", "star", "down"])
        #expect(used.matching("xyzzy").isEmpty)
    }

    @Test(
        "commands are found by what other programs call them, and scattered letters are no match beside that",
        arguments: [
            ("delete", Command.trash), ("spam", .junk), ("theme", .settings), ("folder", .move),
            ("mark all", .selectMatching),
        ])
    func otherWords(letters: String, command: Command) {
        let found = PaletteChoices(Command.allCases).matching(letters)
        #expect(found.first == .command(command), "\(found.prefix(3))")
        #expect(!PaletteChoices(Command.allCases).matching("theme").contains(.command(.snooze)))
    }

    @Test("broken notes of what was used do no harm")
    func brokenUses() {
        #expect(PaletteChoices([.help], uses: "{nonsense").matching("") == [.command(.help)])
    }

    @Test("Enter goes away, then does what is selected, and it counts as used; Esc does nothing")
    func choosing() throws {
        let world = try FakeSurroundings()
        var chosen: [PaletteEntry] = []
        let palette = PaletteScreen([.archive, .star], context: .list, around: world) { chosen.append($0) }
        for letter in "sta" { #expect(palette.handle(.key(Key(letter)))) }
        #expect(palette.handle(.key(.enter)))
        #expect(chosen == [.command(.star)])
        #expect(world.pops == 1)
        #expect(world.kept[PaletteChoices.setting] == #"{"star":1}"#)
        let other = PaletteScreen([.archive], context: .list, around: world) { chosen.append($0) }
        #expect(other.perform(.back))
        #expect(world.pops == 2)
        #expect(chosen == [.command(.star)])
    }

    @Test("commands of the user's own stand in the palette by their names, and are run for the selected thread")
    func own() async throws {
        var settings = Settings()
        settings.commands = ["Count words": NamedCommand(run: "grep -o '\"subject\":\"[A-Z][a-z]*\"' | head -1")]
        let client = try ShellClient(settings: settings)
        client.type(": count")
        #expect(client.draw().contains { $0.contains("Count words") && $0.contains("yours") })
        client.type("Enter")
        await client.sees("\"subject\":\"First\"")
        client.type("Esc ? : count")
        #expect(!client.draw().contains { $0.contains("yours") }, "help is about no thread")
        await client.shell.end()
    }

    @Test("a command that is chosen for the third time is told with its key, beside what it did")
    func teaches() async throws {
        let client = try ShellClient()
        for time in 1...3 {
            client.type(": star Enter")
            await client.sees(time == 2 ? "Star taken away" : "Starred “")
            #expect(client.shows("* does that too: star") == (time == 3))
        }
        await client.shell.end()
    }

    @Test("undo and redo say beforehand what they are about; a message that is about to leave comes first")
    func turns() async throws {
        let client = try ShellClient()
        client.type(": undo")
        #expect(client.shows("undo  ") && !client.shows("undo:"))
        client.type("Esc e")
        await client.sees("Archived")
        client.type(": undo")
        #expect(client.shows("undo: archive “First”"))
        client.type("Enter")
        await client.sees("Taken back")
        client.type(": redo")
        #expect(client.shows("redo: archive “First”"))
        client.type("Esc")
        client.shell.sent(ActionID(99), draft: nil, seconds: 60)
        client.type(": undo")
        #expect(client.shows("undo: the message that is about to leave"))
        client.type("Esc gc : undo")
        #expect(!client.shows("undo:"), "among contacts it brings back who was removed")
        await client.shell.end()
    }

    @Test("the palette looks as it was drawn", arguments: [(80, 24), (120, 40), (40, 12), (200, 60)])
    func looks(width: Int, height: Int) throws {
        let world = try FakeSurroundings()
        let palette = PaletteScreen(KeyMap().commands(in: .list), context: .list, around: world) { _ in }
        #expect(screenGolden("palette", world.draw(palette, width, height)) == nil)
    }
}
