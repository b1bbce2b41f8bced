import Foundation
import InboxKit
import InboxModel
import InboxRemote
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI
@testable import TerminalUI

/// What a displayed key must change: the screen, a notice, or output to the terminal.
private struct Effect: Equatable {
    private var cells: [Cell]
    private var cursor: Point?
    private var timesRedrawn: Int
    private var copied: String?
    private var hasQuit: Bool
    private var timesSaid: Int

    @UI
    init(_ client: ShellClient) {
        let grid = client.grid(80, 24)
        (cells, cursor) = (grid.cells, grid.frame.cursor)
        let display = client.application.display as? HeadlessDisplay
        (timesRedrawn, copied) = (display?.timesRewritten ?? 0, display?.copied)
        (hasQuit, timesSaid) = (client.application.isQuitting, client.shell.journal.count)
    }
}

/// States for each key table. Each key must do something in at least one of them.
private let places: [KeyContext: [ScreenState]] = [
    .list: [
        .init("one of several", "j j", shows: "Nightly"),
        .init("one was archived", "j e", shows: "Archived"),
        .init("taken back", "j e z", shows: "Undone"),
        .init("some are selected", "x x", shows: "2 selected"),
    ],
    .search: [
        .init("several found", "/is:read Down", shows: "found"),
        .init("to be completed", "/is:", shows: "Tab"),
        .init("completed", "/is:un Tab Tab", shows: "found"),
    ],
    .drawer: [
        .init("drawer", "d j j", shows: "Starred"),
        .init("after an action", "e d j", shows: "Starred"),
        .init("taken back", "e z d j", shows: "Starred"),
        .init("second of the views", "/folders Enter v Esc /lunch Enter v Esc d G k k k", shows: "Views"),
        .init("first of the views", "/folders Enter v Esc /lunch Enter v Esc d G k k k k", shows: "Views"),
    ],
    .thread: [
        .init("thread", "j Enter", shows: "New to the list"),
        .init("long thread", "gg Enter", shows: "line 1") { try await $0.receiveLongMail() },
        .init("end of a long thread", "gg Enter G", shows: "line 99") { try await $0.receiveLongMail() },
        .init("after an action", "e Enter", shows: "messages"),
    ],
    .reader: [
        .init("long text", shows: "line 1") { await $0.readLongText() },
        .init("end of a long text", "G", shows: "line 99") { await $0.readLongText() },
    ],
    .compose: [.init("compose", "c", shows: "New message"), .init("subject", "c Tab", shows: "New message")],
    .deck: [
        .init("deck", "S", shows: "of 2"), .init("one is done", "S e", shows: "of 1"),
        .init("taken back", "S e z", shows: "of 2"),
    ],
    .outbox: [
        .init("outbox", "e s * o j", shows: "mark as read"),
        .init("taken back", "e s * z o", shows: "mark as read"),
    ],
    .contacts: [.init("contacts", "gc j j", shows: "Contacts"), .init("after an action", "e z gc", shows: "Contacts")],
    .jobs: [
        .init("jobs", "gj", shows: "What runs") { _ = try $0.store.addTestAccount(.test("other@example.test")) },
        .init("second of the jobs", "gj j", shows: "What runs") {
            _ = try $0.store.addTestAccount(.test("other@example.test"))
        },
        .init("after an action", "e z gj", shows: "What runs"),
    ],
    .login: [
        .init("login", shows: "Address", hasAccount: false), .init("typed", "ann", shows: "ann", hasAccount: false),
    ],
    .picker: [
        .init("move", "m Down", shows: "Work"), .init("contact", "gc a", shows: "New contact"),
    ],
    .help: [.init("help", "? j", shows: "Keys"), .init("further down", "? G", shows: "Keys")],
]

@UI
@Suite("Everything shown responds", .serialized, .timeLimit(.minutes(10)))
struct NothingDeadTests {
    @Test("every key of a screen's table does something there", arguments: KeyContext.allCases)
    func keys(context: KeyContext) async throws {
        // An editor takes the terminal and a demo starts a server: the end-to-end stories `own_editor` and `demo` press these.
        var dead = KeyMap().commands(in: context).filter { $0 != .editor && $0 != .demo }
        // First all keys in sequence, which is fast; then those without effect, each in a fresh state.
        for isAlone in [false, true] {
            for place in places[context] ?? [] where !dead.isEmpty {
                var client = try await ShellClient.brought(to: place)
                #expect(client.shell.flows.screens.last?.keyContext == context, "\(place): \(client.draw())")
                for command in dead {
                    let isAlive = await press(command, client, context)
                    if isAlive { dead.removeAll { $0 == command } }
                    guard isAlone || !client.isStill(context) else { continue }
                    await client.shell.end()
                    client = try await ShellClient.brought(to: place)
                }
                await client.shell.end()
            }
        }
        #expect(dead == [])
    }

    /// Presses the first key of a command. Returns whether that had an effect.
    private func press(_ command: Command, _ client: ShellClient, _ context: KeyContext) async -> Bool {
        await client.rest()
        let before = Effect(client)
        for key in KeyMap().sequences(of: command, in: context).first?.keys ?? [] { client.press(key) }
        return await client.hasChanged(before)
    }

    /// The hints pressed so far: the same one on the same kind of screen is not pressed again.
    private static var pressed: Set<String> = []

    @Test("every key shown on the screen does something", arguments: ScreenState.usual)
    func hints(state: ScreenState) async throws { try await press(state, "") { $0 != ["Ctrl-e"] } }

    @Test(
        "rebound commands no longer show their old keys, and their new keys do something",
        arguments: ScreenState.usual)
    func reboundHints(state: ScreenState) async throws {
        var state = state
        state.settings.keys = ["back": ["F6"], "help": ["F7"], "quit": ["F9"]]
        let new = ["Esc": "F6", "?": "F7"]
        state.keys = state.keys.split(separator: " ").map { new[String($0)] ?? String($0) }.joined(separator: " ")
        let concerned: Set = ["Esc", "q", "?", "F1", "Ctrl-q", "Ctrl-c", "F6", "F7", "F9"]
        try await press(state, "rebound ") { !concerned.isDisjoint(with: $0) }
    }

    private func press(_ state: ScreenState, _ sort: String, where isConcerned: ([String]) -> Bool) async throws {
        var client = try await ShellClient.brought(to: state)
        let kind =
            sort
            + "\(client.shell.flows.screens.last?.keyContext.rawValue ?? "") \(client.list?.rows.rows.isEmpty ?? true) "
            + (state.name.hasSuffix("nothing") ? "nothing there " : "")
        for keys in client.shownKeys where isConcerned(keys) {
            guard Self.pressed.insert(kind + keys.joined()).inserted else { continue }
            var isAlive = false
            // One of two directions may be at its end.
            for key in keys where !isAlive {
                let before = Effect(client)
                client.type(key)
                isAlive = await client.hasChanged(before, patience: key == keys.last ? .seconds(20) : .zero)
            }
            #expect(isAlive, "\(keys) does nothing:\n\(client.draw().joined(separator: "\n"))")
            await client.shell.end()
            client = try await ShellClient.brought(to: state)
        }
        await client.shell.end()
    }

    /// States in which an action was done and another screen, or none, came to the front.
    nonisolated private static let noticed: [ScreenState] = [
        .init("done", "j e", shows: "Archived"), .init("taken back", "j e z", shows: "Undone"),
        .init("in a thread", "Enter *", shows: "tarred"),
        .init("over its source", "Enter * I", shows: "Return-Path") { $0.tellsHeaders() },
        .init("under help", "e ?", shows: "Keys"), .init("under the log", "e z gl", shows: "What happened"),
        .init("on the deck", "e S", shows: "of "), .init("over the drawer", "e d", shows: "Starred"),
        .init("under a picker", "e m", shows: "Work"), .init("in the outbox", "e o", shows: "archive"),
        .init("while one writes", "e c", shows: "New message"),
    ]

    @Test(
        "a notice names a key only if the front screen has it; pressing or clicking it does what the notice says",
        arguments: noticed)
    func notices(state: ScreenState) async throws {
        for isClicked in [false, true] {
            let client = try await ShellClient.brought(to: state)
            await client.rest()
            let screen = try #require(client.shell.flows.screens.last)
            let text = client.draw().dropLast().joined(separator: "\n")
            let named = [("z", "z undo"), ("Z", "Z redo")].first { text.contains($0.1) }?.0
            let hasKey = !screen.takesText && client.shell.keyName(of: .undo, in: screen.keyContext) != nil
            #expect((named != nil) == hasKey, "\(text)")
            if let named {
                let before = client.shell.journal.count
                if isClicked {
                    let hint = try #require(client.shell.hints.last { $0.key == named && $0.place.y < 23 })
                    client.press(at: Point(x: hint.place.x + 2, y: hint.place.y))
                } else {
                    client.type(named)
                }
                await client.settle(80, 24)
                #expect(client.shell.journal.count > before, "\(client.draw().joined(separator: "\n"))")
            }
            await client.shell.end()
        }
    }

    /// States with rows to choose from.
    nonisolated private static let rows = ScreenState.all.filter {
        [
            "list", "list-two-lines", "list-days", "drawer", "search-several", "palette-found", "move", "labels",
            "command", "thread", "outbox", "jobs", "settings", "snooze", "copy", "messages", "contacts", "contact",
            "go-to",
            "files", "contact-picker", "send-later", "discarded", "reader-parts", "drawer-found", "two-accounts-drawer",
        ].contains($0.name)
    }

    @Test("every selectable row does something, by key and by mouse", arguments: rows)
    func rows(state: ScreenState) async throws {
        var last: Effect?
        for count in 0..<12 {
            let client = try await ShellClient.brought(to: state)
            for _ in 0..<count { client.type("Down") }
            await client.rest()
            let before = Effect(client)
            if before == last {
                await client.shell.end()
                return
            }
            last = before
            let place = client.grid(80, 24).frame.cursor
            let takesText = client.shell.flows.screens.last?.takesText == true
            client.type("Enter")
            let isAlive = await client.hasChanged(before)
            #expect(isAlive, "Enter does nothing:\n\(client.draw().joined(separator: "\n"))")
            await client.shell.end()
            // The cursor is in the row, except where text is typed.
            guard !takesText, let place, place.y > 1, place.y < 23 else { continue }
            let other = try await ShellClient.brought(to: state)
            await other.rest()
            let first = Effect(other)
            other.press(at: place)
            let isPressed = await other.hasChanged(first)
            #expect(isPressed, "a press does nothing:\n\(other.draw().joined(separator: "\n"))")
            await other.shell.end()
        }
    }
}

extension ShellClient {
    /// Whether the client is still running and on a screen of that kind.
    fileprivate func isStill(_ context: KeyContext) -> Bool {
        shell.flows.screens.last?.keyContext == context && !application.isQuitting
    }

    /// Returns once nothing changes by itself any more.
    fileprivate func rest() async {
        var before = Effect(self)
        for _ in 0..<20 {
            await settle(80, 24)
            let now = Effect(self)
            if now == before { return }
            before = now
        }
    }

    /// - Parameter patience: how long to look for what comes from another thread, which takes longer on a slow machine.
    fileprivate func hasChanged(_ before: Effect, patience: Duration = .zero) async -> Bool {
        let end = ContinuousClock.now + patience
        var looks = 0
        while Effect(self) == before {
            guard looks < 15 || ContinuousClock.now < end else { return false }
            await settle(80, 24)
            looks += 1
        }
        return true
    }

    fileprivate func press(at place: Point) {
        for action in [Mouse.Action.press(.left), .release(.left)] {
            shell.handle(.mouse(Mouse(action, at: place)), in: application)
        }
    }

    fileprivate func receiveLongMail() async throws {
        let lines = (1...99).map { "line \($0)" }.joined(separator: "\n")
        var mail = RemoteMessage.remote(id: "long", subject: "Long", unread: true, at: FakeSurroundings.noon)
        mail.body = MessageBody(plain: lines)
        try store.receive(mail, account: account)
        await settle(80, 24)
    }

    fileprivate func readLongText() async {
        let text = (1...99).map { "line \($0)" }.joined(separator: "\n")
        let content = ReaderScreen.Content(text: StyledText(plain: text), bytes: Array(text.utf8))
        shell.push(ReaderScreen("Long", around: shell) { () async throws(SessionError) in content })
        await sees("line 1")
    }

    /// The keys in the bottom line, and those between blanks or bars in an overlay.
    fileprivate var shownKeys: [[String]] {
        let isOver = shell.flows.screens.last?.isOverlay == true || shell.flows.screens.last?.takesText == true
        guard isOver else { return bottomKeys }
        let known: Set = ["Enter", "Esc", "Tab", "Space", "y"]
        var words: [[String]] = []
        for line in draw() {
            for part in line.split(whereSeparator: { "│╭╰─╮╯".contains($0) }) {
                words += String(part).components(separatedBy: "  ").map { $0.split(separator: " ").map(String.init) }
            }
        }
        // “F12” is a key, “Files” is not.
        let isKey = { (word: String) in
            known.contains(word) || word.hasPrefix("Ctrl-") || word.hasPrefix("F") && Key(word) != nil && word.count > 1
        }
        return words.filter { $0.count > 1 && isKey($0[0]) }.map { [$0[0]] }
    }
}
