import Foundation
import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

extension FakeSurroundings {
    /// The six threads, with a row for each message.
    static func messages() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: noon)
        world.settings.conversations = false
        try world.fill(sixThreads)
        return (world, world.list())
    }
}

extension ListScreen {
    var shownMessages: [MessageID] { rows.rows.compactMap { Message.id(of: $0) } }

    func select(_ message: MessageID) { rows.select(.message(message)) }
}

@UI
@Suite("Lists of single messages", .timeLimit(.minutes(10)))
struct MessageListTests {
    private func id(_ world: FakeSurroundings, _ remote: String) throws -> MessageID {
        try #require(try world.session.named(remote, isMessage: true).messages.first)
    }

    @Test("each message has a row, the newest first", arguments: ScreenState.sizes)
    func golden(width: Int, height: Int) throws {
        let (world, list) = try FakeSurroundings.messages()
        #expect(list.shownMessages.count == 9 && list.provider.count == 9)
        #expect(list.loaded.items.map(\.thread.lastDate) == list.loaded.items.map(\.thread.lastDate).sorted(by: >))
        #expect(screenGolden("list-messages", world.draw(list, width, height)) == nil)
    }

    @Test("a key toggles conversations in a view, which remembers it; the selection stays")
    func switches() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let second = try #require(list.shown.last)
        #expect(list.perform(.bottom) && list.selected == second)
        #expect(list.perform(.conversations))
        await world.until { list.isFlat && list.loadingSince == nil }
        #expect(list.shownMessages.count == 9 && list.selected == second && world.said.last == "Single messages")
        list.show(.allInboxes)
        await world.until { list.loadingSince == nil && list.shown.count == 6 }
        #expect(!list.isFlat, "another view is as the settings say")
        list.show(.role(world.account, .inbox))
        await world.until { list.loadingSince == nil && list.shownMessages.count == 9 }
        #expect(list.selected == second)
        list.keepPlace()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        let again = world.list()
        #expect(again.isFlat && again.shownMessages.count == 9 && again.selected == second, "after a restart too")
        #expect(list.perform(.conversations))
        await world.until { !list.isFlat && list.loadingSince == nil }
        #expect(list.shown.count == 6 && list.selected == second && world.said.last == "Conversations")
    }

    @Test("a selection stays when conversations become messages, and when messages become conversations")
    func keepsSelection() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let (dir, new) = (try world.thread("dir"), try world.thread("t-new"))
        let messages = try ["dir1", "dir2", "dir3"].map { RowID.message(try id(world, $0)) }
        func toggle(_ count: Int, _ words: String) async {
            #expect(list.perform(.conversations))
            await world.until { list.loadingSince == nil && list.selectedCount == count && world.said.last == words }
        }
        list.rows.select(.thread(dir))
        #expect(list.perform(.select))
        await toggle(3, "3 selected")
        #expect(list.isFlat && Set(list.targets) == Set(messages))
        await toggle(1, "1 selected")
        #expect(!list.isFlat && list.targets == [.thread(dir)])
        // A conversation of which one message was left out would take that one along.
        await toggle(3, "3 selected")
        for remote in ["dir2", "new"] {
            list.select(try id(world, remote))
            #expect(list.perform(.select))
        }
        await toggle(1, "1 selected; 2 messages no longer: only parts of threads")
        #expect(list.targets == [.thread(new)])
        list.unmarkAll()
        #expect(list.perform(.conversations))
        await world.until { list.loadingSince == nil && list.isFlat }
        list.select(try id(world, "dir1"))
        #expect(list.perform(.select))
        await toggle(0, "No longer selected: 1 message, only part of a thread.")
    }

    @Test("a selection survives toggling conversations twice in one go")
    func keepsSelectionTwice() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let dir = try world.thread("dir")
        list.rows.select(.thread(dir))
        #expect(list.perform(.select) && list.perform(.conversations) && list.perform(.conversations))
        await world.until { !list.isFlat && list.loadingSince == nil && !list.selecting.isOn }
        #expect(list.selectedCount == 1 && list.isMarked(.thread(dir)))
    }

    @Test("an action on a row affects that message alone")
    func acts() async throws {
        let (world, list) = try FakeSurroundings.messages()
        let (first, third) = (try id(world, "dir1"), try id(world, "dir3"))
        list.select(third)
        #expect(list.perform(.archive))
        await world.until { list.shownMessages.count == 8 }
        #expect(!list.shownMessages.contains(third) && list.shownMessages.contains(first))
        list.select(first)
        #expect(list.perform(.star))
        await world.until { list.loaded[.message(first)]?.thread.isStarred == true }
        let starred = try world.session.messages(of: try world.thread("dir")).filter(\.isStarred).map(\.id)
        #expect(starred == [first])
        #expect(list.perform(.unread))
        await world.until { list.loaded[.message(first)]?.thread.isUnread == true }
        #expect(list.perform(.trash))
        await world.until { list.shownMessages.count == 7 }
        #expect(world.acted == ["archive messages 1", "star messages 1", "unread messages 1", "trash messages 1"])
        let middle = try id(world, "dir2")
        #expect(list.shownMessages.contains(middle))
    }

    @Test("selected messages of a conversation are each starred, and one undo reverts them")
    func marked() async throws {
        let (world, list) = try FakeSurroundings.messages()
        let ids = try ["dir1", "dir2"].map { try id(world, $0) }
        for id in ids {
            list.select(id)
            #expect(list.perform(.select))
        }
        #expect(world.text(list)[0].contains("2 selected"))
        #expect(list.perform(.star))
        await world.until { ids.allSatisfy { list.loaded[.message($0)]?.thread.isStarred == true } }
        let deed = try #require(try await world.session.undo())
        #expect(Set(deed.messages) == Set(ids) && deed.title.hasPrefix("2 messages of "))
        await world.until { ids.allSatisfy { list.loaded[.message($0)]?.thread.isStarred == false } }
    }

    @Test("undo selects the restored message, not another of its conversation")
    func takesBack() async throws {
        let (world, list) = try FakeSurroundings.messages()
        let second = try id(world, "dir2")
        list.select(second)
        #expect(list.perform(.archive))
        await world.until { list.shownMessages.count == 8 }
        let deed = try #require(try await world.session.undo())
        list.wentBack(deed, isInFront: true)
        await world.until { list.shownMessages.count == 9 }
        #expect(list.selectedMessage == second)
    }

    @Test("snoozing and waking affect the message alone")
    func snoozes() async throws {
        let (world, list) = try FakeSurroundings.messages()
        let second = try id(world, "dir2")
        list.snooze([.message(second)], until: world.clock.now().addingTimeInterval(3_600))
        await world.until { list.shownMessages.count == 8 }
        #expect(!list.shownMessages.contains(second))
        list.snooze([.message(second)], until: nil)
        await world.until { list.shownMessages.count == 9 }
    }

    @Test("a conversation opens at the selected message, whatever was in view")
    func opens() async throws {
        let (world, list) = try FakeSurroundings.messages()
        for remote in ["dir1", "dir3", "dir2"] {
            let message = try id(world, remote)
            list.select(message)
            #expect(list.perform(.open))
            let page = try #require(world.pushed.last as? ThreadScreen)
            _ = world.draw(page)
            #expect(page.thread == (try world.thread("dir")) && page.pane.currentMessage?.id == message)
            page.leave(to: nil)
        }
    }

    @Test("the next row after a conversation is of another conversation")
    func goesOn() throws {
        let (world, list) = try FakeSurroundings.messages()
        let dir = try world.thread("dir")
        list.select(try id(world, "dir3"))
        let next = try #require(list.thread(after: dir))
        let after = list.shown.drop { $0 != dir }.first { $0 != dir }
        #expect(next == after && list.shown.count { $0 == dir } == 3)
        list.follow(next)
        #expect(list.selected == next && list.thread(before: next) == dir)
    }

    @Test("a search finds single messages, and leaving restores the view's rows")
    func searches() async throws {
        let (world, list) = try FakeSurroundings.messages()
        #expect(list.perform(.search))
        for letter in "from:mikhail" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.perform(.open))
        let found = try id(world, "dir2")
        await world.until { list.loadingSince == nil && list.shownMessages == [found] }
        #expect(list.perform(.quit))
        await world.until { list.loadingSince == nil && list.shownMessages.count == 9 }
    }

    @Test("a search from a view keeps the view's kind")
    func searchesAlike() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.conversations))
        await world.until { list.isFlat && list.loadingSince == nil }
        list.show(.search("subject:folders"))
        await world.until { list.loadingSince == nil && list.shown.count == 3 }
        #expect(list.isFlat)
    }

    @Test("selecting by query includes messages out of view")
    func selectsMatching() async throws {
        let (world, list) = try FakeSurroundings.messages()
        list.select(matching: "subject:folders")
        await world.settle()
        #expect(list.targets.count == 3 && list.selectedCount == 3 && list.threadsToActOn.count == 1)
        #expect(list.perform(.archive))
        await world.until { list.shownMessages.count == 6 }
    }

    @Test("a new message slides in above, and the selection stays")
    func arrives() async throws {
        let (world, list) = try FakeSurroundings.messages()
        let selected = list.selectedMessage
        try world.fill([
            .remote(
                id: "dir4", thread: "dir", from: "lars", subject: "Re: Working with folders?", unread: true,
                at: FakeSurroundings.noon - 60)
        ])
        await world.until { list.shownMessages.count == 10 }
        #expect(list.shownMessages.first == (try id(world, "dir4")) && list.selectedMessage == selected)
    }

    @Test("in an unread view, a read message stays until an action on it")
    func lingers() async throws {
        let (world, list) = try FakeSurroundings.messages()
        list.show(.unread(world.account))
        await world.until { list.loadingSince == nil && list.shownMessages.count == 2 }
        let message = try id(world, "dir3")
        list.linger(try world.thread("dir"))
        world.act(.shake, onMessages: [message], target: nil)
        await world.until { list.loaded[.message(message)]?.thread.isUnread == false }
        #expect(list.shownMessages.contains(message))
        list.letGo([.message(message)])
        await world.until { list.shownMessages.count == 1 }
    }

    @Test("in an unread view, refreshing lets go of what was read", arguments: [true, false])
    func refreshed(conversations: Bool) async throws {
        let (world, list) = try FakeSurroundings.messages()
        if conversations { #expect(list.perform(.conversations)) }
        await world.until { list.loadingSince == nil && list.isFlat == !conversations }
        list.show(.unread(world.account))
        await world.until { list.loadingSince == nil && list.shown.count == 2 }
        let thread = try world.thread("dir")
        list.linger(thread)
        world.act(.shake, on: [thread], target: nil)
        await world.until { list.loaded.items.contains { !$0.thread.isUnread } }
        #expect(list.shown.count == 2)
        #expect(list.perform(.refresh))
        await world.until { list.shown.count == 1 }
    }

    @Test("a changed setting applies at once, except to a view with its own choice")
    func settings() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.conversations = false
        list.settingsChanged()
        await world.until { list.isFlat && list.loadingSince == nil && list.shown.count == 9 }
        #expect(list.perform(.conversations))
        await world.until { !list.isFlat && list.loadingSince == nil }
        list.settingsChanged()
        #expect(!list.isFlat)
    }
}
