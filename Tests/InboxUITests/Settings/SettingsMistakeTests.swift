import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Mistakes in the settings")
struct SettingsMistakeTests {
    private func read(_ json: String) -> SettingsReading { SettingsReading(Data(json.utf8)) }

    @Test("problems are reported from the top of the file down; a byte order mark is no mistake")
    func orderOfNotices() {
        let text = "{\n\"keys\": {\"archve\": \"y\"},\n\"mouse\": 7,\n\"animatoin\": true\n}"
        let reading = SettingsReading(Data([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
        #expect(reading.mistake == nil)
        #expect(reading.notices.map { $0.prefix { $0 != ":" } } == [2, 3, 4].map { "config.json, line \($0)" })
    }

    @Test("a query for new mail with an unknown field is reported, since it would find next to nothing")
    func newMailQuery() {
        #expect(read(#"{"newMailQuery": "is:unread in:work"}"#).settings.newMailQuery == "is:unread in:work")
        let reading = read(#"{"newMailQuery": "is:unread form:ann"}"#)
        #expect(reading.settings.newMailQuery == Settings().newMailQuery && reading.notices.count == 1)
    }

    @Test("unusable settings give a notice, and the rest is used")
    func notices() {
        let reading = read(
            #"{"animatoin": true, "lines": 7, "theme": "pink", "mouse": "yes", "ascii": true, "keys": {"archive": 3}}"#)
        #expect(reading.settings.ascii)
        #expect(reading.settings.lines == 1)
        #expect(
            reading.notices == [
                "config.json, line 1: “keys.archive” must be a key or a list of keys, such as e",
                "config.json, line 1: “lines” must be a whole number from 1 to 2",
                "config.json, line 1: “mouse” must be true or false",
                "config.json, line 1: “theme” must be one of maraca, dusk, contrast, plain, or of your “themes”",
                "config.json, line 1: there is no setting “animatoin”; did you mean “animation”?",
            ])
    }

    @Test("addresses that settings name as accounts although there is none are found, whatever their case")
    func unknownAccounts() {
        let settings = read(
            """
            {"identities": [{"email": "b@c.test"}, {"email": "d@c.test", "account": "me@c.test"},
                            {"email": "e@c.test", "account": "my@c.test"}],
             "trimDays": {"ME@c.test": 9, "ne@c.test": 9}, "authenticationServers": {"we@c.test": "mx.c.test"}}
            """
        ).settings
        let unknown = settings.unknownAccounts(among: [.test("Me@c.test")])
        #expect(unknown.map(\.setting) == ["identities", "trimDays", "authenticationServers"])
        #expect(unknown.map(\.address) == ["my@c.test", "ne@c.test", "we@c.test"])
    }

    @Test("a mistake inside a setting is reported with its line and path, and the rest is used")
    func nested() {
        let reading = read(
            """
            {
              "identities": [
                {"email": "ann@example.org"},
                {"name": "Bob",
                 "email": "bob"},
                {"email": "carl@example.org", "mail": "x"}
              ],
              "aliases": {"family": ["ann@example.org", "nobody"], "work": "bob@example.org", "team": []},
              "authenticationServers": {"ann": "mx.example.org", "ann@example.org": ""},
              "openers": {"pdf": "zathura", ".TXT": "less"},
              "commands": {"count": {"run": "wc", "seconds": 0}, "say": {"run": "cat"}},
              "themes": {"mine": {"accent": "#ff8800", "bar": {"on": "dark"}}},
              "trimDays": {"ann@example.org": 9, "bob@example.org": 0.5},
              "keys": {"search:((": "gF", "archive": "y"}
            }
            """)
        let told = [
            "5: “identities[1].email” must be an address", "6: “identities[2].mail” is unknown",
            "8: “aliases.family[1]” must be an address", "8: “aliases.team” must contain an address",
            "9: “authenticationServers.ann” must be named after",
            "9: “authenticationServers[\"ann@example.org\"]” must be the name of a server",
            "10: “openers.pdf” must be named after", "11: “commands.count.seconds” must be a whole number",
            "12: “themes.mine.bar.on” must be a colour", "13: “trimDays[\"bob@example.org\"]” must be a whole number",
            "14: “((” can't be searched for: ",
        ]
        #expect(reading.notices.count == told.count, "\(reading.notices)")
        for (notice, words) in zip(reading.notices, told) {
            #expect(notice.hasPrefix("config.json, line \(words)"), "\(notice)")
        }
        let settings = reading.settings
        #expect(settings.identities.map(\.email) == ["ann@example.org"])
        #expect(settings.aliases == ["work": ["bob@example.org"]] && settings.openers == [".txt": "less"])
        #expect(settings.commands.keys.sorted() == ["say"] && settings.trimDays == ["ann@example.org": 9])
        #expect(settings.keys["archive"] == ["y"] && Set(settings.themes.map(\.name)) == ["mine"])
    }

    @Test("a command without a name is reported, as nothing could run it", arguments: ["", " "])
    func namelessCommand(name: String) {
        let reading = read(#"{"commands": {"\#(name)": {"run": "wc"}, "x": {"run": "cat"}}}"#)
        #expect(
            reading.notices == [
                "config.json, line 1: “commands[\"\(name)\"]” must have a name: keys and the palette run it by that"
            ])
        #expect(reading.settings.commands.keys.sorted() == ["x"])
    }

    @Test("an unknown field in a command is reported, and the command stays")
    func commandWords() {
        let reading = read(#"{"commands": {"x": {"run": "true", "secnds": 5, "blok": true}}, "keys": {"run:x": "gB"}}"#)
        #expect(
            reading.notices == [
                "config.json, line 1: “commands.x.blok” is unknown; did you mean “block”?",
                "config.json, line 1: “commands.x.secnds” is unknown; did you mean “seconds”?",
            ])
        #expect(reading.settings.commands == ["x": NamedCommand(run: "true")])
    }

    @Test("a file that is no JSON object leaves every default", arguments: ["", "[]", "{", "null", "\"x\""])
    func broken(text: String) {
        let reading = read(text)
        #expect(reading.settings == Settings())
        #expect(reading.notices.count == 1)
    }

    @Test("a file that is not UTF-8 is reported with its line and fix, and none of it is used")
    func otherBytes() {
        let text = Array("{\n\"lines\": 2,\n\"signature\": \"Gr".utf8) + [0xFC] + Array("sse\"\n}".utf8)
        let reading = SettingsReading(Data(text))
        #expect(
            reading.notices == [
                "config.json, line 3 is not UTF-8: save the file as UTF-8. Until then every setting has its default"
            ])
        #expect(reading.settings == Settings() && reading.mistake?.hasSuffix("as UTF-8") == true)
    }

    @Test("a folder in place of the file is reported")
    func folder() throws {
        let folder = try TemporaryFolder()
        let reading = withExtendedLifetime(folder) { SettingsReading(path: folder.path) }
        #expect(reading.notices.first?.contains("is a folder, not a file. Until then every") == true)
    }

    @Test(
        "a flaw in the user's theme is reported once, and the rest of the theme works",
        arguments: [##"{"accent": "orange", "link": "#112233"}"##, #"{"like": "pink"}"#, #""dusk""#])
    func flawedTheme(text: String) {
        let reading = read("{\"theme\": \"mine\", \"themes\": {\"mine\": \(text)}}")
        #expect(reading.notices.count == 1 && reading.notices[0].contains("“themes.mine"), "\(reading.notices)")
        #expect(reading.settings.theme == "mine")
        let theme = Theme.named("mine", light: false, among: reading.settings.themes)
        #expect(theme?[.accent] == Theme.named("maraca", light: false)?[.accent])
        if text.contains("link") { #expect(theme?[.link].foreground?.rgb == 0x112233) }
    }

    @Test("a mistake is reported with its line and fix")
    func lines() {
        let reading = read(
            """
            {
              "mouse": true,
              "lins": 2,
              "keys": {
                "archive": "y",
                "trash": "y"
              }
            }
            """)
        #expect(reading.notices.count == 2)
        #expect(reading.notices[0] == "config.json, line 3: there is no setting “lins”; did you mean “lines”?")
        #expect(reading.notices[1].hasPrefix("config.json, line 6: “y” of “archive” is taken by “trash” as well"))
    }

    @Test(
        "invalid JSON is reported with line, column and reason",
        arguments: [
            ("{\n  \"mouse\": true,\n}", "line 3, column 1: remove the comma before this brace"),
            ("{\n  \"mouse\": yes\n}", "line 2, column 12: “yes” needs double quotes around it"),
            ("{\n  mouse: true\n}", "line 2, column 3: a name in double quotes is missing"),
            ("{\"a\": 1 \"b\": 2}", "line 1, column 9: a comma or a closing brace is missing"),
            ("{\"a\": \"x\n}", "line 1, column 9: a closing quote is missing in this line"),
            ("{\"a\": \"x\r\n}", "line 1, column 9: a closing quote is missing in this line"),
            ("{\"a\": 1, \"a\": 2}", "“a” appears here for the second time"),
            ("{}x", "line 1, column 3: nothing may follow the closing brace"),
            ("{\n  // mine\n  \"mouse\": true\n}", "line 2, column 3: JSON has no comments"),
            ("/* mine */ {}", "line 1, column 1: JSON has no comments"),
            ("{\"mouse\": true // mine\n}", "line 1, column 16: JSON has no comments"),
            ("{} // mine", "line 1, column 4: JSON has no comments"),
            ("{\"undoSend\": 1e400}", "line 1, column 14: “1e400” is too large a number"),
            ("{\"undoSend\": 05}", "line 1, column 14: “05” is no number in JSON"),
            ("{\"undoSend\": +5}", "line 1, column 14: “+5” is no number in JSON"),
            ("{\"undoSend\": -inf}", "line 1, column 14: “-inf” is no number in JSON"),
            (#"{"theme": "a\d"}"#, #"line 1, column 13: a backslash is written twice: \\"#),
            ("{\"theme\": \"a\tb\"}", #"line 1, column 13: a tab is written \t"#),
            (#"{"theme": "\ud800"}"#, "config.json has a text or number that can't be read"),
            ("[1]", "line 1: settings go between { and }"),
        ])
    func mistakes(text: String, words: String) {
        let reading = read(text)
        #expect(reading.notices.count == 1 && reading.notices[0].contains(words), "\(reading.notices)")
        #expect(reading.settings == Settings())
    }
}
