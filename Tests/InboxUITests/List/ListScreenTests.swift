import Foundation
import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("List screen", .timeLimit(.minutes(5)))
struct ListScreenTests {
    /// Day 40 at noon is Tuesday 10 February 2026.
    private static let noon = 40 * 86_400 + 12 * 3_600

    private func mailbox() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: Self.noon)
        let now = Self.noon
        var lunch = RemoteMessage.remote(
            id: "lunch1", thread: "lunch", from: "bob", subject: "Lunch?", snippet: "Shall we?", at: now - 90_000 * 30)
        lunch.keywords.insert(.answered)
        try world.fill([
            .remote(
                id: "dir1", thread: "dir", from: "lars", subject: "Working with folders?", snippet: "old",
                at: now - 90_000),
            .remote(
                id: "dir2", thread: "dir", from: "mikhail", subject: "Re: Working with folders?", snippet: "older",
                at: now - 9_000),
            .remote(
                id: "dir3", thread: "dir", from: "keith", subject: "Re: Working with folders?",
                snippet: "I am using one folder for all of it, which is fine", unread: true, at: now - 3_000),
            .remote(
                id: "new", from: "keith packard", subject: "New to the list", snippet: "Hi all, I've been lurking here",
                unread: true,
                starred: true, at: now - 10_000),
            .remote(
                id: "patch", from: "carl", subject: "[PATCH] Close the file after parsing", snippet: "The file",
                at: now - 86_400 * 2),
            .remote(
                id: "build", from: "build robot", subject: "Nightly build: 3 failures", snippet: "see the attachment",
                at: now - 86_400 * 4, files: ["log.txt"]),
            lunch,
            .remote(
                id: "lunch2", thread: "lunch", from: "me", to: ["bob"], subject: "Re: Lunch?", snippet: "Yes, at one.",
                at: now - 86_400 * 29),
            .remote(id: "old", from: "jan", subject: "Long ago", snippet: "It was a dark night", at: -86_400 * 400),
        ])
        return (world, world.list())
    }

    // MARK: Looks

    @Test("the list looks as it was drawn", arguments: [(80, 24), (120, 40), (40, 12)])
    func looks(width: Int, height: Int) throws {
        let (world, list) = try mailbox()
        #expect(screenGolden("list", world.draw(list, width, height)) == nil)
    }

    @Test("two lines a thread")
    func twoLines() throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.lines))
        #expect(screenGolden("list-two-lines", world.draw(list)) == nil)
        #expect(world.kept[ListScreen.linesKey] == "2")
    }

    @Test("plain characters serve a terminal without others")
    func ascii() throws {
        let (world, list) = try mailbox()
        world.status.connection = "live"
        var grid = Grid(size: Size(width: 80, height: 24), frame: Frame(motion: false, glyphs: .ascii))
        list.draw(into: &grid)
        // What RecipientsLabel shortens keeps its own sign; nothing else may be beyond ASCII.
        let strange = grid.cells.map(\.text).joined().unicodeScalars.filter { !$0.isASCII && $0 != "…" }
        #expect(strange.isEmpty)
    }

    @Test("a hostile subject stays in its cells")
    func hostile() throws {
        let world = try FakeSurroundings(now: Self.noon)
        try world.fill(
            .remote(id: "x", from: "eve\u{1B}]0;x\u{7}", subject: "a\u{1B}[2J\u{202E}b\nc", snippet: "\u{9B}31m", at: 5)
        )
        let grid = world.draw(world.list())
        let controls = grid.cells.flatMap(\.text.unicodeScalars).filter {
            $0.properties.generalCategory == .control || $0.value == 0x202E
        }
        #expect(controls.isEmpty)
    }

    @Test("an empty inbox says so, with the keys that help")
    func empty() throws {
        let world = try FakeSurroundings(now: Self.noon)
        #expect(screenGolden("list-empty", world.draw(world.list(), 40, 12)) == nil)
    }

    // MARK: Acting

    @Test("shaking marks the selected thread read and goes on to the next")
    func shake() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let (first, second) = (try world.thread("dir"), try world.thread("t-new"))
        #expect(list.rows.selection == first)
        #expect(list.perform(.shake))
        #expect(list.rows.selection == second)
        await world.until { list.threads[first]?.isUnread == false }
        #expect(list.rows.selection == second)
        #expect(world.acted == ["shake \(first)"])
    }

    @Test("in an unread view a row that is shaken slides out, and the next is selected")
    func shakeAway() async throws {
        let (world, list) = try mailbox()
        list.show(.unread(world.account))
        await world.until { list.rows.rows.count == 2 && list.loadingSince == nil }
        let begin = ContinuousClock.now
        _ = world.draw(list, at: begin, motion: true)
        let second = try world.thread("t-new")
        #expect(list.perform(.shake))
        await world.until { list.rows.rows == [second] }
        let start = world.draw(list, at: begin + .seconds(1), motion: true)
        let middle = world.draw(list, at: begin + .milliseconds(1_060), motion: true)
        let end = world.draw(list, at: begin + .milliseconds(1_400), motion: true)
        #expect(start.frame.animatesUntil != nil)
        #expect(middle.text(row: 2) != end.text(row: 2))
        #expect(end.text(row: 2).contains("New to the list"))
        #expect(list.rows.selection == second)
    }

    @Test("a draft by itself is opened to be written on, other threads to be read")
    func draft() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.open))
        #expect(world.pushed.last is ThreadScreen)
        try world.fill(.remote(id: "d", subject: "Half done", draft: true, in: ["drafts"], at: Self.noon))
        list.show(.search("is:draft"))
        await world.until { list.rows.rows.count == 1 && list.loadingSince == nil }
        #expect(list.perform(.open))
        #expect((world.pushed.last as? ComposeScreen)?.title == "Edit draft")
    }

    @Test("what is asked for while another view's rows are awaited is done to those rows")
    func awaiting() async throws {
        let (world, list) = try mailbox()
        let wanted = try world.thread("t-new")
        #expect(list.rows.selection != wanted)
        list.show(.search("subject:list"))
        #expect(list.loadingSince != nil)
        #expect(list.perform(.archive))
        #expect(world.acted.isEmpty)
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(wanted)"])
    }

    @Test("commands act on what is selected, whatever arrives meanwhile")
    func arrivals() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        #expect(list.perform(.down))
        let target = try #require(list.rows.selection)
        try world.fill(.remote(id: "late", from: "zoe", subject: "Just in", unread: true, at: Self.noon))
        await world.until { list.rows.rows.count == 7 }
        #expect(list.rows.selection == target)
        #expect(list.perform(.archive))
        #expect(world.acted == ["archive \(target)"])
        await world.until { !list.rows.rows.contains(target) }
    }

    @Test("selected threads are acted on together, and once")
    func several() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        #expect(list.perform(.select) && list.perform(.select))
        let targets = list.rows.targets
        #expect(targets.count == 2)
        #expect(list.perform(.archive))
        #expect(list.rows.marked.isEmpty)
        await world.until { list.rows.rows.count == 4 }
        #expect(world.acted == ["archive \(targets[0]),\(targets[1])"])
    }

    @Test("a range goes from where it began to the selection")
    func range() throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        #expect(list.perform(.range) && list.perform(.down) && list.perform(.down))
        #expect(list.rows.targets == Array(list.rows.rows.prefix(3)))
        #expect(list.perform(.back))
        #expect(list.rows.marked.isEmpty)
    }

    @Test("the star goes on and off")
    func star() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let first = try world.thread("dir")
        #expect(list.perform(.star))
        await world.until { list.threads[first]?.isStarred == true }
        #expect(list.perform(.star))
        await world.until { list.threads[first]?.isStarred == false }
        #expect(world.acted == ["star \(first)", "unstar \(first)"])
    }

    @Test("the last thing is done again on what is selected now")
    func again() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let all = list.rows.rows
        #expect(list.perform(.again))
        #expect(world.said == ["Nothing was done yet."])
        #expect(list.perform(.archive))
        await world.until { list.rows.rows.count == 5 }
        #expect(list.perform(.again))
        await world.until { list.rows.rows.count == 4 }
        #expect(world.acted == ["archive \(all[0])", "archive \(all[1])"])
    }

    @Test("what is taken back comes back where it was")
    func undo() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let before = list.rows.rows
        #expect(list.perform(.archive))
        await world.until { list.rows.rows.count == 5 }
        #expect(list.perform(.down))
        let deed = try #require(try await world.session.undo())
        list.wentBack(deed.threads)
        await world.until { list.rows.rows == before }
        #expect(list.rows.selection == before[0], "and is selected again")
    }

    // MARK: Mouse

    @Test("a click selects, another opens, the wheel scrolls")
    func clicks() throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let press = InputEvent.mouse(Mouse(.press(.left), at: Point(x: 30, y: 3)))
        #expect(list.handle(press))
        #expect(list.rows.selectedIndex == 1)
        #expect(world.pushed.isEmpty)
        #expect(list.handle(press))
        #expect(world.pushed.count == 1)
    }

    @Test("a mouse wiggled over a row shakes its thread, not the selected one")
    func wiggle() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let second = try world.thread("t-new")
        for turn in 0..<8 {
            _ = list.handle(.mouse(Mouse(.move, at: Point(x: turn.isMultiple(of: 2) ? 20 : 40, y: 3))))
        }
        #expect(world.acted == ["shake \(second)"])
        #expect(list.rows.selectedIndex == 0)
    }

    // MARK: Searching

    @Test("results come as one types, and Esc goes back to where one was")
    func search() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        #expect(list.perform(.down))
        let selected = list.rows.selection
        #expect(list.perform(.search))
        #expect(list.takesText)
        for character in "patc" { #expect(list.handle(.key(Key(character)))) }
        let patch = try world.thread("t-patch")
        await world.until { list.rows.rows == [patch] }
        #expect(screenGolden("list-search", world.draw(list)) == nil)
        #expect(list.perform(.open))
        #expect(!list.takesText)
        #expect(list.rows.rows == [patch])
        #expect(list.perform(.back))
        await world.until { list.rows.rows.count == 6 && list.loadingSince == nil }
        #expect(list.rows.selection == selected)
        #expect(list.view == .role(world.account, .inbox))
    }

    @Test("earlier searches come back with the cursor keys, the newest first, each once")
    func recalls() throws {
        let world = try FakeSurroundings(now: Self.noon)
        let list = world.list()
        func search(_ text: String) {
            #expect(list.perform(.search))
            for letter in text { #expect(list.handle(.key(Key(letter)))) }
            #expect(list.perform(.open) && list.perform(.back))
        }
        for text in ["lunch", "from:ann", "lunch", "  "] { search(text) }
        let other = world.list()
        #expect(other.perform(.search))
        var seen: [String] = []
        for command in [Command.down, .up, .up, .up, .down, .down, .up] {
            #expect(other.perform(command))
            seen.append(other.search?.field.text ?? "")
        }
        #expect(seen == ["", "lunch", "from:ann", "from:ann", "lunch", "", "lunch"])
        #expect(other.view == .search("lunch"))
        #expect(other.handle(.key(Key("!"))))
        #expect(
            other.perform(.up) && other.search?.field.text == "lunch!", "in what was typed the keys go through results")
    }

    @Test("what can't be read is searched as plain words, and said")
    func searchProblem() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.search))
        for character in "(lunch" { #expect(list.handle(.key(Key(character)))) }
        let lunch = try world.thread("lunch")
        await world.until { list.rows.rows == [lunch] }
        #expect(world.text(list)[0].contains("read as plain words"))
    }

    @Test("a search without results says how to go on")
    func nothingFound() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.search))
        for character in "zebra" { #expect(list.handle(.key(Key(character)))) }
        await world.until { list.rows.rows.isEmpty && list.loadingSince == nil }
        #expect(world.text(list).contains { $0.contains("Nothing found.") })
    }

    // MARK: Far away

    @Test("the window follows the selection to the end and back")
    func window() async throws {
        let world = try FakeSurroundings(now: Self.noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: Self.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.provider.count == 900)
        #expect(list.perform(.bottom))
        let last = try world.thread("t-m899")
        await world.until { list.rows.selection == last }
        #expect(list.provider.items.count < 700)
        _ = world.draw(list)
        #expect(list.perform(.up))
        #expect(list.rows.selection == (try world.thread("t-m898")))
        #expect(list.perform(.top))
        let first = try world.thread("t-m0")
        await world.until { list.rows.selection == first }
    }

    @Test("going down one by one never ends before the list does")
    func walk() async throws {
        let world = try FakeSurroundings(now: Self.noon)
        try world.fill((0..<700).map { .remote(id: "m\($0)", subject: "Number \($0)", at: Self.noon - $0 * 60) })
        let list = world.list()
        var seen = list.rows.selection.map { [$0] } ?? []
        while seen.count < 700 {
            // At the end of the window more comes by itself.
            await world.until { (list.rows.selectedIndex ?? 0) < list.rows.rows.count - 1 }
            guard list.perform(.down), let selection = list.rows.selection else { break }
            seen.append(selection)
        }
        #expect(seen.count == 700)
        #expect(Set(seen).count == 700)
    }

    @Test("the place is kept for the next start")
    func place() async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        #expect(list.perform(.bottom))
        list.disappear()
        await world.session.setSetting(world.kept[ListPlace.key], key: ListPlace.key)
        let next = world.list()
        #expect(next.rows.selection == (try world.thread("t-old")))
        #expect(next.view == list.view)
    }

    @Test("the thread screen is told its neighbours, and the selection goes along")
    func order() throws {
        let (world, list) = try mailbox()
        _ = world.draw(list)
        let rows = list.rows.rows
        #expect(list.thread(after: rows[0]) == rows[1])
        #expect(list.thread(before: rows[0]) == nil)
        #expect(list.thread(after: rows[5]) == nil)
        list.follow(rows[3])
        #expect(list.rows.selection == rows[3])
    }
}

extension FakeSurroundings {
    /// A list whose other screens are never looked into.
    func list(serverPause: Duration = .seconds(3600)) -> ListScreen {
        ListScreen(
            around: self,
            make: ScreenMaker(
                login: { OutboxScreen(surroundings: $0) },
                signIn: { LoginScreen(surroundings: $1, again: $0) },
                thread: { ThreadScreen(thread: $0.id, order: $1, surroundings: $2) },
                deck: { OutboxScreen(surroundings: $2) }, compose: { ComposeScreen($0, around: $1) },
                outbox: { OutboxScreen(surroundings: $0) },
                movePicker: { MovePickerScreen(account: $0, surroundings: $1, choose: $2) }),
            serverPause: serverPause)
    }
}
