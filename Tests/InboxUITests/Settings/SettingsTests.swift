import Foundation
import TerminalUI
import Testing

@testable import InboxUI

@Suite("Settings")
struct SettingsTests {
    private func read(_ json: String) -> SettingsReading { SettingsReading(Data(json.utf8)) }

    @Test("the example file holds every setting with its default")
    func example() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("config.example.json"), encoding: .utf8)
        #expect(text == Settings().json)
        #expect(read(text) == SettingsReading())
    }

    @Test("what the file says is taken")
    func taken() {
        let reading = read(
            #"{"animation": false, "theme": "plain", "lines": 2, "background": "light", "keys": {"archive": "y", "star": ["F", "*"]}}"#
        )
        #expect(reading.notices == [])
        #expect(!reading.settings.animation)
        #expect(reading.settings.theme == "plain")
        #expect(reading.settings.lines == 2)
        #expect(reading.settings.background == .light)
        #expect(reading.settings.keys == ["archive": ["y"], "star": ["F", "*"]])
    }

    @Test("what can't be used is a notice, and the rest is taken")
    func notices() {
        let reading = read(
            #"{"animatoin": true, "lines": 7, "theme": "pink", "mouse": "yes", "ascii": true, "keys": {"archive": 3}}"#)
        #expect(reading.settings.ascii)
        #expect(reading.settings.lines == 1)
        #expect(
            reading.notices == [
                "config.json: there is no setting “animatoin”",
                "config.json: “keys” must be an object of commands and their keys",
                "config.json: “lines” must be a whole number from 1 to 2",
                "config.json: “mouse” must be true or false",
                "config.json: “theme” must be one of maraca, contrast, plain",
            ])
    }

    @Test("a file that is no JSON object leaves every default", arguments: ["", "[]", "{", "null", "\"x\""])
    func broken(text: String) {
        let reading = read(text)
        #expect(reading.settings == Settings())
        #expect(reading.notices.count == 1)
    }

    @Test("no file is no notice")
    func missing() {
        #expect(SettingsReading(path: "/nowhere/at/all/config.json") == SettingsReading())
    }

    @Test("colour can be switched off by the settings and by the environment")
    func color() {
        var settings = Settings()
        #expect(!settings.displayOptions(environment: [:]).monochrome)
        #expect(settings.displayOptions(environment: ["NO_COLOR": "1"]).monochrome)
        #expect(!settings.displayOptions(environment: ["NO_COLOR": ""]).monochrome)
        settings.color = false
        #expect(settings.displayOptions(environment: [:]).monochrome)
    }
}
