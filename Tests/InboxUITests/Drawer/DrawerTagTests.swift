import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Tags in the drawer", .timeLimit(.minutes(10)))
struct DrawerTagTests {
    private func mail(_ id: String, _ tags: String..., unread: Bool = false, at: Int) -> RemoteMessage {
        var message = RemoteMessage.remote(id: id, thread: "t" + id, subject: "About \(id)", unread: unread, at: at)
        message.keywords.formUnion(tags.map { Keyword($0) })
        return message
    }

    private func mailbox() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try world.store.addTestAccount(.test(hasLabels: false, dialect: .jmap))
        try world.fill(
            mail("a", "harbour", unread: true, at: 5), mail("b", "harbour", "$label1", at: 4),
            mail("c", "$forwarded", "$junk", "NonJunk", at: 3), mail("d", at: 2))
        return (world, world.list())
    }

    private func tagRows(_ list: ListScreen) -> [String] {
        list.drawer.items.compactMap { item in
            guard case .view(.tag) = item.row else { return nil }
            return "\(item.title) \(item.count)"
        }
    }

    @Test(
        "the drawer lists the tags in use, with their unread counts",
        arguments: ScreenState.sizes)
    func looks(width: Int, height: Int) async throws {
        let (world, list) = try mailbox()
        _ = world.draw(list, width, height)
        #expect(list.perform(.drawer))
        #expect(tagRows(list) == ["#harbour 1", "#label1 0"])
        #expect(list.perform(.bottom))
        for _ in 0..<4 { _ = list.perform(.up) }
        await world.until { list.shownThreads.map(\.subject) == ["About a", "About b"] }
        let mismatch = await world.atRest { screenGolden("drawer-tags", world.draw(list, width, height)) }
        #expect(mismatch == nil)
    }

    @Test("selecting a tag shows it, Enter opens it, and reading and tagging update its count")
    func opens() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        list.drawer.rows.select(.view(.tag(Keyword("harbour"))))
        #expect(list.perform(.open))
        #expect(!list.drawer.isOpen && list.view == .tag(Keyword("harbour")) && list.title == "#harbour")
        // Where there is room, the drawer stays in sight.
        _ = world.draw(list, 160, 24)
        await world.until { list.shownThreads.map(\.subject) == ["About a", "About b"] }
        try await world.session.perform(.shake, on: [try world.thread("ta")])
        await world.until { tagRows(list) == ["#harbour 0", "#label1 0"] }
        try await world.session.perform(.mark, on: [try world.thread("td")], keyword: Keyword("quay"))
        await world.until { tagRows(list) == ["#harbour 0", "#label1 0", "#quay 0"] }
        for id in ["ta", "tb"] {
            try await world.session.perform(.unmark, on: [try world.thread(id)], keyword: Keyword("harbour"))
        }
        await world.until { tagRows(list) == ["#harbour 0", "#label1 0", "#quay 0"] && list.shown.isEmpty }
        list.goStraight(to: .role(world.account, .inbox))
        #expect(list.perform(.drawer))
        // No mail has it, and nobody looks at it any more. The tags come in their own time.
        await world.until { tagRows(list) == ["#label1 0", "#quay 0"] }
    }

    @Test("r renames a tag on all its messages, # removes it from them; one undo reverts each")
    func replaces() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        list.drawer.rows.select(.view(.tag(Keyword("harbour"))))
        list.show(.tag(Keyword("harbour")))
        #expect(list.perform(.renameView))
        let entry = try #require(world.pushed.last as? EntryScreen)
        func type(_ text: String) {
            for _ in 0..<20 { _ = entry.handle(.key(.backspace)) }
            entry.type(text)
        }
        type("a b")
        _ = entry.handle(.key(.enter))
        #expect(world.pops == 0, "no tag has a blank in it")
        type("label1")
        #expect(world.text(entry).contains { $0.contains("#label1 exists already") })
        type("quay")
        _ = entry.handle(.key(.enter))
        await world.settle()
        #expect(world.said.last == "#harbour is now #quay, on 2 messages")
        await world.until { tagRows(list) == ["#label1 0", "#quay 1"] && list.view == .tag(Keyword("quay")) }
        await world.until { list.drawer.rows.selection == .view(.tag(Keyword("quay"))) }
        let quay = try #require(try world.session.nextDeed(undoing: true))
        #expect(Wording.next(quay, .undo) == "undo: replace #harbour with #quay on 2 messages")
        for isBack in [true, false, true] {
            let step = try await isBack ? world.session.undo() : world.session.redo()
            let deed = try #require(step)
            #expect(
                (isBack ? Wording.undone(deed) : Wording.redone(deed))
                    == "\(isBack ? "Undone" : "Redone"): replace #harbour with #quay on 2 messages")
            list.wentBack(deed, isInFront: true)
            let shown = MailView.tag(Keyword(isBack ? "harbour" : "quay"))
            await world.until { list.view == shown && list.drawer.rows.selection == .view(shown) }
        }
        await world.until { tagRows(list) == ["#harbour 1", "#label1 0"] }

        list.drawer.rows.select(.view(.tag(Keyword("harbour"))))
        list.show(.tag(Keyword("harbour")))
        #expect(list.perform(.deleteMailbox))
        await world.settle()
        #expect(world.said.last == "#harbour removed from 2 messages")
        await world.until { tagRows(list) == ["#label1 0"] && list.view == .role(world.account, .inbox) }
        #expect(list.drawer.rows.selection == .view(.role(world.account, .inbox)))
        #expect(try await world.session.undo() != nil)
        await world.until { tagRows(list) == ["#harbour 1", "#label1 0"] }
    }

    @Test("the heading folds and unfolds the tags, also after a restart; going to a tag still finds it")
    func folds() async throws {
        let (world, list) = try mailbox()
        #expect(list.perform(.drawer))
        list.drawer.rows.select(.tagsTitle)
        #expect(world.text(list).last?.contains("fold") == true)
        #expect(list.perform(.open))
        #expect(list.drawer.isOpen && tagRows(list).isEmpty && list.drawer.rows.selection == .tagsTitle)
        #expect(world.text(list).contains { $0.contains("Tags ▸") && $0.contains("2") })
        #expect(world.text(list).last?.contains("unfold") == true)
        await world.session.setSetting(world.kept[DrawerTags.folded], key: DrawerTags.folded)
        let next = world.list()
        #expect(next.perform(.drawer))
        #expect(tagRows(next).isEmpty)
        #expect(list.perform(.back))
        list.askWhereToGo()
        let places = world.text(try #require(world.pushed.last)).joined(separator: "\n")
        #expect(places.contains("#harbour") && places.contains("#label1"))
        #expect(next.perform(.bottom))
        next.drawer.rows.select(.tagsTitle)
        #expect(next.perform(.open))
        #expect(tagRows(next).count == 2)
    }

    @Test("labels that are mailboxes appear once, not as tags too")
    func labels() throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", in: ["work"], at: 1))
        let list = world.list()
        #expect(list.perform(.drawer))
        #expect(!list.drawer.items.contains { $0.row == .tagsTitle } && tagRows(list).isEmpty)
        #expect(list.drawer.items.count { $0.title == "Work" } == 1)
    }

    @Test("a custom key goes to a tag by name if no mailbox has that name")
    func ownKey() throws {
        let (world, list) = try mailbox()
        for name in ["harbour", "#harbour"] {
            list.goStraight(to: .role(world.account, .inbox))
            #expect(list.perform(try #require(OwnKey("go:\(name)"))))
            #expect(list.view == .tag(Keyword("harbour")))
        }
        #expect(list.perform(try #require(OwnKey("go:#Label1"))))
        #expect(list.view == .tag(Keyword("$label1")))
    }
}
