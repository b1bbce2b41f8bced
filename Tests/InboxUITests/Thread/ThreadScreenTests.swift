import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

@UI
@Suite("Thread screen", .timeLimit(.minutes(10)))
struct ThreadScreenTests {
    static let lead = "On Tue, Nov 17, 2009 at 11:20 PM, Carl wrote:"
    static let quoted = (1...12).map { "> quoted line \($0)" }.joined(separator: "\n")
    static let answer = """
        I saw the article and decided to take a look. I'm currently using another program and mairix to index and read \
        a collection of folders (around 40,000 messages total).

        See https://archive.example.test/list for more.
        """

    /// Six read messages and an unread one with a quote, a link and a file.
    func conversation() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        var messages = (1...5).map { index in
            RemoteMessage.remote(
                id: "m\(index)", thread: "t", from: ["lars", "keith", "mikhail"][index % 3],
                subject: "Working with folders?",
                snippet: "Words of message \(index), which go on for a while as words do",
                at: index * 86_400, body: "Text \(index)")
        }
        messages.append(
            .remote(
                id: "m6", thread: "t", from: "me", to: ["lars"], subject: "Re: Working with folders?",
                snippet: "My own answer",
                in: ["sent"], at: 6 * 86_400, body: "My own answer"))
        var last = RemoteMessage.remote(
            id: "m7", thread: "t", from: "lars", to: ["me", "keith"], subject: "Re: Working with folders?",
            snippet: "I saw the article", unread: true, at: 39 * 86_400 + 8_520,
            files: ["signature.asc", "patch.diff"],
            body: Self.lead + "\n" + Self.quoted + "\n\n" + Self.answer)
        last.files[1].size = 4_096
        messages.append(last)
        try world.fill(messages)
        return world
    }

    func screen(_ world: FakeSurroundings, _ thread: String = "t", order: (any ThreadOrder)? = nil) throws
        -> ThreadScreen
    {
        ThreadScreen(thread: try world.thread(thread), order: order, around: world)
    }

    @Test("looks as designed", arguments: ScreenState.sizes)
    func golden(width: Int, height: Int) throws {
        let world = try conversation()
        #expect(screenGolden("thread", world.draw(try screen(world), width, height)) == nil)
    }

    @Test("the header follows the thread: its title, its star, and how much of it is unread")
    func heading() async throws {
        let world = try conversation()
        let screen = try screen(world)
        #expect(world.text(screen)[0].contains("1 unread · 7 messages"))
        world.act(.star, on: [screen.thread], target: nil)
        await world.until { screen.heading?.isStarred == true }
        #expect(world.text(screen)[0].hasPrefix(" ‹ ★ Working with folders?"))
        #expect(screen.perform(.star))
        await world.until { screen.heading?.isStarred == false }
        #expect(world.acted.last?.hasPrefix("unstar") == true)
        try world.fill(
            .remote(
                id: "m1", thread: "t", from: "keith", subject: "Folders after all", unread: true, at: 86_400,
                body: "New"))
        await world.until { screen.heading?.unreadCount == 2 }
        #expect(world.text(screen)[0].hasPrefix(" ‹ Folders after all"))
        #expect(world.text(screen)[0].contains("2 unread"))
    }

    @Test("a user's block command shows its output above an open message's text; none runs unless configured")
    func blocks() async throws {
        let world = try conversation()
        let plain = try screen(world)
        #expect(plain.pane.known.blocks == nil)
        world.settings.commands = [
            "Sizes": NamedCommand(
                run: "tr ',' '\\n' | grep -c filename | sed 's/$/ files and a \\x1b[2J/'", isBlock: true),
            "Broken": NamedCommand(run: "echo no such thing >&2; exit 3", isBlock: true),
            "About threads": NamedCommand(run: "cat"),
        ]
        let screen = try screen(world)
        await world.until { world.text(screen).contains { $0.contains("2 files and a") } }
        let text = world.text(screen)
        #expect(text.contains { $0.contains("failed (3): no such thing") })
        #expect(!text.contains { $0.contains("About threads") })
        let place = try #require(text.firstIndex { $0.contains("2 files") })
        #expect(try #require(text.firstIndex { $0.contains("12 quoted lines") }) > place, "above the text")
    }

    @Test("older read messages fold into a line, and Enter unfolds them")
    func unfolds() throws {
        let world = try conversation()
        let screen = try screen(world)
        let before = world.text(screen)
        #expect(before.contains { $0.contains("4 more read messages") })
        for _ in 0..<3 { _ = screen.perform(.up) }
        _ = screen.perform(.down)
        _ = screen.perform(.down)
        #expect(screen.pane.rows[2] == .run(screen.pane.items[2..<6].map(\.id)))
        #expect(screen.pane.current == screen.pane.items[2].id)
        _ = screen.perform(.open)
        #expect(!world.text(screen).contains { $0.contains("more read messages") })
        #expect(screen.pane.rows.count == 7)
    }

    @Test("in ASCII, a long name in a folded row ends in three dots")
    func asciiName() throws {
        let world = try FakeSurroundings()
        try world.fill(
            (1...2).map { .remote(id: "m\($0)", thread: "t", from: "maximiliana", at: $0 * 86_400, body: "Text") })
        let screen = try screen(world)
        var grid = Grid(size: Size(width: 40, height: 12), frame: Frame(motion: false, glyphs: .ascii))
        screen.draw(into: &grid)
        let rows = (0..<12).map { grid.text(row: $0) }
        #expect(rows.contains { $0.contains("Maxim") && $0.contains("... ") } && !rows.joined().contains("…"))
    }

    @Test("Q shows the quotes of the message, and folds them again")
    func quotes() throws {
        let world = try conversation()
        let screen = try screen(world)
        #expect(!world.text(screen, 80, 40).contains { $0.contains("quoted line 7") })
        _ = screen.perform(.quotes)
        #expect(world.text(screen, 80, 40).contains { $0.contains("quoted line 7") })
        _ = screen.perform(.quotes)
        #expect(!world.text(screen, 80, 40).contains { $0.contains("quoted line 7") })
    }

    @Test("u marks unread and goes back, and leaving marks nothing")
    func unread() throws {
        let world = try conversation()
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.unread)
        #expect(world.acted == ["unread \(screen.thread)"])
        #expect(world.pops == 1)
    }

    @Test("shake marks the thread read and goes to the next unread thread in the list, or back")
    func shakes() async throws {
        let world = try conversation()
        try world.fill(
            .remote(id: "x", thread: "read", at: 5), .remote(id: "y", thread: "news", unread: true, at: 4, body: "News")
        )
        let order = FixedOrder(try ["t", "read", "news"].map { try world.thread($0) })
        let screen = try screen(world, order: order)
        _ = world.draw(screen)
        let (first, news) = (screen.thread, try world.thread("news"))
        _ = screen.perform(.shake)
        #expect(screen.thread == news)
        #expect(order.followed == [news])
        #expect(world.pops == 0)
        _ = screen.perform(.shake)
        #expect(world.acted == ["shake \(first)", "shake \(news)"])
        #expect(world.pops == 1)
    }

    @Test("J and K go to the neighbours in the list and say where it ends")
    func neighbours() throws {
        let world = try conversation()
        try world.fill(.remote(id: "x", thread: "other", at: 5, body: "Other"))
        let order = FixedOrder(try ["t", "other"].map { try world.thread($0) })
        let screen = try screen(world, order: order)
        _ = screen.perform(.nextThread)
        #expect(screen.thread == (try world.thread("other")))
        _ = screen.perform(.nextThread)
        #expect(world.said == ["This is the last thread in the list"])
        _ = screen.perform(.previousThread)
        #expect(screen.thread == (try world.thread("t")))
        // As from the deck.
        let alone = try self.screen(world)
        for command in [Command.nextThread, .previousThread] { _ = alone.perform(command) }
        #expect(world.said.suffix(2).allSatisfy { $0 == "This thread was not opened from a list" })
    }

    @Test("a missing text is fetched, with header and snippet shown meanwhile")
    func fetches() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.server.put(
            .remote(id: "m", thread: "t", snippet: "The beginning", unread: true, at: 9, body: "The whole text"))
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        try await world.store.until { try $0.find(RemoteID("m"), account: account.id).messages.isEmpty == false }
        let screen = try screen(world)
        if !screen.pane.bodies.state(of: screen.pane.items[0]).state.isHere {
            #expect(world.text(screen).contains { $0.contains("The beginning") })
        }
        await world.until { screen.pane.bodies.state(of: screen.pane.items[0]).state.isHere }
        #expect(world.text(screen).contains { $0.contains("The whole text") })
        world.session.stop()
    }

    @Test("a text that can't be fetched says why, with the key that tries again")
    func failsToFetch() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "m", thread: "t", snippet: "The beginning", unread: true, at: 9))
        let screen = try screen(world)
        _ = world.draw(screen)
        await world.until {
            if case .failed = screen.pane.bodies.state(of: screen.pane.items[0]).state { true } else { false }
        }
        let text = world.text(screen)
        #expect(text.contains { $0.contains("The beginning") })
        #expect(text.contains { $0.contains("R tries again") })
    }

    @Test("a new message opens only itself, and the scroll position stays")
    func arrives() async throws {
        let world = try conversation()
        let screen = try screen(world)
        let before = world.text(screen)
        try world.fill(.remote(id: "m8", thread: "t", from: "keith", unread: true, at: 40 * 86_400 - 1, body: "News\n"))
        await world.until { screen.pane.items.count == 8 }
        let after = world.text(screen)
        #expect(after[2] == before[2])
        #expect(after.contains { $0.contains("4 more read messages") })
        #expect(screen.pane.rows.last?.isOpen == true)
    }

    @Test("a thread of two thousand messages lays out only those in sight")
    func large() throws {
        let world = try FakeSurroundings()
        try world.fill(
            (0..<2_000).map { .remote(id: "m\($0)", thread: "t", unread: true, at: $0, body: "Text \($0)\n\nMore") })
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.bottom)
        #expect(world.text(screen).contains { $0.contains("Text 1999") })
        #expect(world.text(screen)[0].contains("2,000 messages"))
        #expect(screen.pane.shown.count < 40)
        // Nor does Tab lay out all of them to find that none has a link.
        let laid = screen.pane.timesLaid
        #expect(!screen.pane.moveFocus(1) && screen.pane.timesLaid == laid)
    }

    @Test("Tab finds a link far away in a thread, and lays out nothing on its way")
    func farLink() throws {
        let world = try FakeSurroundings()
        let texts: [String?] = (0..<300).map { $0 == 40 ? "See https://far.test/a" : $0 % 2 == 0 ? "Text \($0)" : nil }
        try world.fill(
            texts.enumerated().map { .remote(id: "m\($0)", thread: "t", unread: true, at: $0, body: $1) })
        let screen = try screen(world)
        _ = screen.perform(.bottom)
        _ = world.draw(screen)
        let laid = screen.pane.timesLaid
        #expect(screen.pane.moveFocus(-1))
        #expect(screen.pane.currentMessage?.remoteID == RemoteID("m40") && screen.pane.focus == .link(0))
        #expect(screen.pane.timesLaid < laid + 60)
    }

    /// Returns the view after some keys, when the text of the second of two messages arrives after them.
    private func late(after commands: Command...) async throws -> [String] {
        let world = try FakeSurroundings()
        // A text of this size is laid out in the background.
        let long = (1...8_000).map { "line \($0)" }.joined(separator: "\n") + "\nThe end"
        try world.fill(
            .remote(id: "a", thread: "t", unread: true, at: 1, body: "The beginning"),
            .remote(id: "b", thread: "t", unread: true, at: 2, body: long))
        let screen = try screen(world)
        for command in commands {
            _ = world.draw(screen)
            _ = screen.perform(command)
        }
        func isHere() -> Bool { screen.pane.bodies.state(of: screen.pane.items[1]).state.isHere }
        #expect(!isHere())
        await world.until(isHere)
        return world.text(screen)
    }

    @Test("after going to the end, its late text stays visible unless the user moves on")
    func lateEnd() async throws {
        #expect(try await late(after: .bottom).contains { $0.contains("The end") })
        let back = try await late(after: .bottom, .up)
        #expect(back.contains { $0.contains("The beginning") } && !back.contains { $0.contains("The end") })
    }

    @Test("after going to a message, as much of its late text as fits is shown unless the user moves on")
    func lateText() async throws {
        let there = try await late(after: .down)
        #expect(there[2].contains("Anna") && there.contains { $0.contains("line 10") })
        #expect(!there.contains { $0.contains("The beginning") })
        #expect(try await late(after: .down, .up).contains { $0.contains("The beginning") })
    }

    @Test("Space pages through the thread, then goes to the next unread thread")
    func pages() throws {
        let world = try FakeSurroundings()
        let long = (1...60).map { "line \($0)" }.joined(separator: "\n")
        try world.fill(
            .remote(id: "a", thread: "t", unread: true, at: 1, body: long),
            .remote(id: "b", thread: "next", unread: true, at: 2, body: "b"))
        let order = FixedOrder(try ["t", "next"].map { try world.thread($0) })
        let screen = try screen(world, order: order)
        var seen = Set<String>()
        for _ in 0..<4 {
            seen.formUnion(world.text(screen).map { String($0.drop { $0 == " " }) })
            if screen.thread == order.ids[0] { _ = screen.perform(.pageOn) }
        }
        #expect((1...60).filter { !seen.contains("line \($0)") }.isEmpty)
        #expect(screen.thread == order.ids[1])
    }

    @Test("T-1: mail text reaches the cells sanitized")
    func hostile() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(
            id: "m", thread: "t", subject: "a\u{1B}]0;x\u{7}b", snippet: "\u{1B}[2J", unread: true, at: 1,
            files: ["\u{202E}gpj.exe"],
            body: "x\u{1B}[31my\u{9B}z")
        message.from = [MailAddress(name: "Boss <boss@bank.test>\u{1B}[1m", email: "evil@else.test")]
        try world.fill(message)
        let text = world.text(try screen(world)).joined(separator: "\n")
        #expect(
            !text.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
            })
        #expect(text.contains("evil@else.test"))
        #expect(text.contains("The name looks like an address"))
    }

    @Test(
        "a setting chooses what opens after an action",
        arguments: [(Settings.AfterAction.next, "c" as String?), (.previous, "a"), (.list, nil)])
    func afterAction(setting: Settings.AfterAction, next: String?) throws {
        let world = try FakeSurroundings()
        world.settings.afterAction = setting
        for (place, id) in ["a", "b", "c"].enumerated() {
            try world.fill(.remote(id: id, subject: id, at: 100 - place))
        }
        let ids = try ["a", "b", "c"].map { try world.thread("t-\($0)") }
        let screen = ThreadScreen(thread: ids[1], order: FixedOrder(ids), around: world)
        #expect(screen.perform(.archive))
        if let next {
            #expect(screen.thread == (try world.thread("t-\(next)")))
        } else {
            #expect(world.pops == 1)
        }
    }

    @Test(
        "a key with a direction ignores afterAction",
        arguments: [(Command.archiveNext, "c"), (.archivePrevious, "a")])
    func archivesAndGoes(command: Command, next: String) throws {
        let world = try FakeSurroundings()
        world.settings.afterAction = .list
        for (place, id) in ["a", "b", "c"].enumerated() {
            try world.fill(.remote(id: id, subject: id, at: 100 - place))
        }
        let ids = try ["a", "b", "c"].map { try world.thread("t-\($0)") }
        let screen = ThreadScreen(thread: ids[1], order: FixedOrder(ids), around: world)
        #expect(screen.perform(command))
        #expect(screen.thread == (try world.thread("t-\(next)")) && world.acted.last == "archive \(ids[1])")
    }
}

/// A list that never changes.
@UI
private final class FixedOrder: ThreadOrder {
    let ids: [ThreadID]
    private(set) var followed: [ThreadID] = []

    init(_ ids: [ThreadID]) { self.ids = ids }

    func thread(after id: ThreadID) -> ThreadID? { neighbour(of: id, 1) }
    func thread(before id: ThreadID) -> ThreadID? { neighbour(of: id, -1) }
    func follow(_ id: ThreadID) { followed.append(id) }
    func linger(_ id: ThreadID) {}
    func letGo(_ id: ThreadID) {}

    private func neighbour(of id: ThreadID, _ step: Int) -> ThreadID? {
        guard let index = ids.firstIndex(of: id), ids.indices.contains(index + step) else { return nil }
        return ids[index + step]
    }
}
