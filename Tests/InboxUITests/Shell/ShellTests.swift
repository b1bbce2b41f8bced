import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The shell around the screens", .timeLimit(.minutes(10)))
struct ShellTests {
    private typealias Client = ShellClient

    @Test("without an account the login opens; with an account the first frame shows mail")
    func firstScreen() async throws {
        let empty = try Client(withAccount: false)
        #expect(empty.shell.flows.current == .login)
        let client = try Client()
        #expect(client.shell.flows.current == .main)
        #expect(client.draw()[2].contains("First"))
        await empty.shell.end()
        await client.shell.end()
    }

    @Test("keys reach the screen in front, and Ctrl-l and help work everywhere")
    func help() async throws {
        let client = try Client()
        client.press("?")
        let text = client.draw()
        #expect(text.contains { $0.contains("Keys") })
        #expect(text[0].hasPrefix(" ☰"), "help leaves the list in sight around it")
        client.press("/", "s", "h", "a", "k", "e")
        let found = client.draw().joined(separator: "\n")
        #expect(found.contains("mark as read"))
        #expect(!found.contains("half a screen down"))
        client.press(.escape, .escape)
        #expect(client.shell.flows.screens.count == 1)
        await client.shell.end()
    }

    @Test(
        "a screen that nobody touches is drawn again when the day ends, as its dates depend on that, or in an hour",
        arguments: [(30, 30), (90, 90), (7_200, 3_600)])
    func dayEnds(left: Int, due: Int) async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(86_400 - left) }
        let client = try Client([.remote(id: "a", subject: "First", at: 200)], clock: clock, connects: false)
        client.shell.begin()
        let start = ContinuousClock.now
        _ = client.grid(80, 24, at: start)
        // After all that is drawn soon after a key.
        let later = start + .seconds(10)
        #expect(client.grid(80, 24, at: later).frame.redrawsAt == later + .seconds(due))
        await client.shell.end()
    }

    @Test("dates and times are told in the machine's time zone, also when that changes")
    func otherZone() async throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var clock = WallClock(calendar: calendar) { .test(40_000) }
        let client = try Client([.remote(id: "a", subject: "First", at: 200)], clock: clock, connects: false)
        client.shell.begin()
        let time = MessageDates(clock: clock).short(.test(200))
        #expect(client.draw()[2].contains(time))
        client.shell.clock.nextZone = { $0 == tokyo ? nil : tokyo }
        let row = client.draw()[2]
        clock.calendar.timeZone = tokyo
        #expect(row.contains(MessageDates(clock: clock).short(.test(200))) && !row.contains(time))
        #expect(client.shell.clock.calendar.timeZone == tokyo)
        await client.shell.end()
    }

    @Test("S-3: when the last account is removed, a text that is being written goes into a file, which is named")
    func orphaned() async throws {
        let client = try Client([.remote(id: "a", subject: "First", at: 200)], connects: false)
        client.shell.begin()
        _ = client.draw()
        let folder = try TemporaryFolder()
        client.write(to: "bob")
        let screen = try #require(client.shell.flows.screens.last as? ComposeScreen)
        screen.copies = OpenedFiles(root: folder.file("open"))
        try await client.session.removeAccount(client.account)
        await client.sees("The account was removed")
        #expect(client.shell.flows.current == .login)
        let parting = await client.shell.end()
        #expect(parting.failures.isEmpty && parting.notes.count == 1)
        let path = try #require(parting.notes.first?.split(separator: " ").last)
        let text = try String(contentsOfFile: String(path), encoding: .utf8)
        #expect(text.contains("Subject: About bob") && text.hasSuffix("Hello"))
    }

    @Test("a binding's first key stays visible, with the keys that can follow")
    func begun() async throws {
        let client = try Client()
        client.press("g")
        let shown = client.draw()
        #expect(shown[20].hasPrefix(" g…  a add contact  A all mail  b snoozed  c contacts  d date"))
        #expect(shown[23].contains("] next account"), "the last of them too")
        client.press("g")
        #expect(!client.draw().contains { $0.contains("g…") })
        await client.shell.end()
    }

    @Test("on a small screen the next keys fill all rows but the head; a sign marks keys without room")
    func begunSmall() async throws {
        let client = try Client()
        client.press("g")
        #expect(client.draw(40, 12).last?.contains("] next account") == true)
        let small = client.draw(40, 7)
        #expect(small[1].contains("──") && small[2].hasPrefix(" g…") && small[6].hasSuffix("…"))
        await client.shell.end()
    }

    @Test("the login moves on when another program adds an account")
    func addedElsewhere() async throws {
        let client = try ShellClient(withAccount: false)
        #expect(client.shell.flows.current == .login)
        _ = try client.store.addTestAccount()
        try await eventually { client.shell.flows.current == .main }
        #expect(client.shell.flows.screens.last is ListScreen)
    }

    @Test("signing out asks first, names what would be lost, and leads to the login")
    func signOut() async throws {
        let client = try Client()
        _ = client.draw()
        client.press("e", ":")
        for letter in "sign out" { client.press(Key(letter)) }
        client.press(.enter)
        #expect(client.shell.flows.screens.last is QuestionScreen)
        try await eventually {
            client.press("n", ":")
            for letter in "sign out" { client.press(Key(letter)) }
            client.press(.enter)
            return client.shows("1 change that")
        }
        // Enter chose the command, so a second Enter is not an answer.
        client.press("y")
        try await client.store.until { try $0.accounts().isEmpty }
        try await eventually { client.shell.flows.current == .login }
        await client.shell.end()
    }

    @Test("the end of the program waits until the user is signed out")
    func signOutAndQuit() async throws {
        let client = try Client()
        _ = client.draw()
        client.press(":")
        for letter in "sign out" { client.press(Key(letter)) }
        client.press(.enter, "y")
        await client.shell.end()
        #expect(try client.session.accounts().isEmpty)
    }

    @Test("an action is in the store when the program has ended")
    func endsWithEverythingDone() async throws {
        let client = try Client()
        _ = client.draw()
        client.press("e")
        await client.shell.end()
        #expect(try client.session.actions().map(\.command) == [.archive])
    }

    @Test("commands run in the order of their keys, including undo")
    func order() async throws {
        let client = try Client()
        _ = client.draw()
        // However slow the machine is.
        (client.shell.flows.screens.first as? ListScreen)?.deeds.patience = .seconds(600)
        client.press("*", "z", "*", "e")
        await client.shell.end()
        let thread = try #require(try client.session.threads(.everything, limit: 9).first { $0.subject == "First" })
        #expect(thread.isStarred)
        let inbox = try #require(try client.store.mailboxID("inbox"))
        #expect(!thread.mailboxes.contains(inbox))
    }

    @Test("today's count of actions is stored soon after each action, so a crash does not lose it")
    func tally() async throws {
        let client = try Client()
        client.shell.pause = { _ in }
        _ = client.draw()
        client.press("e")
        await client.sees("Archived")
        await client.sees(80, 24) { client.session.setting(DayTally.key) != nil }
        let kept = DayTally(text: client.session.setting(DayTally.key))
        let today = LocalDate(client.shell.clock.now(), client.shell.clock.calendar.timeZone)
        #expect(kept.words(on: today) == "Today: 1 archived")
        await client.shell.end()
    }

    @Test("today's count excludes a refused action and includes an action whose undo is refused")
    func tallyOfRefused() async throws {
        let client = try Client()
        _ = client.draw()
        client.press("e")
        await client.sees("Archived")
        #expect(client.shell.doneToday == "Today: 1 archived")
        var action = try #require(try client.session.actions().first)
        client.shell.hear(.refused(action, message: "not here"))
        #expect(client.shell.doneToday.isEmpty)
        action.detail = Action.ofUndo
        client.shell.hear(.refused(action, message: "not here"))
        #expect(client.shell.doneToday == "Today: 1 archived")
        // An action of another day was counted on that day.
        action.detail = nil
        action.createdAt -= 86_400
        client.shell.hear(.refused(action, message: "not here"))
        #expect(client.shell.doneToday == "Today: 1 archived")
        await client.shell.end()
    }

    @Test("a terminal too small to use still draws its rows", arguments: [(1, 1), (19, 24), (80, 5), (0, 0)])
    func tiny(width: Int, height: Int) async throws {
        let client = try Client()
        #expect(client.draw(width, height).count == height)
        await client.shell.end()
    }

    @Test("rebound keys work, and hints name them")
    func rebound() async throws {
        var settings = Settings()
        settings.keys = ["archive": ["y"]]
        let client = try Client(settings: settings)
        #expect(client.draw()[23].contains("y archive"))
        client.press("y")
        await client.shell.end()
        #expect(try client.session.actions().count == 1)
    }

    @Test("a command reloads the settings, including keys, and reports mistakes")
    func reloads() async throws {
        let client = try Client()
        let reading = SettingsReading(Data(##"{"keys": {"archive": "y"}, "mouse": false, "theme": "dusk"}"##.utf8))
        client.shell.readSettings = { reading }
        func reload() {
            client.press(":")
            for letter in "reload" { client.press(Key(letter)) }
            client.press(.enter)
        }
        reload()
        #expect(client.shell.keyName(of: .archive, in: .list) == "y")
        let display = try #require(client.application.display as? HeadlessDisplay)
        #expect(!display.hasMouse && display.theme.name == "dusk")
        #expect(client.draw()[22].contains("config.json reloaded."))
        reload()
        #expect(client.draw()[22].contains("config.json has not changed."))
        client.shell.readSettings = { SettingsReading(Data("{\"theme\": \"dusk\",,}".utf8)) }
        reload()
        #expect(client.draw().contains { $0.contains("config.json, line 1") })
        #expect(client.shell.keyName(of: .archive, in: .list) == "y" && display.theme.name == "dusk")
        client.shell.readSettings = { SettingsReading(Data("{\"lins\": 1}".utf8)) }
        reload()
        #expect(client.draw()[22].contains("line 1: there is no setting “lins”"))
        client.shell.readSettings = { SettingsReading(Data("{\"qqqqqq\": 1,\n\"lins\": 1}".utf8)) }
        reload()
        #expect(client.draw().contains { $0.contains("(and 1 more: gl)") })
        #expect(client.shell.keyName(of: .archive, in: .list) == "e")
        await client.shell.end()
    }

    @Test("without an account, whose login takes letters as text, a command is named for the rest of the notices")
    func noticesAtLogin() async throws {
        let empty = try Client(withAccount: false)
        empty.shell.tell(of: ["First flaw", "second flaw"])
        #expect(empty.shows("First flaw (and 1 more: maraca doctor)"))
        await empty.shell.end()
    }

    @Test("a background setting that is taken back gives the terminal's own background its theme again")
    func backgrounds() async throws {
        let client = try Client()
        let display = try #require(client.application.display as? HeadlessDisplay)
        #expect(display.hasLightBackground == false && !display.theme.isLight)
        for (setting, isLight) in [("light", true), ("auto", false), ("dark", false), ("light", true)] {
            client.shell.readSettings = { SettingsReading(Data("{\"background\": \"\(setting)\"}".utf8)) }
            client.shell.reload()
            #expect(display.theme.isLight == isLight, "\(setting)")
        }
        client.shell.readSettings = { SettingsReading(Data("{}".utf8)) }
        client.shell.reload()
        #expect(!display.theme.isLight)
        await client.shell.end()
    }

    @Test("reloading names exactly the changed settings that take effect at the next start")
    func waitsForStart() async throws {
        let client = try Client()
        for (text, words) in [
            (##"{"ascii": true}"##, "Reloaded; ascii takes effect at the next start."),
            (
                ##"{"ascii": true, "color": false, "certificateFile": "/none.pem", "theme": "dusk"}"##,
                "Reloaded; certificateFile and color take effect at the next start."
            ),
            (##"{"ascii": true, "color": false, "certificateFile": "/none.pem"}"##, "config.json reloaded."),
            (
                ##"{"ascii": true, "color": false, "certificateFile": "/none.pem", "keepDays": 9, "trimDays": {"a@b.test": 9}}"##,
                "Reloaded; keepDays and trimDays take effect at the next start."
            ),
        ] {
            client.shell.readSettings = { SettingsReading(Data(text.utf8)) }
            client.shell.reload()
            #expect(client.shows(words), "\(client.draw())")
        }
        await client.shell.end()
    }

    @Test("a terminal that is too small says so, and draws in full after it grows")
    func tooSmall() async throws {
        let client = try Client()
        for (width, height) in [(19, 5), (60, 4), (10, 24), (5, 1)] {
            #expect(screenGolden("too-small", client.grid(width, height)) == nil)
        }
        #expect(client.draw()[2].contains("First"))
        await client.shell.end()
    }

    @Test("help opens over any text field and lists its keys")
    func helpWhileTyping() async throws {
        let client = try Client()
        let screens: [([Key], String)] = [
            (["/"], "older:"), ([":"], "Down  Ctrl-n"), (["g", "d"], "choose what is selected or typed"),
            (["g", "c", "/"], "Tab"),
        ]
        for (keys, words) in screens {
            for key in keys { client.press(key) }
            #expect(client.draw(80, 60).last?.contains("F1 help") == true || keys == ["g", "d"], "\(keys)")
            client.press(.function(1))
            #expect(client.draw(80, 60).contains { $0.contains(words) }, "\(keys)")
            client.press(.function(1), .escape, .escape, .escape)
        }
        await client.shell.end()
    }

    @Test("help is as wide as its words if there is room, and wraps them if not")
    func wholeHelp() async throws {
        let client = try Client()
        client.press("?")
        let words = "add the sender, or someone new, to the contacts"
        #expect(client.draw(120, 80).contains { $0.contains(words) })
        let narrow = client.draw(60, 100)
        let row = narrow.first { $0.contains("add the sender") }
        #expect(row.map { !$0.contains(words) && !$0.contains("…") } == true)
        await client.shell.end()
    }
}
