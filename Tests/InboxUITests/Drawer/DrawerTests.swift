import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Drawer", .timeLimit(.minutes(10)))
struct DrawerTests {
    func mailbox() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", subject: "In the inbox", unread: true, at: 100),
            .remote(id: "b", subject: "In the archive", in: ["archive"], at: 90),
            .remote(id: "c", subject: "At work", unread: true, in: ["work"], at: 80))
        return (world, world.list())
    }

    @Test("the drawer looks as designed", arguments: ScreenState.sizes)
    func looks(width: Int, height: Int) throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        #expect(screenGolden("drawer", world.draw(list, width, height)) == nil)
    }

    /// From 160 columns on, the drawer stays beside the list and does not move.
    @Test("it slides in frame by frame", arguments: ScreenState.sizes)
    func frames(width: Int, height: Int) throws {
        let (world, list) = try mailbox()
        world.settings.preview = .none
        _ = world.draw(list, width, height, motion: true)
        #expect(list.perform(.drawer))
        let begin = try #require(list.drawer.slide.begin)
        let frames = [0, 50, 100, 150].map { milliseconds in
            (milliseconds, world.draw(list, width, height, at: begin + .milliseconds(milliseconds), motion: true))
        }
        #expect(filmGolden("drawer", frames) == nil)
    }

    @Test("closing the drawer keeps a search and its selection; choosing a place ends the search")
    func keepsSearch() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "is:read" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.perform(.open))
        await world.until { list.view == .search("is:read") && list.shown.count > 2 && list.loadingSince == nil }
        #expect(list.perform(.down) && list.perform(.down))
        let selected = try #require(list.selected)
        for moves in [false, true] {
            #expect(list.perform(.drawer) && list.keyContext == .drawer)
            #expect(list.drawer.rows.selection == .view(.role(world.account, .inbox)))
            if moves { #expect(list.perform(.down)) }
            #expect(list.perform(.back))
            await world.until { list.loadingSince == nil && list.selected == selected }
            #expect(list.view == .search("is:read") && list.search?.field.text == "is:read" && !list.takesText)
        }
        #expect(list.perform(.drawer) && list.perform(.open))
        #expect(list.search == nil && list.view == .role(world.account, .inbox))
    }

    @Test("letters match in the drawer as in the go-to box, including the account's name")
    func jumps() throws {
        var drawer = Drawer()
        let views = [MailView.role(AccountID(1), .inbox), .role(AccountID(2), .inbox)]
        func item(_ row: DrawerRow, _ title: String) -> DrawerItem { DrawerItem(row: row, title: title) }
        let lists = DrawerRow.view(.mailbox(AccountID(1), MailboxID(9)))
        drawer.update([
            item(.account(AccountID(1)), "bob@rig.example"), item(.view(views[0]), "Inbox"),
            item(lists, "Lists/sqlite-users"), item(.account(AccountID(2)), "support@rig.example"),
            item(.view(views[1]), "Inbox"), item(.rule, ""), item(.outbox, "Outbox"),
        ])
        for letters in ["supp", "supp inb", "inb supp", "support@"] {
            drawer.rows.select(.outbox)
            drawer.jump(to: letters)
            #expect(drawer.rows.selection == .view(views[1]), "\(letters)")
        }
        drawer.jump(to: "lists sq")
        #expect(drawer.rows.selection == lists)
    }

    @Test("it opens and closes without a jump, and rows keep their ends", arguments: [80, 120])
    func noJump(width: Int) throws {
        let (world, list) = try mailbox()
        func rows(_ now: ContinuousClock.Instant) -> [String] {
            let grid = world.draw(list, width, 24, at: now, motion: true)
            return (0..<23).map { grid.text(row: $0) }
        }
        func beside(_ rows: [String], from column: Int = 0) -> [String] {
            rows.map { String($0.prefix(70).dropFirst(column)) }
        }
        let closed = rows(.now)
        #expect(list.perform(.drawer))
        let begin = try #require(list.drawer.slide.begin)
        #expect(beside(rows(begin)) == beside(closed))
        for milliseconds in [4, 50, 100, 150] {
            let row = rows(begin + .milliseconds(milliseconds))[2]
            #expect(row.contains("1 Jan▐"), "\(row)")
            #expect(width > 80 || row.count == 80)
        }
        let open = rows(begin + .milliseconds(150))
        list.drawer.slide = Slide(at: 1)
        #expect(list.perform(.drawer))
        let end = try #require(list.drawer.slide.begin)
        #expect(beside(rows(end), from: 32) == beside(open, from: 32))
        #expect(beside(rows(end + .milliseconds(150))) == beside(closed))
    }

    @Test("it slides in over 150 ms")
    func slides() throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        let begin = try #require(list.drawer.slide.begin)
        let frames = [0, 50, 100, 150].map { milliseconds in
            (milliseconds, world.draw(list, 60, 8, at: begin + .milliseconds(milliseconds), motion: true))
        }
        let edges = frames.map { frame in (0..<60).first { frame.1[$0, 4]?.text == "│" } ?? -1 }
        #expect(edges[0] == -1)
        #expect(edges[1] > 0 && edges[1] < edges[2] && edges[2] < 31)
        #expect(edges[3] == 31)
    }

    @Test("hints behind the drawer hide keys that mean something else in it, and its own hints show")
    func hintsBehind() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        while list.view != .role(world.account, .trash) { #expect(list.perform(.down)) }
        await world.until { list.loadingSince == nil && list.shown.isEmpty }
        let behind = world.text(list, 120, 40)
        #expect(behind.joined().contains("Trash is empty.") && !behind.joined().contains("other mailboxes"))
        #expect(behind.last?.contains("n new mailbox") == true && behind.last?.contains("/ find") == true)
        #expect(list.perform(.open))
        #expect(world.text(list, 120, 40).joined().contains("d other mailboxes   / search all mail"))
    }

    @Test("moving in it shows the target behind it; Esc goes back, Enter stays")
    func moving() async throws {
        let (world, list) = try mailbox()
        let inbox = list.view
        let archived = try world.thread("t-b")
        #expect(list.perform(.drawer))
        #expect(list.keyContext == .drawer)
        while list.view != .role(world.account, .archive) { #expect(list.perform(.down)) }
        await world.until { list.shown == [archived] }
        #expect(list.perform(.back))
        #expect(list.view == inbox)
        #expect(list.keyContext == .list)
        await world.until { list.shown.count == 1 && list.shown != [archived] }
        #expect(list.perform(.drawer))
        while list.view != .role(world.account, .archive) { #expect(list.perform(.down)) }
        #expect(list.perform(.open))
        #expect(list.view == .role(world.account, .archive))
        #expect(list.keyContext == .list)
        await world.until { list.shown == [archived] }
    }

    @Test("moving skips headings and rules, and stops at the ends")
    func headings() throws {
        let (_, list) = try mailbox()
        #expect(list.perform(.drawer))
        #expect(list.perform(.top) && list.perform(.up))
        #expect(list.drawer.rows.selection?.canBeSelected == true)
        var seen: [DrawerRow] = []
        while let row = list.drawer.rows.selection, seen.last != row {
            seen.append(row)
            _ = list.perform(.down)
        }
        #expect(seen.filter { !$0.canBeSelected } == [])
        #expect(seen.last == .settings)
        #expect(seen.count == list.drawer.items.filter(\.row.canBeSelected).count)
    }

    @Test("letters after / jump to the best match; Enter goes there, Esc ends the search")
    func jump() async throws {
        let (world, list) = try mailbox()
        let archived = try world.thread("t-b")
        #expect(list.perform(.drawer) && list.perform(.search))
        #expect(list.takesText)
        for letter in "arc" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.view == .role(world.account, .archive))
        #expect(world.text(list)[0].hasPrefix(" / arc"))
        #expect(list.perform(.back))
        #expect(!list.takesText && list.drawer.isOpen)
        #expect(list.perform(.search))
        for letter in "zzz" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.view == .role(world.account, .archive))
        #expect(list.handle(.key(.enter)))
        #expect(!list.drawer.isOpen && !list.takesText)
        await world.until { list.shown == [archived] }
    }

    @Test("starred threads and single drafts show their total, and a new star counts at once")
    func counts() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        func count(_ title: String) -> Int? { list.drawer.items.first { $0.title == title }?.count }
        #expect(count("Starred") == 0)
        world.act(.star, on: [try world.thread("t-a")], target: nil)
        await world.until { count("Starred") == 1 }
        try world.fill(
            .remote(id: "d", in: ["drafts"], at: 70), .remote(id: "e", thread: "t-d", in: ["drafts"], at: 71))
        await world.until { count("Drafts") == 2 }
    }

    @Test("out of sight the drawer is not made anew whenever a count changes, and is up to date once it is opened")
    func unseen() async throws {
        let (world, list) = try mailbox()
        list.updateDrawer()
        let before = list.drawer.items
        try world.fill(.remote(id: "n", subject: "Also at work", unread: true, in: ["work"], at: 130))
        await world.until {
            list.drawer.isStale && list.mailboxes.items.contains { $0.name == "Work" && $0.unreadThreadCount == 2 }
        }
        #expect(list.drawer.items == before)
        #expect(list.perform(.drawer))
        #expect(list.drawer.items.first { $0.title == "Work" }?.count == 2)
    }

    @Test("the outbox and the settings open on top, and the list is as it was")
    func outbox() throws {
        let (world, list) = try mailbox()
        let inbox = list.view
        #expect(list.perform(.drawer) && list.perform(.bottom) && list.perform(.open))
        #expect(world.pushed.last is SettingsScreen)
        #expect(list.perform(.drawer) && list.perform(.bottom) && list.perform(.up) && list.perform(.open))
        #expect(world.pushed.last is OutboxScreen)
        #expect(list.view == inbox)
        #expect(!list.drawer.isOpen)
    }

    @Test("with several accounts, the drawer has all inboxes, and each row there an account letter")
    func allInboxes() async throws {
        let (world, list) = try mailbox()
        let second = try world.store.addTestAccount(.test("zoe@example.test"))
        try world.store.receive(
            .remote(id: "z", from: "bob", subject: "For Zoe", unread: true, at: 120), account: second)
        await world.until { list.accounts.items.count == 2 && list.mailboxes.items.count == 16 }
        #expect(list.perform(.drawer) && list.perform(.bottom))
        for _ in 0..<3 { #expect(list.perform(.up)) }
        #expect(list.view == .allInboxes)
        await world.until { list.shown.count == 2 }
        #expect(list.perform(.open))
        let text = world.text(list)
        #expect(text[0].contains("All inboxes  2 unread"))
        #expect(text[2].contains("Z Bob"))
        #expect(text[3].contains("M Anna"))
    }

    @Test("the user's mailboxes are nested under their parents")
    func levels() {
        let account = Account.test()
        let boxes = ["Lists", "Lists/one", "Lists/one/two", "Alone/deep"].enumerated().map { index, name in
            Mailbox(id: MailboxID(Int64(index)), account: account.id, remoteID: nil, name: name, role: nil)
        }
        let items = DrawerItem.all([account], boxes)
        let shown = items.filter { if case .view(.mailbox) = $0.row { true } else { false } }
        #expect(shown.map(\.title) == ["Alone/deep", "Lists", "one", "two"])
        #expect(shown.map(\.indent) == [2, 2, 4, 6])
    }

    @Test(
        "the list beside it uses the remaining width, so no row loses its beginning", arguments: [80, 120])
    func beside(width: Int) throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        let text = world.text(list, width, 24)
        #expect(text.contains { $0.contains("In the inbox") })
        let edge = world.settings.drawerWidth
        #expect(text[0].dropFirst(edge).hasPrefix(" ☰ Inbox"), "\(text[0])")
    }

    @Test("pages and half pages are those of the drawer's height", arguments: [12, 24, 40])
    func pages(height: Int) throws {
        let world = try FakeSurroundings(withAccount: false)
        let boxes = (10..<90).map { RemoteMailbox(id: RemoteID("b\($0)"), name: "Box \($0)", role: nil) }
        world.account = try world.store.addTestAccount(mailboxes: RemoteMailbox.usual + boxes)
        let list = world.list()
        #expect(list.perform(.drawer))
        _ = world.draw(list, 80, height)
        let first = try #require(list.drawer.items.first { $0.title == "Box 10" })
        list.drawer.rows.select(first.row)
        func moved(_ command: Command) -> Int {
            let before = list.drawer.rows.selectedIndex ?? 0
            #expect(list.perform(command))
            return (list.drawer.rows.selectedIndex ?? 0) - before
        }
        // All but the bottom line belongs to the drawer.
        #expect(moved(.pageDown) == height - 2 && moved(.pageUp) == 2 - height)
        let half = moved(.halfDown)
        #expect((height / 2 - 1...height / 2).contains(half) && moved(.halfUp) == -half)
        // Above the first row that can be selected there is only a heading.
        for _ in 0..<9 { _ = list.perform(.pageUp) }
        #expect(list.drawer.rows.selection == .view(.role(world.account, .inbox)))
    }
}
