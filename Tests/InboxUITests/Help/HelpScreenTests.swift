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
        "who looks for a command finds those without a key too, by what the palette finds them by, and how to get at them",
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

    @Test("what has no key is told only to who looks for it, and only where there is a palette")
    func onlyWhenAsked() throws {
        let world = try FakeSurroundings()
        let all = help(world, on: .list)
        #expect(!world.text(all, 80, 200).joined().contains("sign out"))
        let writing = help(world, on: .compose, finding: "sign out")
        #expect(world.text(writing, 80, 40).joined().contains("No such key or command."))
    }

    @Test(
        "as many keys of a command are named as there is room for",
        arguments: [(80, "PgUp  Ctrl-b  "), (40, "PgUp  ")])
    func severalKeys(width: Int, keys: String) throws {
        let world = try FakeSurroundings()
        let rows = world.text(help(world, on: .list, finding: "pgup"), width, 40)
        #expect(rows.contains { $0.contains("│ \(keys)") && $0.contains(" a screen up") })
    }

    @Test("what a number before a key means stands at the end, by the keys as they are bound")
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

    @Test("a search says how it ends: Enter is done with typing, Esc shows all keys again")
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
}
