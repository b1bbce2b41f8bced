import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Acting in the list", .timeLimit(.minutes(10)))
struct ListActingTests {
    @Test("the go-to box lists the last visited mailboxes first; Enter takes the first, letters any")
    func goesToLast() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        func wait(_ view: MailView) async { await world.until { list.view == view && list.loadingSince == nil } }
        let inbox = MailView.role(world.account, .inbox)
        for role in [MailboxRole.archive, .sent] {
            list.show(.role(world.account, role))
            await wait(.role(world.account, role))
        }
        list.show(inbox)
        await wait(inbox)
        #expect(list.perform(.goTo))
        let picker = try #require(world.pushed.last as? GoToScreen)
        #expect(
            Array(picker.picker.list.rows.prefix(2)) == [.role(world.account, .sent), .role(world.account, .archive)])
        #expect(picker.picker.list.rows.last == inbox)
        #expect(picker.handle(.key(.enter)))
        await wait(.role(world.account, .sent))
        #expect(list.perform(.goTo))
        let again = try #require(world.pushed.last as? GoToScreen)
        #expect(again.picker.list.rows.first == inbox)
        again.type("star")
        #expect(again.handle(.key(.enter)))
        await wait(.starred(world.account))
    }

    @Test("shaking marks the selected thread read and selects the next")
    func shake() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let (first, second) = (try world.thread("dir"), try world.thread("t-new"))
        #expect(list.selected == first)
        #expect(list.perform(.shake))
        #expect(list.selected == second)
        await world.until { list.thread(first)?.isUnread == false }
        #expect(list.selected == second)
        #expect(world.acted == ["shake \(first)"])
    }

    @Test("a number before an action key applies it to that many rows from the selection, at once")
    func counted() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let all = list.shown
        #expect(list.perform(.down) && list.perform(.archive, number: 3))
        #expect(world.acted == ["archive \(all[1]),\(all[2]),\(all[3])"] && list.selectedCount == 0)
        await world.until { list.shown == Array(all.prefix(1) + all.dropFirst(4)) }
        world.undo()
        await world.until { list.shown == all }
        // A number too large means all rows to the end. With a selection a number has no meaning, and the list says so.
        #expect(list.perform(.top) && list.perform(.select) && list.perform(.star, number: 2))
        #expect(world.acted.count == 2 && world.said.last?.hasPrefix("Some are selected") == true)
        list.unmarkAll()
        #expect(list.perform(.bottom) && list.perform(.up) && list.perform(.star, number: 9))
        #expect(world.acted.last == "star \(all[all.count - 2]),\(all[all.count - 1])")
    }

    @Test("in an unread view, a shaken row slides out, and the next is selected")
    func shakeAway() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        list.show(.unread(world.account))
        await world.until { list.shown.count == 2 && list.loadingSince == nil }
        let begin = ContinuousClock.now
        _ = world.draw(list, at: begin, motion: true)
        let second = try world.thread("t-new")
        #expect(list.perform(.shake))
        await world.until { list.shown == [second] }
        let start = world.draw(list, at: begin + .seconds(1), motion: true)
        let middle = world.draw(list, at: begin + .milliseconds(1_060), motion: true)
        let end = world.draw(list, at: begin + .milliseconds(1_400), motion: true)
        #expect(start.frame.animatesUntil != nil)
        #expect(middle.text(row: 2) != end.text(row: 2))
        #expect(end.text(row: 2).contains("New to the list"))
        #expect(list.selected == second)
    }

    @Test("a thread read in an unread view stays there, dimmed, until an action on it")
    func readThere() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            FakeSurroundings.sixThreads.map { message in
                var message = message
                message.body = MessageBody(plain: "News.")
                return message
            })
        let list = world.list()
        list.show(.unread(world.account))
        await world.until { list.shown.count == 2 && list.loadingSince == nil }
        let (first, second) = (try world.thread("dir"), try world.thread("t-new"))
        let before = world.draw(list)
        #expect(list.perform(.open))
        let thread = try #require(world.pushed.last as? ThreadScreen)
        _ = world.draw(thread)
        #expect(thread.perform(.nextThread) && thread.thread == second)
        _ = world.draw(thread)
        #expect(thread.perform(.previousThread) && thread.thread == first)
        await world.until { list.thread(first)?.isUnread == false && list.thread(second)?.isUnread == false }
        #expect(list.shown == [first, second] && list.selected == first)
        // The sender of the row that is not selected.
        #expect(before[5, 3]?.style == Style(.unread) && world.draw(list)[5, 3]?.style == .dim)
        #expect(list.perform(.shake))
        await world.until { list.shown == [second] }
        #expect(list.selected == second)
        // Undoing the archiving brings the row back as it was.
        world.front = list
        #expect(list.perform(.archive))
        await world.until { list.shown.isEmpty }
        world.undo()
        await world.until { list.shown == [second] }
        #expect(list.selected == second && list.thread(second)?.isUnread == false)
    }

    @Test("a single draft opens in the composer, other threads in the reader")
    func draft() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.open))
        #expect(world.pushed.last is ThreadScreen)
        try world.fill(.remote(id: "d", subject: "Half done", draft: true, in: ["drafts"], at: FakeSurroundings.noon))
        list.show(.search("is:draft"))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(list.perform(.open))
        #expect((world.pushed.last as? ComposeScreen)?.title == "Edit draft")
    }

    @Test("an action on a draft's row doesn't affect the message it replies to")
    func draftRow() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(
            .remote(
                id: "d", thread: "dir", subject: "Re: folders", draft: true, in: ["drafts"], at: FakeSurroundings.noon))
        list.show(.role(world.account, .drafts))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        for command in [Command.archive, .junk, .star, .unread, .shake, .reply, .snooze, .move] {
            #expect(list.perform(command))
        }
        #expect(world.acted.isEmpty && world.pushed.isEmpty)
        #expect(Set(world.said) == ["This is a draft: Enter edits it, # discards it."])
        let last = world.draw(list).text(row: 23)
        #expect(last.contains("discard") || last.contains("trash"), "\(last)")
        #expect(!last.contains("shake"))
    }

    @Test("a command on a selection with drafts takes them out of it and says so; the next one acts on the rest")
    func draftsSelected() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let noon = FakeSurroundings.noon
        try world.fill(
            .remote(id: "d", thread: "d", subject: "Ferry, half done", draft: true, in: ["drafts"], at: noon),
            .remote(id: "e", thread: "e", subject: "Ferry, not begun", draft: true, in: ["drafts"], at: noon - 1),
            .remote(id: "f", thread: "f", subject: "Ferry", at: noon - 2))
        list.show(.search("subject:ferry"))
        await world.until { list.shown.count == 3 && list.loadingSince == nil }
        for command in [Command.top, .select, .select, .archive] { #expect(list.perform(command)) }
        #expect(world.said.last == "These are drafts: # discards them." && list.selectedCount == 2)
        let hints = world.draw(list).text(row: 23)
        #expect(!hints.contains("archive") && hints.contains("#"), "\(hints)")
        list.unmarkAll()

        for command in [Command.top, .range, .bottom, .archive] { #expect(list.perform(command)) }
        #expect(world.acted.isEmpty && list.selectedCount == 1)
        #expect(world.said.last?.hasPrefix("2 of 3 selected are drafts, and no longer selected.") == true)
        #expect(list.perform(.archive))
        #expect(world.acted == ["archive \(try world.thread("f"))"])
    }

    @Test("while another view's rows are late, a command does nothing to unseen rows and says so")
    func lateRows() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        list.show(.search("is:unread"))
        list.loadingSince = .now - .seconds(1)
        #expect(list.perform(.down) && list.perform(.archive))
        #expect(world.said == ["The list is still being read."])
        await world.until { list.loadingSince == nil }
        await world.settle()
        #expect(world.acted.isEmpty)
        #expect(list.rows.selectedIndex == 1)
    }

    @Test("a command given while another view's rows load acts on those rows")
    func awaiting() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let wanted = try world.thread("t-new")
        #expect(list.selected != wanted)
        list.show(.search("subject:list"))
        #expect(list.loadingSince != nil)
        #expect(list.perform(.archive))
        #expect(world.acted.isEmpty)
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(wanted)"])
    }

    @Test("commands act on the selection, whatever arrives meanwhile")
    func arrivals() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.down))
        let target = try #require(list.selected)
        try world.fill(.remote(id: "late", from: "zoe", subject: "Just in", unread: true, at: FakeSurroundings.noon))
        await world.until { list.shown.count == 7 }
        #expect(list.selected == target)
        #expect(list.perform(.archive))
        #expect(world.acted == ["archive \(target)"])
        await world.until { !list.shown.contains(target) }
    }

    @Test("a command acts on all selected threads, once")
    func several() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.select) && list.perform(.select))
        let targets = list.threadsToActOn
        #expect(targets.count == 2)
        #expect(list.perform(.archive))
        #expect(list.rows.marked.isEmpty)
        await world.until { list.shown.count == 4 }
        #expect(world.acted == ["archive \(targets[0]),\(targets[1])"])
    }

    @Test("a range extends from its start to the selection")
    func range() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.range) && list.perform(.down) && list.perform(.down))
        #expect(list.threadsToActOn == Array(list.shown.prefix(3)))
        #expect(list.perform(.back))
        #expect(list.rows.marked.isEmpty)
    }

    @Test("the star goes on and off")
    func star() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let first = try world.thread("dir")
        #expect(list.perform(.star))
        await world.until { list.thread(first)?.isStarred == true }
        #expect(list.perform(.star))
        await world.until { list.thread(first)?.isStarred == false }
        #expect(world.acted == ["star \(first)", "unstar \(first)"])
    }

    @Test("repeating applies the last action to the selection")
    func again() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let all = list.shown
        #expect(list.perform(.again))
        #expect(world.said == ["Nothing was done yet."])
        #expect(list.perform(.archive))
        await world.until { list.shown.count == 5 }
        #expect(list.perform(.again))
        await world.until { list.shown.count == 4 }
        #expect(world.acted == ["archive \(all[0])", "archive \(all[1])"])
    }

    @Test("undo puts a row back in its place")
    func undo() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let before = list.shown
        #expect(list.perform(.archive))
        await world.until { list.shown.count == 5 }
        #expect(list.perform(.down))
        let deed = try #require(try await world.session.undo())
        list.wentBack(deed, isInFront: true)
        await world.until { list.shown == before }
        #expect(list.selected == before[0], "and is selected again")
    }

    // MARK: Mouse

    @Test("a click selects, another opens, the wheel scrolls")
    func clicks() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let press = InputEvent.mouse(Mouse(.press(.left), at: Point(x: 30, y: 3)))
        #expect(list.handle(press))
        #expect(list.rows.selectedIndex == 1)
        let release = InputEvent.mouse(Mouse(.release(.left), at: Point(x: 30, y: 3)))
        #expect(list.handle(release) && list.handle(press))
        #expect(world.pushed.isEmpty)
        #expect(list.handle(release))
        #expect(world.pushed.count == 1)
    }

    @Test("a mouse wiggled over a row shakes its thread, not the selected one")
    func wiggle() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let second = try world.thread("t-new")
        wiggle(list, line: 3)
        #expect(world.acted == ["shake \(second)"])
        #expect(list.rows.selectedIndex == 0)
    }

    @Test(
        "wiggling the mouse over a selected row shakes the whole selection; over another row it keeps the selection"
    )
    func wiggleSelected() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.select) && list.perform(.select))
        let selected = list.targetThreads.map(\.id)
        #expect(selected.count == 2)
        let other = try #require(list.shown.dropFirst(3).first)
        wiggle(list, line: 5)
        #expect(world.acted == ["shake \(other)"])
        #expect(list.targetThreads.map(\.id) == selected)
        wiggle(list, line: 2)
        #expect(world.acted.last == "shake " + selected.map(\.description).joined(separator: ","))
        #expect(list.selectedCount == 0, "as the key leaves it")
    }

    @Test("shaking a selection that is all read says so, by key and by mouse; a single row is passed in silence")
    func shakeRead() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.shownThreads.map(\.isUnread) == [true, true, false, false, false, false])
        func select(from index: Int, _ count: Int) {
            list.rows.select(index: index)
            for _ in 0..<count { #expect(list.perform(.select)) }
        }
        for count in [1, 2] {
            select(from: 2, count)
            #expect(list.perform(.shake) && list.selectedCount == 0)
            #expect(world.said == Array(repeating: "Already read.", count: count))
        }
        select(from: 2, 2)
        wiggle(list, line: 4)
        #expect(list.selectedCount == 0 && world.said.count == 3)
        list.rows.select(index: 2)
        #expect(list.perform(.shake) && list.rows.selectedIndex == 3)
        select(from: 1, 2)
        #expect(list.perform(.shake))
        await world.until { list.shownThreads.map(\.isUnread) == [true, false, false, false, false, false] }
        #expect(world.said.count == 3, "\(world.said)")
    }

    private func wiggle(_ list: ListScreen, line: Int) {
        for turn in 0..<8 {
            _ = list.handle(.mouse(Mouse(.move, at: Point(x: turn.isMultiple(of: 2) ? 20 : 40, y: line))))
        }
    }
}
