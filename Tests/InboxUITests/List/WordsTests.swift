import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Marks in words, for screen readers", .timeLimit(.minutes(10)))
struct WordsTests {
    private func grid(_ screen: any Screen, _ width: Int = 80, _ height: Int = 24) -> Grid {
        var grid = Grid(
            size: Size(width: width, height: height), frame: Frame(now: .now, motion: false, glyphs: .words))
        screen.draw(into: &grid)
        return grid
    }

    @Test(
        "a list reads row by row: marks, names, subject, date; the cursor is on the selection",
        arguments: [1, 2])
    func list(lines: Int) throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        world.settings.lines = lines
        try world.fill(FakeSurroundings.sixThreads)
        world.status.connection = "live"
        let list = world.list()
        _ = grid(list)
        #expect(list.perform(.select))
        #expect(screenGolden("list-words-\(lines)", { self.grid(list, $0, $1) }) == nil)
        let grid = grid(list)
        #expect(grid.frame.cursor == Point(x: 0, y: 2 + lines))
        // Only text to be read aloud: no lines and no symbols.
        let signs = Set("─│╭╮╰╯●○★✓▌▐⎘↩✎▸▾☰⚠⟲")
        #expect((0..<24).allSatisfy { !grid.text(row: $0).contains(where: signs.contains) })
    }

    @Test("where there is no row, the cursor is on what the screen says")
    func emptyScreen() async throws {
        var settings = Settings()
        settings.words = true
        let client = try ShellClient(settings: settings)
        _ = client.draw()
        client.type("o")
        await client.sees("Nothing is waiting")
        let grid = client.grid(80, 24)
        let cursor = try #require(grid.frame.cursor)
        #expect(grid.text(row: cursor.y).dropFirst(cursor.x).hasPrefix("Nothing is waiting"))
        await client.shell.end()
    }

    @Test("while letters are typed in the drawer, the cursor follows them")
    func lettersInDrawer() throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(FakeSurroundings.sixThreads)
        let list = world.list()
        _ = grid(list)
        #expect(list.perform(.drawer))
        list.drawer.look()
        let before = try #require(grid(list).frame.cursor)
        #expect(grid(list).text(row: before.y).contains("/"))
        #expect(list.handle(.key("a")))
        #expect(grid(list).frame.cursor == Point(x: before.x + 1, y: before.y))
    }

    @Test("a row spells out all its symbols")
    func row() {
        let ann = MailAddress.person("anna")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", senders: [ann],
            participants: [ann],
            firstDate: .test(0), lastDate: .test(0), messageCount: 7, unreadCount: 2, starredCount: 1, hasFiles: true,
            isAnswered: true)
        var grid = Grid(size: Size(width: 120, height: 1), frame: Frame(now: .now, motion: false, glyphs: .words))
        let row = ThreadRow(
            thread: thread, own: [], date: "Mon", accountMark: AccountMark(letter: "M", role: .accent), isMarked: true,
            isNew: true)
        grid.inside(grid.bounds) { row.draw(into: &$0) }
        let text = grid.text(row: 0)
        #expect(text.hasPrefix("selected, 2 of 7 unread, new, starred, M, file, answered, Anna"))
        #expect(text.contains(": Ferry") && text.contains("Mon"))
    }

    @Test("in a narrow row, sender and subject precede the marks", arguments: [1, 2])
    func narrowRow(lines: Int) {
        let ann = MailAddress.person("anna")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", senders: [ann],
            participants: [ann], firstDate: .test(0), lastDate: .test(0), messageCount: 5, unreadCount: 1,
            starredCount: 1, hasFiles: true)
        func text(isMarked: Bool) -> [String] {
            var grid = Grid(
                size: Size(width: 40, height: lines), frame: Frame(now: .now, motion: false, glyphs: .words))
            let row = ThreadRow(thread: thread, own: [], date: "17:07", isMarked: isMarked)
            grid.inside(grid.bounds) { row.draw(into: &$0) }
            return (0..<lines).map { grid.text(row: $0) }
        }
        let rows = text(isMarked: false)
        #expect(rows[0].hasPrefix(lines == 1 ? "Anna: Ferry, 1 of 5 unread" : "Anna, 1 of 5 unread, starred"))
        #expect(rows[0].hasSuffix(" 17:07") && rows[lines - 1].contains("Ferry"))
        // A selected row says so first.
        #expect(text(isMarked: true)[0].hasPrefix(lines == 1 ? "selected, Anna: Ferry" : "selected, Anna, 1 of 5"))
    }

    @Test("in a narrow row, a long subject gives way to whether the mail is unread", arguments: ["", "long "])
    func narrowUnread(word: String) {
        let ann = MailAddress.person("anna")
        let subject = "The minutes of " + String(repeating: word, count: 20) + "Monday"
        func text(unread: Int) -> String {
            let thread = MailThread(
                id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: subject, senders: [ann],
                participants: [ann], firstDate: .test(0), lastDate: .test(0), messageCount: 5, unreadCount: unread,
                starredCount: 1)
            var grid = Grid(size: Size(width: 40, height: 1), frame: Frame(now: .now, motion: false, glyphs: .words))
            grid.inside(grid.bounds) { ThreadRow(thread: thread, own: [], date: "17:07").draw(into: &$0) }
            return grid.text(row: 0)
        }
        #expect(text(unread: 2).hasPrefix("Anna: The minute") && text(unread: 2).hasSuffix(", unread 17:07"))
        #expect(!text(unread: 0).contains("unread"))
    }

    @Test("a narrow row says before the names that its sender is in doubt", arguments: [1, 2])
    func narrowDoubt(lines: Int) {
        let sender = MailAddress(name: "bank@good.test", email: "it@evil.test")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Your mailbox is full, act now",
            senders: [sender], participants: [sender], firstDate: .test(0), lastDate: .test(0), messageCount: 1,
            unreadCount: 1)
        var grid = Grid(size: Size(width: 40, height: lines), frame: Frame(now: .now, motion: false, glyphs: .words))
        let row = ThreadRow(thread: thread, own: [], date: "17:07", isMarked: true)
        grid.inside(grid.bounds) { row.draw(into: &$0) }
        #expect(grid.text(row: 0).hasPrefix("selected, in doubt, bank"))
    }

    @Test("a box takes whole lines, with nothing from beneath beside it")
    func boxes() throws {
        var grid = Grid(size: Size(width: 40, height: 12), frame: Frame(now: .now, motion: false, glyphs: .words))
        for y in 0..<12 { grid.draw(String(repeating: "x", count: 40), x: 0, y: y) }
        grid.inside(Rect(x: 4, y: 3, width: 32, height: 4)) { part in
            Box.draw(into: &part, title: "Move") { $0.draw("Archive", x: 0, y: 0) }
        }
        #expect((3..<7).allSatisfy { !grid.text(row: $0).contains("x") })
        #expect(grid.text(row: 4).contains("Archive") && grid.text(row: 2).count == 40)
        #expect(grid.text(row: 7).count == 40)
    }

    @Test("after paging, the cursor is on the first new line, in a thread and in the log; help has a cursor")
    func paging() async throws {
        let world = try FakeSurroundings()
        let lines = (0..<100).map { "Line \($0)" }
        try world.fill(.remote(id: "a", thread: "t", subject: "Long", at: 0, body: lines.joined(separator: "\n\n")))
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        await world.until { (0..<24).contains { grid(thread).text(row: $0).contains("Line 0") } }
        let first = grid(thread)
        #expect(first.frame.cursor != nil)
        let text = (0..<24).map { first.text(row: $0) }
        #expect(thread.perform(.pageDown))
        let next = grid(thread)
        let row = try #require(next.frame.cursor?.y)
        // The text above was already in view.
        #expect(next.text(row: row - 1).contains("Line") || next.text(row: row).contains("Line"))
        #expect(!text.contains { $0.contains("Line") && $0 == next.text(row: row) })
        let log = TextScreen("Log", text: lines.joined(separator: "\n"), around: world)
        let start = try #require(grid(log).frame.cursor)
        #expect(log.perform(.pageDown))
        // A page keeps one line.
        #expect(grid(log).frame.cursor == Point(x: start.x, y: start.y + 1))
        let help = HelpScreen(context: .list, around: world, keys: KeyMap())
        #expect(grid(help).frame.cursor != nil)
    }

    @Test("the deck's card has the cursor, and so does the drawer's selected row, even without words")
    func cursors() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let deck = DeckScreen(filter: .everything, title: "Inbox", around: world)
        #expect(grid(deck).frame.cursor != nil)
        #expect(list.perform(.drawer))
        #expect(world.draw(list, 80, 24).frame.cursor == Point(x: 0, y: 1))
    }

    @Test("threads, drawer, contacts and outbox")
    func others() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.status.connection = "live"
        _ = grid(list)
        #expect(list.perform(.drawer))
        #expect(screenGolden("drawer-words", { grid(list, $0, $1) }) == nil)
        let thread = ThreadScreen(thread: try #require(list.selected), around: world)
        #expect(screenGolden("thread-words", { grid(thread, $0, $1) }) == nil)
        let (outbox, contacts) = (OutboxScreen(around: world), ContactsScreen(around: world))
        #expect(screenGolden("outbox-words", { grid(outbox, $0, $1) }) == nil)
        #expect(screenGolden("contacts-words", { grid(contacts, $0, $1) }) == nil)
    }
}
