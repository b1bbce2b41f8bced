import Foundation
import Testing

@testable import InboxUI

@Suite("Series of commands in the settings")
struct SeriesSettingTests {
    private func read(_ commands: String, keys: String = "{}") -> SettingsReading {
        SettingsReading(Data("{\"commands\": \(commands),\n\"keys\": \(keys)}".utf8))
    }

    @Test("a series runs commands in order, some with a mailbox, tag or time, and a key can be bound to it")
    func reading() throws {
        let reading = read(
            #"""
            {"filed": {"do": ["label:Work", "-tag:todo", "star", "snooze:monday 9", "archive"]},
             "read": {"do": "shake"}, "count": {"run": "wc"}}
            """#, keys: #"{"run:filed": "D", "thread.run:read": "F11"}"#)
        #expect(reading.notices == [])
        let settings = reading.settings
        func own(_ text: String) throws -> OwnKey { try #require(OwnKey(text)) }
        #expect(
            settings.series == [
                "filed": Series([
                    .own(try own("label:Work"), takesOff: false), .own(try own("tag:todo"), takesOff: true),
                    .command(.star), .own(try own("snooze:monday 9"), takesOff: false), .command(.archive),
                ]), "read": Series([.command(.shake)]),
            ])
        #expect(settings.commands == ["count": NamedCommand(run: "wc")])
        #expect(settings.commandNames == ["count", "filed", "read"])
        let key = try #require(KeySequence("D")).keys
        for context in [KeyContext.list, .thread, .deck] {
            #expect(KeyMap(settings: settings).meaning(of: key, in: context) == .own(try own("run:filed")))
        }
        // Printing and parsing gives the same settings.
        let again = SettingsReading(Data(settings.json.utf8))
        #expect(again.settings == settings && again.notices == [])
    }

    @Test(
        "an invalid step is reported with its line, place and fix, and the series is dropped",
        arguments: [
            ("move", "is “move”, which asks: write “move:NAME”"),
            ("copyTo", "is “copyTo”, which asks: write “copy:NAME”"),
            ("label", "is “label”, which asks: write “label:NAME”"),
            ("snooze", "is “snooze”, which asks: write “snooze:TIME”"),
            ("archve", "is “archve”, which is not a command; did you mean “archive”?"),
            ("reply", "is “reply”, which can't be part of a series; use shake, "),
            ("down", "is “down”, which can't be part of a series; use shake, "),
            ("run:count", "is “run:count”, which can't be part of a series; use shake, "),
            ("go:Work", "is “go:Work”, which can't be part of a series; use shake, "),
            ("-move:Work", "is “-move:Work”, which can't be part of a series; use shake, "),
            ("snooze:never", "is “snooze:never”, which is not a future time; write one like “snooze:tomorrow 8”"),
        ])
    func wrongStep(text: String, words: String) {
        let reading = read("{\n\"filed\": {\"do\": [\"star\",\n\"\(text)\"]}, \"good\": {\"do\": [\"star\"]}}")
        #expect(reading.notices.count == 1)
        #expect(
            reading.notices.first?.hasPrefix("config.json, line 3: “commands.filed.do[1]” \(words)") == true,
            "\(reading.notices)")
        #expect(reading.settings.series == ["good": Series([.command(.star)])])
    }

    @Test("a value that is no series is reported")
    func wrong() {
        func told(_ command: String) -> [String] {
            let reading = read("{\"x\": \(command)}")
            #expect(reading.settings.series["x"] == nil && reading.settings.commands["x"] == nil)
            return reading.notices.map { $0.replacing("config.json, line 1: “commands.x", with: "") }
        }
        let list = ".do” must be a list of commands, such as [\"label:Work\", \"archive\"]"
        for wrong in ["[]", "5", "[\"star\", 5]"] { #expect(told("{\"do\": \(wrong)}") == [list]) }
        #expect(told(#"{"do": "archve"}"#) == [".do” is “archve”, which is not a command; did you mean “archive”?"])
        #expect(
            told(#"{"do": ["snooze:monday", "snooze:friday"]}"#) == [
                ".do” snoozes twice; leave out one of the times"
            ])
        #expect(told(#"{"do": ["star"], "run": "wc"}"#) == ["” has both “run” and “do”; make it two commands"])
        #expect(told("{}").first?.hasPrefix("” must be an object with “run” or “do”, such as ") == true)
    }

    @Test("an unknown field beside a series is reported, and the series stays")
    func beside() {
        let reading = read(#"{"x": {"do": ["star"], "seconds": 5}}"#)
        #expect(
            reading.notices == ["config.json, line 1: “commands.x.seconds” is unknown; use one of do"],
            "\(reading.notices)")
        #expect(reading.settings.series == ["x": Series([.command(.star)])])
    }

    @Test("a key for an unknown series is reported with a suggested name")
    func key() {
        let reading = read(#"{"filed": {"do": ["star"]}}"#, keys: #"{"run:fled": "D"}"#)
        #expect(
            reading.notices == [
                "config.json, line 2: “commands” has no command “fled” for threads; did you mean “filed”?"
            ])
    }
}
