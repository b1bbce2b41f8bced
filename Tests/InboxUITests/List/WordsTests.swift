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
        "a list is read row by row: marks, names, subject, date; the cursor stands where the selection is",
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
        // Nothing but what is read aloud: no lines, no signs.
        let signs = Set("─│╭╮╰╯●○★✓▌▐⎘↩✎▸▾☰⚠⟲")
        #expect((0..<24).allSatisfy { !grid.text(row: $0).contains(where: signs.contains) })
    }

    @Test("a row says all that its signs would")
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

    @Test("a thread, the drawer, contacts and the outbox")
    func others() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.status.connection = "live"
        _ = grid(list)
        #expect(list.perform(.drawer))
        #expect(screenGolden("drawer-words", { grid(list, $0, $1) }) == nil)
        let thread = ThreadScreen(thread: try #require(list.selected), surroundings: world)
        #expect(screenGolden("thread-words", { grid(thread, $0, $1) }) == nil)
        let (outbox, contacts) = (OutboxScreen(surroundings: world), ContactsScreen(around: world))
        #expect(screenGolden("outbox-words", { grid(outbox, $0, $1) }) == nil)
        #expect(screenGolden("contacts-words", { grid(contacts, $0, $1) }) == nil)
    }
}
