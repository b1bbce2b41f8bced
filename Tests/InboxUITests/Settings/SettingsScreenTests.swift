import Foundation
import TerminalUI
import Testing

@testable import InboxUI

@UI
@Suite("Settings screen", .timeLimit(.minutes(10)))
struct SettingsScreenTests {
    @Test("settings show their value, bold if changed, and the selected setting is explained")
    func shows() throws {
        let world = try FakeSurroundings()
        world.settings.undoSend = 25
        let screen = SettingsScreen(around: world)
        for letter in "undo" { #expect(screen.handle(.key(Key(letter)))) }
        let grid = world.draw(screen, 80, 24)
        let lines = (0..<24).map { grid.text(row: $0) }
        let row = try #require(lines.firstIndex { $0.contains("undoSend") })
        #expect(lines[row].contains("25"))
        #expect(grid[(lines[row].prefix { $0 != "u" }).count, row]?.style.attributes.contains(.bold) == true)
        #expect(lines.contains { $0.contains("Takes a whole number from 0 to 120. Default: 10") })
    }

    @Test("letters find a setting by its meaning; without letters all are listed")
    func finds() {
        #expect(SettingsScreen.matching("") == SettingsTable.all.map(\.name))
        #expect(SettingsScreen.matching("undoS").first == "undoSend")
        #expect(SettingsScreen.matching("megabytes").contains("cacheMegabytes"))
        #expect(SettingsScreen.matching("locale").contains("clock"))
    }

    @Test("settings from the user's file come first, marked, even if equal to the default; the path is shown")
    func own() throws {
        let world = try FakeSurroundings()
        world.settingsFile = SettingsFile(path: NSHomeDirectory() + "/.config/maraca/config.json", own: ["undoSend"])
        let lines = world.text(SettingsScreen(around: world), 80, 24)
        #expect(lines.contains { $0.contains("1 setting of your own in ~/.config/maraca/config.json") })
        let row = try #require(lines.firstIndex { $0.contains("undoSend") })
        #expect(lines[row].contains(Glyphs.unicode.marked) && row < (lines.firstIndex { $0.contains("aliases") } ?? 0))
        #expect(lines[row].contains("▌undoSend") && lines[row].contains(" \(Glyphs.unicode.marked) 10"))
        world.settingsFile?.own = ["authenticationServers"]
        let longest = world.text(SettingsScreen(around: world), 80, 24)
        #expect(longest.contains { $0.contains("authenticationServers \(Glyphs.unicode.marked) {}") })
        world.settingsFile?.own = []
        let none = world.text(SettingsScreen(around: world), 80, 24)
        #expect(none.contains { $0.contains("No settings of your own in ~") })
        #expect(!none.contains { $0.contains(Glyphs.unicode.marked) })
    }

    @Test("Tab shows all about a setting, and the bottom line says so where something is cut")
    func whole() throws {
        let world = try FakeSurroundings()
        world.settingsFile = SettingsFile(path: "/config.json", own: ["rowStyles"])
        let screen = SettingsScreen(around: world)
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            _ = world.draw(screen, width, height)
            #expect(screen.boxLine?.more == StatusBar.Hint("Tab", "more"), "\(width)")
        }
        #expect(screen.handle(.key(.tab)))
        let whole = try #require(world.pushed.last as? TextScreen)
        let words = world.text(whole, 200, 60).joined(separator: " ")
        #expect(words.contains("Now: []") && words.contains("Takes "))
        screen.type("rowStyles")
        _ = world.draw(screen, 80, 24)
        #expect(screen.boxLine?.more == nil, "the list needs less room")
    }

    @Test("a value that is cut can be read with Tab, too")
    func wholeValue() throws {
        let world = try FakeSurroundings()
        world.settings.quoteLead = String(repeating: "On DATE NAME wrote: ", count: 20)
        let screen = SettingsScreen(around: world)
        screen.type("quoteLead")
        _ = world.draw(screen, 80, 24)
        #expect(screen.boxLine?.more != nil)
        screen.type("x")
        _ = world.draw(screen, 80, 24)
        #expect(screen.boxLine?.more == nil && screen.boxLine?.deed == nil)
        #expect(screen.handle(.key(.tab)) && world.pushed.isEmpty)
    }

    @Test("Enter opens the file and keeps the list; Esc leaves; every size can be drawn")
    func opens() throws {
        let world = try FakeSurroundings()
        let screen = SettingsScreen(around: world)
        #expect(screen.handle(.key(.enter)))
        #expect(world.settingsEdits == 1 && world.pops == 0)
        #expect(screen.perform(.back) && world.pops == 1)
        let small = world.draw(screen, 40, 12)
        #expect((0..<12).contains { small.text(row: $0).contains("aliases") })
        screen.type("undoSend")
        let words = world.text(screen, 40, 12).joined(separator: " ").split(separator: " ").joined(separator: " ")
        let meaning = try #require(SettingsTable.meanings["undoSend"]).replacing("`", with: "")
        #expect(words.contains(meaning), "what it means can be read to its end")
        #expect(words.contains("Takes a whole number from 0 to 120. Default: 10"))
        for (width, height) in [(40, 12), (20, 6), (1, 1), (200, 60)] { _ = world.draw(screen, width, height) }
    }
}
