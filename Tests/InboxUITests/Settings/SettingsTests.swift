import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Settings")
struct SettingsTests {
    private func read(_ json: String) -> SettingsReading { SettingsReading(Data(json.utf8)) }

    @Test("problems are reported from the top of the file down; a byte order mark is no mistake")
    func orderOfNotices() {
        let text = "{\n\"keys\": {\"archve\": \"y\"},\n\"mouse\": 7,\n\"animatoin\": true\n}"
        let reading = SettingsReading(Data([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
        #expect(reading.mistake == nil)
        #expect(reading.notices.map { $0.prefix { $0 != ":" } } == [2, 3, 4].map { "config.json, line \($0)" })
    }

    @Test("the example file holds every setting with its default")
    func example() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("config.example.json")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try Settings().json.write(to: file, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == Settings().json)
        #expect(read(text).settings == Settings() && read(text).notices.isEmpty)
    }

    @Test("the configuration in the README is read without notices")
    func readme() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let shown = try #require(
            text.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```").first)
        let reading = read(shown)
        #expect(reading.settings.undoSend != Settings().undoSend && reading.notices.isEmpty, "\(reading.notices)")
        #expect(KeyMap(settings: reading.settings).problems.isEmpty)
    }

    @Test("the manual explains every setting, and docs/settings.md is what the program prints")
    func manual() throws {
        #expect(Set(SettingsTable.meanings.keys) == Set(SettingsTable.all.map(\.name)))
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("docs/settings.md")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try SettingsTable.reference.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == SettingsTable.reference)
    }

    @Test("replies use the configured line above quotes, which must end with a colon")
    @UI
    func quoteLead() throws {
        let world = try FakeSurroundings()
        world.settings = read(#"{"quoteLead": "{name} schrieb:"}"#).settings
        try world.fill(.remote(id: "a", from: "anna", at: 1, body: "Hi"))
        let message = try #require(try world.session.messages(of: try world.thread("t-a")).first)
        for request in [ComposeRequest.answer(.reply, message), .answerPart(.reply, message, text: "Hi")] {
            let screen = try #require(ComposeScreen(request, around: world))
            #expect(screen.form.body.text.contains("\n\nAnna schrieb:\n> Hi"), "\(screen.form.body.text)")
        }
        for wrong in ["wrote", "one\\ntwo:", ""] { #expect(read(#"{"quoteLead": "\#(wrong)"}"#).notices.count == 1) }
    }

    @Test("a certificate file that is unreadable or empty is reported with its consequence")
    func certificates() throws {
        let folder = try TemporaryFolder()
        func problem(_ path: String) throws -> [String] {
            try Data(#"{"certificateFile": "\#(path)"}"#.utf8).write(
                to: URL(fileURLWithPath: folder.file("config.json")))
            let reading = SettingsReading(path: folder.file("config.json"))
            #expect(reading.settings.certificatePath == (path.isEmpty ? nil : path))
            return reading.notices
        }
        #expect(try problem("") == [])
        let gone = folder.file("gone.pem")
        let remedy = "no server is trusted until that is fixed"
        #expect(try problem(gone) == ["“certificateFile”: \(gone) can't be read; \(remedy)"])
        let file = folder.file("own.pem")
        try Data("no certificate".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try problem(file).first?.contains("has no PEM certificate") == true)
        try Data("-----BEGIN CERTIFICATE-----\n…".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try problem(file) == [])
        var settings = Settings()
        settings.certificateFile = "~/own.pem"
        #expect(settings.certificatePath == NSHomeDirectory() + "/own.pem")
    }

    @Test("textWidth limits the text's width")
    @UI
    func textWidth() throws {
        let world = try FakeSurroundings()
        let line = Array(repeating: "word", count: 60).joined(separator: " ")
        try world.fill(.remote(id: "a", subject: "Long", at: 1, body: line))
        func widest(_ settings: Settings) throws -> Int {
            world.settings = settings
            let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
            _ = world.draw(screen, 200, 30)
            return screen.pane.textWidth
        }
        #expect(try widest(Settings()) == 100)
        #expect(try widest(read(#"{"textWidth": 140}"#).settings) == 140)
        #expect(read(#"{"textWidth": 4}"#).notices.count == 1)
    }

    @Test("the demo uses looks and keys, but no account settings")
    func demo() {
        let reading = read(
            ##"{"theme": "plain", "keyPreset": "mutt", "keys": {"archive": "y"}, "trimDays": {"a@b.test": 9}, "keepDays": 3, "identities": [{"email": "b@c.test"}], "newMailCommand": "x", "lnes": 2}"##
        ).forDemo
        #expect(reading.settings.theme == "plain" && reading.settings.keyPreset == .mutt)
        #expect(reading.settings.keys == ["archive": ["y"]] && reading.notices.count == 1)
        #expect(reading.settings.trimDays.isEmpty && reading.settings.keepDays == 0)
        #expect(reading.settings.identities.isEmpty && reading.settings.newMailCommand.isEmpty)
    }

    @Test("the file's settings apply")
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

    @Test("settings of words or numbers take both; old true/false values still work")
    func mixed() {
        #expect(read(#"{"markRead": 5}"#).settings.markRead == .after(seconds: 5))
        #expect(read(#"{"markRead": "open"}"#).settings.markRead == .open)
        for wrong in ["0", "1.5", "3601", #""later""#, "true"] {
            let reading = read("{\"markRead\": \(wrong)}")
            #expect(reading.notices.count == 1 && reading.settings.markRead == .leave, "\(wrong)")
        }
        let previews: [(String, Settings.Preview)] = [
            ("true", .beside), ("false", .none), (#""below""#, .below), (#""beside""#, .beside),
        ]
        for (text, preview) in previews {
            let reading = read("{\"preview\": \(text)}")
            #expect(reading.settings.preview == preview && reading.notices.isEmpty)
        }
        #expect(read(#"{"preview": "above"}"#).notices.count == 1)
        #expect(read(#"{"toastSeconds": 0}"#).settings.toastSeconds == 0)
        for text in [#"{"clock": 24}"#, #"{"clock": "24"}"#] {
            #expect(read(text).settings.clock == .twentyFour && read(text).notices.isEmpty, "\(text)")
        }
        #expect(read(#"{"clock": 23}"#).notices.count == 1)
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

    @Test("an identity says where replies go and who gets blind copies, and mistakes in that are reported")
    func identityPeople() {
        let reading = read(
            #"""
            {"identities": [{"email": "a@c.test", "replyTo": "Desk <desk@c.test>, b@c.test", "bcc": ""},
                            {"email": "d@c.test", "bcc": "nobody"}, {"email": "e@c.test"}]}
            """#)
        #expect(reading.settings.identities.map(\.email) == ["a@c.test", "e@c.test"])
        #expect(
            reading.settings.identities.first?.replyTo
                == [MailAddress(name: "Desk", email: "desk@c.test"), MailAddress(email: "b@c.test")])
        #expect(reading.settings.identities.first?.bcc == [] && reading.settings.identities.last?.bcc == nil)
        #expect(reading.notices.count == 1 && reading.notices.first?.contains("identities[1].bcc") == true)
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

    @Test("no file is no notice")
    func missing() {
        let reading = SettingsReading(path: "/nowhere/at/all/config.json")
        #expect(reading.settings == Settings() && reading.notices.isEmpty)
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

    @Test("every way to write numbers and escapes in JSON is read; what looks like a comment within a text is none")
    func validJSON() {
        for number in ["5", "5.0", "5e0", "50E-1", "0.5E+1"] {
            let reading = read("{\"undoSend\": \(number)}")
            #expect(reading.notices == [] && reading.settings.undoSend == 5, "\(number)")
        }
        let texts = read(#"{"theme": "\u0064usk", "newMailCommand": "// /* \"\\\/\b\f\n\r\t"}"#)
        #expect(texts.notices == [] && texts.settings.theme == "dusk")
    }

    @Test("a custom theme names a base theme and lists only what differs")
    func themes() throws {
        let reading = read(
            ##"""
            {"themes": {"mine": {"like": "contrast", "accent": "#ff8800", "bar": {"color": "#ffffff", "on": "#202020", "bold": true}}},
             "theme": "mine"}
            """##)
        #expect(reading.notices == [])
        #expect(reading.settings.theme == "mine")
        let dark = try #require(Theme.named("mine", light: false, among: reading.settings.themes))
        #expect(dark[.accent].foreground == Color(0xFF8800, .yellow))
        #expect(dark[.bar].background?.rgb == 0x202020 && dark[.bar].attributes == .bold)
        #expect(dark[.link] == Theme.contrastDark[.link])
        #expect(Theme.named("mine", light: true, among: reading.settings.themes)?[.link] == Theme.contrastLight[.link])
        #expect(read(##"{"themes": {"mine": {"accent": "orange"}}}"##).notices.count == 1)
        #expect(read(reading.settings.json).settings == reading.settings)
    }

    @Test("texts stay within `cacheMegabytes`, and words of evicted texts are still found")
    func limitsCache() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<4 {
            let body = "kumquat " + String(repeating: "x", count: 400_000)
            try store.receive(.remote(id: "m\(number)", at: number, body: body), account: account)
        }
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        var settings = Settings()
        settings.cacheMegabytes = 1
        try await settings.limitCache(of: session)
        let size = try store.read { try $0.cacheSize() }
        #expect((1...1_000_000).contains(size))
        #expect(try session.count(.words(.body, WordSequence("kumquat")), messages: true) == 4)
    }
}
