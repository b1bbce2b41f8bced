import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// Searches that are pinned in the drawer.
extension DrawerTests {
    @Test("the drawer marks a pinned search, and closing the drawer keeps it")
    func marksPinned() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "is:read" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.perform(.open) && list.perform(.pin))
        #expect(list.perform(.drawer))
        #expect(list.drawer.rows.selection == .pinned(.search("is:read")))
        let text = world.text(list)
        #expect(text.contains { $0.contains("▸ is:read") } && !text.contains { $0.contains("▸ Inbox") })
        #expect(list.perform(.back))
        #expect(list.search?.field.text == "is:read" && list.view == .search("is:read"))
    }

    @Test("unpinning the current view turns it into a search", arguments: [false, true])
    func takenOut(inDrawer: Bool) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let old = MailView.saved(name: "Old ones", query: "is:read")
        try list.listing.pinned.add(old)
        list.show(old)
        await world.until { list.view == old && list.loadingSince == nil }
        if inDrawer { #expect(list.perform(.drawer)) }
        #expect(list.perform(.pin))
        _ = world.pushed.last?.handle(.key(.enter))
        #expect(list.listing.pinned.views.isEmpty)
        if inDrawer { #expect(list.view != old && list.perform(.back)) }
        #expect(list.view == .search("is:read") && list.search?.field.text == "is:read" && !list.takesText)
        #expect(list.perform(.back))
        #expect(list.view == .role(world.account, .inbox) && list.search == nil)
    }

    @Test(
        "pinned views keep the user's order and show their unread threads, also after a restart")
    func pinned() async throws {
        let (world, list) = try mailbox()
        list.show(.search("work"))
        #expect(list.perform(.pin))
        list.show(.search("from:ann"))
        #expect(list.perform(.pin))
        #expect(world.said == ["Pinned to the drawer: work", "Pinned to the drawer: from:ann"])
        func titles(_ list: ListScreen) -> [String] {
            list.drawer.items.drop { $0.row != .pinnedTitle }.prefix { $0.row != .rule }.map(\.title)
        }
        #expect(list.perform(.drawer))
        #expect(titles(list) == ["Views", "work", "from:ann"])
        await world.until { list.drawer.items.first { $0.row == .pinned(.search("work")) }?.count == 1 }
        while list.drawer.rows.selection != .pinned(.search("from:ann")) { #expect(list.perform(.down)) }
        #expect(list.perform(.pinUp) && list.perform(.pinUp))
        #expect(titles(list) == ["Views", "from:ann", "work"])
        #expect(list.drawer.rows.selection == .pinned(.search("from:ann")))

        let other = world.list()
        #expect(other.perform(.drawer))
        #expect(titles(other) == ["Views", "from:ann", "work"])
        #expect(other.perform(.down) && list.perform(.pin))
        #expect((world.pushed.last as? QuestionScreen)?.handle(.key(.enter)) == true)
        #expect(titles(list) == ["Views", "work"] && titles(other) == ["Views", "work"])

        await world.session.data.settle()
        let next = MailSession(store: world.store) { _, _ in ScriptedService(world.server) }
        #expect(KeptViews(KeptViews.pinned, session: next).views == [.search("work")])
    }

    @Test("a view that is unpinned elsewhere while the question is open stays unpinned")
    func unpinnedElsewhere() throws {
        let (world, list) = try mailbox()
        list.show(.search("work"))
        #expect(list.perform(.pin) && list.perform(.pin))
        let question = try #require(world.pushed.last as? QuestionScreen)
        try world.list().listing.pinned.remove(.search("work"))
        #expect(list.listing.pinned.views.isEmpty)
        #expect(question.handle(.key(.enter)) && list.listing.pinned.views.isEmpty)
        #expect(world.said.last == "No longer pinned: work")
    }

    @Test("unreadable pinned views are reported at the start, and the others stay unchanged")
    func unreadable() async throws {
        let client = try ShellClient()
        let views = KeptViews(KeptViews.pinned, session: client.session)
        let kept: [MailView] = [.search("from:ann"), .saved(name: "Huge", query: "larger:everything")]
        for view in kept { try views.add(view) }
        #expect(
            client.shell.viewFlaws == [
                "View “Huge” looks for plain words: larger: needs a size such as 500k or 2M; e in the drawer changes it"
            ])
        client.shell.tell(of: client.shell.viewFlaws)
        #expect(client.shows("View “Huge” looks for plain words"))
        #expect(views.views == kept)
        await client.shell.end()
    }

    @Test("a saved search is renamed, edited and shown by name")
    func views() async throws {
        let (world, list) = try mailbox()
        list.pin(.search("is:unread"))
        #expect(list.perform(.drawer))
        while list.drawer.rows.selection != .pinned(.search("is:unread")) { #expect(list.perform(.down)) }
        #expect(list.perform(.renameView))
        let name = try #require(world.pushed.last as? EntryScreen)
        name.type("To read")
        #expect(name.handle(.key(.enter)))
        #expect(list.listing.pinned.views == [.saved(name: "To read", query: "is:unread")])
        #expect(world.text(list).contains { $0.contains("To read") })
        #expect(list.perform(.editView))
        #expect(list.keyContext == .search)
        list.type(" in:work")
        #expect(world.text(list).last?.contains("Enter change the view") == true)
        #expect(list.perform(.open))
        let new = MailView.saved(name: "To read", query: "is:unread in:work")
        #expect(list.listing.pinned.views == [new])
        #expect(list.keyContext == .drawer && list.drawer.rows.selection == .pinned(new))
        #expect(list.view == new)
        // Leaving without a change returns, too.
        #expect(list.perform(.editView) && list.perform(.back))
        #expect(list.keyContext == .drawer && list.drawer.rows.selection == .pinned(new))
        #expect(list.drawer.origin?.view == .role(world.account, .inbox))
        let work = try world.thread("t-c")
        await world.until { list.shown == [work] && list.loadingSince == nil }
        list.pin(.search("is:unread in:work"))
        #expect(!list.listing.pinned.views.isEmpty, "its words are asked about")
        _ = world.pushed.last?.handle(.key(.enter))
        #expect(list.listing.pinned.views.isEmpty, "the same search by other words is taken out")
    }

    @Test("a mailbox can't be pinned, as the drawer already has it")
    func mailboxes() throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.pin))
        #expect(list.listing.pinned.views.isEmpty)
        #expect(world.said == ["Inbox is in the drawer already; only searches can be pinned (/)"])
    }

    @Test("what can't be pinned or moved says so")
    func refusals() throws {
        let (world, list) = try mailbox()
        list.show(.search("work"))
        #expect(list.perform(.pin) && list.perform(.drawer))
        for row in [DrawerRow.contacts, .outbox, .settings] {
            list.drawer.rows.select(row)
            #expect(list.perform(.pin) && world.said.last == "Only searches can be pinned (/)")
            #expect(list.perform(.pinDown) && world.said.last == "Only pinned views can be moved")
        }
        list.drawer.rows.select(.pinned(.search("work")))
        #expect(list.perform(.pinUp) && world.said.last == "This is the only pinned view")
        // One of a mailbox that is gone has no row.
        try list.listing.pinned.add(.mailbox(world.account, MailboxID(999)))
        try list.listing.pinned.add(.search("from:ann"))
        #expect(list.perform(.pinUp) && world.said.last == "This is the first pinned view")
        #expect(list.perform(.pinDown))
        let titles = list.drawer.items.drop { $0.row != .pinnedTitle }.prefix { $0.row != .rule }.map(\.title)
        #expect(titles == ["Views", "from:ann", "work"])
        #expect(list.perform(.pinDown) && world.said.last == "This is the last pinned view")
    }

    @Test("a mailbox that was pinned earlier offers only the keys that work on it")
    func pinnedHints() throws {
        let (world, list) = try mailbox()
        let views = [MailboxRole.archive, .trash, .sent].map { MailView.role(world.account, $0) }
        for view in views { try list.listing.pinned.add(view) }
        #expect(list.perform(.drawer))
        // The first moves only down, the last only up.
        for (view, moves) in zip(
            list.listing.pinned.views, [["J move down"], ["J move down", "K move up"], ["K move up"]])
        {
            while list.drawer.rows.selection != .pinned(view) { #expect(list.perform(.down)) }
            let foot = try #require(world.text(list, 120, 24).last)
            #expect(["J move down", "K move up"].filter { foot.contains($0) } == moves)
            #expect(!foot.contains("rename") && !foot.contains("edit"))
            #expect(foot.contains("v unpin"))
        }
    }
}
