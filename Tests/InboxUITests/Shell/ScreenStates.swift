import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

/// A screen in one of its states: the keys that lead there, and words that it must show.
struct ScreenState: Sendable, CustomTestStringConvertible {
    var name: String
    /// The keys that lead there from the list (or the login).
    var keys = ""
    var shows: String
    /// Words that appear some time after the first key and that the next keys need.
    var awaits = ""
    /// Prepares the client before the first key.
    var before: (@UI @Sendable (ShellClient) async throws -> Void)?
    /// What happens after the last key.
    var after: (@UI @Sendable (ShellClient) async throws -> Void)?
    var hasAccount = true
    var hasMail = true
    /// Whether to prepare it before the first screen is created.
    var isBeforeFirstScreen = false
    var settings = Settings()

    var testDescription: String { name }

    init(
        _ name: String, _ keys: String = "", awaits: String = "", shows: String, hasAccount: Bool = true,
        hasMail: Bool = true,
        settings: Settings = Settings(),
        isBeforeFirstScreen: Bool = false, before: (@UI @Sendable (ShellClient) async throws -> Void)? = nil,
        after: (@UI @Sendable (ShellClient) async throws -> Void)? = nil
    ) {
        (self.name, self.keys, self.shows, self.before, self.after) = (name, keys, shows, before, after)
        (self.hasAccount, self.hasMail, self.settings) = (hasAccount, hasMail, settings)
        self.isBeforeFirstScreen = isBeforeFirstScreen
        self.awaits = awaits
    }
}

extension ScreenState {
    static let sizes = [(80, 24), (120, 40), (40, 12), (200, 60)]
    static let all = usual + scripts + plain
    /// Those that differ in more than their mail or their signs: each may show keys of its own.
    static let usual =
        lists + finding + acting + reading + writing + troubles + accounts + boxes + mail + rare + passing

    private static let lists: [ScreenState] = [
        .init("list", shows: "Nightly"),
        .init("list-two-lines", "L", shows: "Nightly"),
        .init("list-days", "Og", shows: "Nightly"),
        .init("list-selected", "x x", shows: "2 selected"),
        .init("list-begun", "g", shows: "g…"),
        .init("thread-begun", "Enter ,", shows: ",…"),
        .init("list-done", "e", shows: "Archived"),
        .init("list-undone", "e z", shows: "Undone"),
        .init("list-empty", "gm Archive Enter", shows: "Archive is empty"),
        .init("drawer", "d", shows: "Starred                   1"),
        .init("drawer-found", "d / wor", shows: "wor"),
        .init("go-to", "gm", shows: "Go to"),
        .init("deck", "S", shows: "of 2"),
        .init("deck-end", "S s s", shows: "No unread threads!"),
    ]

    private static let finding: [ScreenState] = [
        .init("search", "/folders", shows: "1 found"),
        .init("search-nothing", "/zebra", shows: " 0 found"),
        .init("search-wrong", "/is:foo", shows: " 0 found"),
        .init("search-completed", "/is:un Tab", shows: "2 found"),
        .init("search-done", "/folders Enter", shows: "1 found"),
        .init("search-several", "/is:unread Enter", shows: "2 found"),
        .init("palette", ":", shows: "write a message"),
        .init("palette-found", ":arch", shows: "archive"),
        .init("palette-nothing", ":zzz", shows: "zzz"),
        .init("help", "?", shows: "Keys"),
        .init("help-found", "? /shake", shows: "shake"),
        .init("go-to-date", "gd", shows: "date"),
        .init("log", "e gl", shows: "Archived"),
        .init("jobs", "gj", shows: "What runs"),
    ]

    private static let acting: [ScreenState] = [
        .init("move", "m", shows: "Work"),
        .init("labels", "t", shows: "Work"),
        .init("labels-new", "t zebra", shows: "zebra"),
        .init("pipe", "|", shows: "git am"),
        .init("command", ";", shows: "Task", settings: withCommands),
        .init("select-matching", "X", shows: "match"),
        .init("outbox", "e s o", shows: "mark as read"),
        .init("outbox-empty", "o", shows: "Nothing is waiting"),
        .init("outbox-discard", "e o x", shows: "Discard this?"),
    ]

    private static let reading: [ScreenState] = [
        .init("thread", "Enter", shows: "one folder for all"),
        .init("thread-link", "Enter Tab Enter", shows: "archive.example.test"),
        .init("thread-unread-text", "j Enter", shows: "New to the list"),
        .init("reader-parts", "Enter P", shows: "Parts"),
        .init("reader-headers", "Enter i", shows: "password"),
    ]

    private static let writing: [ScreenState] = [
        .init("compose", "c", shows: "New message"),
        .init("compose-reply", "r", shows: "Re: Working"),
        .init("compose-wrong", "c Ctrl-s", shows: "no recipient"),
        .init("compose-discard", "c Tab Plan Ctrl-x", shows: "Discard this draft?"),
        .init("compose-discarded", "c Tab Plan Ctrl-x Enter", shows: "Draft discarded"),
        .init("compose-taken-back", "c Tab Plan Ctrl-x Enter z", shows: "Undone"),
        .init("compose-no-earlier", "c Ctrl-r", shows: "no earlier text"),
    ]

    private static let moved = AccountStatus.Phase.offline(
        RemoteError(
            .insecure(detail: "the server's API is at https://api.mill.example, which you have not approved"),
            call: "session", finding: .unapprovedOrigins(["https://api.mill.example"])),
        retryAt: .test(FakeSurroundings.noon + 60))

    private static let troubles: [ScreenState] = [
        .init("offline", "e", shows: "offline") {
            $0.is(.offline(unreachable, retryAt: .test(FakeSurroundings.noon + 60)))
        },
        .init("getting", shows: "getting") {
            $0.is(
                .live, .init(work: .messages, done: 41_200, total: 60_000, startedAt: .test(FakeSurroundings.noon - 4)))
        },
        .init("connecting", shows: "connecting") { $0.is(.connecting) },
        .init("first-failed", shows: "could not be fetched", hasMail: false) { client in
            client.is(.offline(unreachable, retryAt: .test(FakeSurroundings.noon + 60)))
            _ = client.list?.refreshing.failed(Wording.sentence(unreachable))
        },
        .init("loading", shows: "Reading Inbox", hasMail: false) { client in
            client.list?.loadingSince = .now - .seconds(60)
        },
        .init("server-moved", shows: "server moved") { $0.is(moved) },
        .init("server-moved-asked", shows: "password there too?") { client in
            client.is(moved)
            let account = try #require(try client.session.accounts().first)
            client.shell.askToApprove(["https://api.mill.example"], of: account)
        },
        .init("signed-out", shows: "sign in again") { $0.is(.signedOut(message: "token is revoked")) },
        .init("sign-in-again", shows: "Password") { client in
            client.is(.signedOut(message: "token is revoked"))
            let account = try #require(try client.session.accounts().first)
            client.shell.push(LoginScreen(around: client.shell, again: account))
        },
        .init("gone-for-days", shows: "offline 3 days") { client in
            client.is(.offline(unreachable, retryAt: .test(FakeSurroundings.noon + 60)))
            client.shell.status.lastContacts[client.account] = .test(FakeSurroundings.noon - 3 * 86_400 - 60)
        },
        .init("list-new", shows: "1 new", isBeforeFirstScreen: true) { client in
            await client.keepVisit(.test(FakeSurroundings.noon - 6_000))
        },
        .init("list-new-two-lines", "L", shows: "1 new", isBeforeFirstScreen: true) { client in
            await client.keepVisit(.test(FakeSurroundings.noon - 6_000))
        },
        .init("store-locked", shows: "mailbox locked") { client in
            client.is(.storeFailed(.locked))
            client.shell.say(Wording.sentence(.locked), kind: .failure)
        },
        .init("disk-full", shows: "disk full") { client in
            client.is(.storeFailed(.diskFull))
            client.shell.say(Wording.sentence(.diskFull), kind: .failure)
        },
        .init("elsewhere", shows: "synced elsewhere") { client in
            client.is(.idle)
            client.shell.status.isFollowing = true
            client.shell.saysItFollows()
        },
        .init("refused", shows: "Not done") { client in
            let action = try await client.refusal()
            client.shell.say(Wording.sentence(action, client.shell.clock), kind: .failure)
        },
    ]

    private static let accounts: [ScreenState] = [
        .init("login", shows: "Address", hasAccount: false),
        .init("login-wrong", "ann@example", shows: "not an address", hasAccount: false),
        .init("sign-out", ": signout Enter", shows: "Sign out"),
    ]

    private static let unreachable = RemoteError(.unreachable(detail: "Connection refused"), call: "changes")

    private static var withCommands: Settings {
        var settings = Settings()
        settings.commands = ["Task": NamedCommand(run: "cat"), "Print": NamedCommand(run: "lpr")]
        return settings
    }
}

extension ShellClient {
    /// Stores when the inbox was left. For use before the first screen.
    func keepVisit(_ date: Date) async {
        var places = ListPlaces()
        places.keep(ListPlace(view: .role(account, .inbox), thread: nil, leftAt: date))
        await session.setSetting(places.text, key: ListPlaces.key)
    }

    /// Shows this phase instead of the connection's.
    func `is`(_ phase: AccountStatus.Phase, _ progress: AccountStatus.Progress? = nil) {
        shell.status.statuses[account] = AccountStatus(account: account, phase: phase, progress: progress)
    }

    var list: ListScreen? { shell.flows.screens.first as? ListScreen }

    func refusal() async throws -> Notice {
        let thread = try #require(try session.threads(.everything, limit: 1).first?.id)
        _ = try await session.perform(.archive, on: [thread])
        let action = try #require(try session.actions().first)
        _ = try await session.undo()
        return .refused(action, message: "the mailbox is read-only")
    }
}

extension ShellClient {
    /// Returns a client in this state.
    static func brought(to state: ScreenState, _ width: Int = 80, _ height: Int = 24) async throws -> ShellClient {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(FakeSurroundings.noon) }
        // Animation would not be reproducible.
        var settings = state.settings
        settings.animation = false
        let client = try ShellClient(
            state.hasAccount ? (state.hasMail ? Self.mail : []) : nil, settings: settings, clock: clock,
            connects: false, make: .keepingNothing)
        try client.store.writeNow { try $0.setSetting("1", key: FirstHint.key) }
        client.is(.live)
        if state.isBeforeFirstScreen { try await state.before?(client) }
        client.shell.begin()
        // There is no server, and these pictures must not depend on when that is noticed.
        for case let list as ListScreen in client.shell.flows.screens { list.servers.pause = nil }
        if !state.isBeforeFirstScreen { try await state.before?(client) }
        _ = client.grid(width, height)
        for (number, key) in state.keys.split(separator: " ").enumerated() {
            client.type(String(key))
            await client.settle(width, height)
            guard number == 0, !state.awaits.isEmpty else { continue }
            await client.sees(width, height, patience: .seconds(20)) { client.shows(state.awaits, width, height) }
        }
        if let after = state.after {
            try await after(client)
            await client.settle(width, height)
        }
        await client.sees(width, height, patience: .seconds(20)) { client.shows(state.shows, width, height) }
        return client
    }

    private static var mail: [RemoteMessage] {
        FakeSurroundings.sixThreads.map { message in
            var message = message
            message.body = MessageBody(
                plain: message.snippet + ".\n\nSee https://archive.example.test/list for more.\n")
            return message
        }
    }
}

extension ScreenMaker {
    /// Composers that never autosave: whether they did would depend on the machine's speed.
    fileprivate static var keepingNothing: ScreenMaker {
        var make = ScreenMaker.standard
        make.compose = { request, around in
            let autosave = ComposeScreen.autosave
            return ComposeScreen(request, around: around) { pause in
                guard pause == autosave else {
                    try? await Task.sleep(for: pause)
                    return
                }
                for await _ in AsyncStream<Never>.makeStream().stream {}
            }
        }
        return make
    }
}

@UI
@Suite("Every screen in every state", .serialized, .timeLimit(.minutes(10)))
struct ScreenStateTests {
    @Test("looks as designed at four sizes", arguments: ScreenState.all)
    func golden(state: ScreenState) async throws {
        let client = try await ShellClient.brought(to: state)
        for (width, height) in ScreenState.sizes {
            await client.sees(width, height, patience: .seconds(20)) { client.shows(state.shows, width, height) }
            #expect(client.shows(state.shows, width, height), "\(client.draw(width, height).joined(separator: "\n"))")
            let mismatch = await client.atRest(width, height) {
                screenGolden("states/\(state.name)", client.grid(width, height))
            }
            #expect(mismatch == nil)
        }
        await client.shell.end()
    }
}
