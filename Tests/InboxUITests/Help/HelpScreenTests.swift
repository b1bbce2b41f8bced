import Foundation
import TerminalUI
import Testing

@testable import InboxUI

@UI
@Suite("Help", .timeLimit(.minutes(10)))
struct HelpScreenTests {
    private func help(_ world: FakeSurroundings, on context: KeyContext, finding letters: String = "") -> HelpScreen {
        let help = HelpScreen(context: context, around: world, keys: KeyMap())
        if !letters.isEmpty { _ = help.perform(.search) }
        help.type(letters)
        return help
    }

    @Test(
        "searching help also finds commands without a key, by the palette's words, and says how to run them",
        arguments: [
            ("sign", ":  sign out of this account"), ("reload", ":  reload config.json"),
            ("folder", "m  move to a mailbox"), ("delete", "#  to the trash"),
            ("delete", ":  delete a mailbox or a tag"),
        ])
    func unbound(letters: String, line: String) throws {
        let world = try FakeSurroundings()
        let shown = world.text(help(world, on: .list, finding: letters), 80, 40).joined(separator: "\n")
        let parts = line.components(separatedBy: "  ")
        let row = shown.split(separator: "\n").first { $0.contains(parts[1]) }
        #expect(row?.contains("│ \(parts[0]) ") == true, "\(shown)")
    }

    @Test("commands without a key appear only in a search, and only if there is a palette")
    func onlyWhenAsked() throws {
        let world = try FakeSurroundings()
        let all = help(world, on: .list)
        #expect(!world.text(all, 80, 200).joined().contains("sign out"))
        let writing = help(world, on: .compose, finding: "sign out")
        #expect(world.text(writing, 80, 40).joined().contains("No such key or command."))
    }

    @Test(
        "help names as many keys of a command as fit",
        arguments: [(80, "PgUp  Ctrl-b  "), (40, "PgUp  ")])
    func severalKeys(width: Int, keys: String) throws {
        let world = try FakeSurroundings()
        let rows = world.text(help(world, on: .list, finding: "pgup"), width, 40)
        #expect(rows.contains { $0.contains("│ \(keys)") && $0.contains(" a screen up") })
    }

    @Test("help ends with what a number before a key does, using the current bindings")
    func numbers() throws {
        let world = try FakeSurroundings()
        for (context, lines) in [
            (KeyContext.list, ["3j  three rows down", "3e  archive three, from here on"]),
            (.thread, ["5G  to the fifth message", "2 Enter  follow link [2]"]),
        ] {
            let rows = world.text(help(world, on: context), 80, 200)
            let heading = try #require(rows.firstIndex { $0.contains("A number before a key") })
            for line in lines {
                let parts = line.components(separatedBy: "  ")
                let row = rows[heading...].first { $0.contains(parts[1]) }
                #expect(row?.contains("│ \(parts[0]) ") == true, "\(rows[heading...])")
            }
        }
        #expect(!world.text(help(world, on: .deck), 80, 200).joined().contains("A number before"))
    }

    @Test("the search names its exits: Enter ends typing, Esc shows all keys again")
    func ending() throws {
        let world = try FakeSurroundings()
        let help = help(world, on: .list, finding: "shake")
        #expect(world.text(help).joined().contains("Enter done   Esc all"))
        _ = help.perform(.open)
        #expect(world.text(help).joined().contains("/ find   Esc all"))
        #expect(world.pops == 0)
        _ = help.perform(.back)
        #expect(world.text(help).joined().contains("Esc close"))
    }

    @Test("where the key for going back is a letter, which is text in the search, no hint without a key is shown")
    func letterBack() throws {
        let world = try FakeSurroundings()
        var settings = Settings()
        settings.keys = ["back": ["b"]]
        let help = HelpScreen(context: .list, around: world, keys: KeyMap(settings: settings))
        _ = help.perform(.search)
        help.type("shake")
        let text = world.text(help).joined()
        #expect(text.contains("Enter done") && !text.contains("all │"))
        _ = help.perform(.open)
        #expect(world.text(help).joined().contains("/ find   b all"))
    }
}
