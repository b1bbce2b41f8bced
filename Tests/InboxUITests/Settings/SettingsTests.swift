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
