import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The list on errors and during animations", .timeLimit(.minutes(10)))
struct ListStatesTests {
    @Test(
        "the list shows the server status at every size",
        arguments: [
            ("offline", "○ offline", "⟲ 2 queued"), ("signed-out", "⚠ sign in again", "⟲ 1 queued"),
            ("storing-failed", "⚠ can't store mail", ""), ("getting", "⠹ getting mail 41,200 of 60,000", ""),
            ("stopped", "○ stopped", "⟲ 12 queued"),
        ])
    func connection(name: String, words: String, queue: String) throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.status = StatusText(connection: words, queue: queue, isGood: name == "getting" || name == "stopped")
        for (width, height) in ScreenState.sizes {
            #expect(screenGolden("list-\(name)", world.draw(list, width, height)) == nil)
        }
    }

    @Test("during a fetch, R reports the progress, not that all is up to date")
    func refreshedMeanwhile() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        for getting in ["getting mail 1,000 of 4,267", ""] {
            world.status.getting = getting
            #expect(list.perform(.refresh))
            list.heard(.fetchCompleted)
            #expect(world.said.last == (getting.isEmpty ? "Up to date." : "Still getting mail 1,000 of 4,267."))
        }
    }

    @Test("in an empty list, each key that is about a row says that there is none")
    func noRow() throws {
        let world = try FakeSurroundings()
        let list = world.list()
        let keys = [Command.archive, .open, .select, .range]
        for command in keys { #expect(list.perform(command)) }
        #expect(world.said == keys.map { _ in "There is no thread here." } && world.pushed.isEmpty)
    }

    @Test("a failed fetch is reported in place of the rows, or above them, but not both")
    func toldOnce() throws {
        let failure = FetchFailure.remote(RemoteError(.unreachable(detail: "timed out"), call: "threads"))
        let world = try FakeSurroundings()
        let empty = world.list()
        empty.heard(.fetchFailed(failure))
        #expect(world.said.isEmpty && world.text(empty).contains { $0.contains("Mail could not be fetched") })
        empty.heard(.fetchFailed(failure))
        #expect(world.said == ["Asked again: no change"])
        let (full, list) = try FakeSurroundings.mailbox()
        list.heard(.fetchFailed(failure))
        #expect(full.said == [Wording.sentence(failure)])
    }

    @Test("a failed fetch is none of another account's mail, to which the user has gone meanwhile")
    func toldOfItsAccount() async throws {
        let failure = FetchFailure.remote(RemoteError(.unreachable(detail: "timed out"), call: "threads"))
        let (world, list) = try FakeSurroundings.mailbox()
        let other = try world.store.addTestAccount(.test("work@example.test"))
        await world.until { list.accounts.items.count == 2 }
        list.goStraight(to: .snoozed(world.account))
        await world.until { list.view == .snoozed(world.account) && list.loadingSince == nil }
        list.refreshing.begin(other)
        list.heard(.fetchFailed(failure))
        #expect(world.said.last == "work@example.test: " + Wording.sentence(failure))
        #expect(list.refreshing.failure == nil && list.refreshing.asked == nil)
    }

    @Test("a header over several accounts names the affected account or their number, and the key that helps")
    func whichAccount() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let others = try ["work@example.test", "club@example.test"].map {
            try world.store.addTestAccount(.test($0))
        }
        list.goStraight(to: .allInboxes)
        await world.until { list.view == .allInboxes && list.accounts.items.count == 3 }
        func head() -> String { world.text(list)[0] }
        #expect(head().contains("3 accounts  ● live"))
        let live = world.status
        world.status = StatusText(connection: "○ offline", queue: "", isGood: false, remedy: "try now")
        world.statuses = [world.account: live, others[1]: live]
        #expect(head().contains("work@example.test  ○ offline"))
        #expect(world.text(list).last?.contains("R try now") == true)
        world.statuses = [world.account: live]
        #expect(head().contains("2 of 3 accounts  ○ offline"))
        world.statuses = [:]
        #expect(head().contains("  3 accounts  ○ offline"))
        #expect(world.text(list, 40, 12)[0].contains("○ offline"))
    }

    @Test("with several accounts a head without room for the address has the account's letter")
    func letterOfAccount() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let alone = world.text(list, 34, 12)[0]
        _ = try world.store.addTestAccount(.test("work@example.test"))
        await world.until { list.accounts.items.count == 2 }
        #expect(!alone.contains(" M ") && world.text(list, 34, 12)[0].contains(" M  ● live"))
        #expect(world.text(list, 80, 24)[0].contains("me@example.test  ● live"))
    }

    @Test("stopped or refused actions name the key that tells why")
    func refused() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.status.queue = "⚠ 2 refused"
        #expect(world.text(list).last?.contains("see why") == false)
        world.status.needsUser = true
        #expect(world.text(list).last?.contains("o see why") == true)
    }

    @Test(
        "the picture appears only if all is well and nothing is left, also in ASCII, and never displaces text")
    func calm() throws {
        func draw(_ height: Int = 9, _ glyphs: Glyphs = .ascii, _ change: (inout EmptyList) -> Void = { _ in })
            -> [String]
        {
            var empty = EmptyList(
                view: .unread(AccountID(1)), title: "Unread", isLoading: false, sign: "⠹",
                status: StatusText(connection: "● live", queue: "", isGood: true), failure: nil, hasMail: true,
                doneToday: "Today: 12 read"
            ) { KeyMap().sequences(of: $0, in: .list).first?.description ?? "" }
            change(&empty)
            var grid = Grid(size: Size(width: 40, height: height), frame: Frame(motion: false, glyphs: glyphs))
            empty.draw(into: &grid)
            return (0..<height).map { grid.text(row: $0) }
        }
        func hasSun(_ lines: [String]) -> Bool { lines.contains { $0.contains(".---.") } }
        #expect(hasSun(draw()) && draw().allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
        #expect(draw(9, .unicode).contains { $0.contains("╭───╮") })
        for height in 3...9 {
            let lines = draw(height)
            #expect(lines.contains { $0.contains("No unread threads!") }, "\(height)")
            #expect(lines.contains { $0.contains("Today: 12 read") }, "\(height)")
        }
        #expect(!hasSun(draw { $0.isLoading = true }) && !hasSun(draw { $0.failure = "No" }))
        #expect(!hasSun(draw { $0.status.isGood = false }) && !hasSun(draw { $0.status.isGettingMail = true }))
        #expect(!hasSun(draw { $0.hasMail = false }) && !hasSun(draw { $0.view = .search("x") }))
        #expect(!hasSun(draw { $0.view = .role(AccountID(1), .archive) }))
    }

    @Test("actions are counted per day, without undone actions")
    func tally() {
        let (monday, tuesday) = (LocalDate(.test(0), .gmt), LocalDate(.test(86_400), .gmt))
        var tally = DayTally()
        #expect(tally.words(on: monday).isEmpty)
        let deeds: [(Action.Command, Int)] = [(.shake, 3), (.archive, 1), (.shake, -1), (.star, 1)]
        let areTold = deeds.map { tally.add($0.0, $0.1, on: monday) }
        #expect(areTold == [true, true, true, false])
        #expect(DayTally(text: tally.text).words(on: monday) == "Today: 2 read, 1 archived")
        #expect(tally.words(on: tuesday).isEmpty)
        _ = tally.add(.shake, -1, on: tuesday)
        #expect(tally.words(on: tuesday).isEmpty)
        _ = tally.add(.sendDraft, 1, on: tuesday)
        #expect(tally.words(on: tuesday) == "Today: 1 sent")
    }

    @Test("if the server was never reached, the list says why, and names the key that tries again")
    func neverReached() throws {
        let world = try FakeSurroundings()
        world.status = StatusText(
            connection: "○ offline", queue: "", isGood: false, remedy: "try now",
            offline: "could not find mail.example.test: the name server knows no address of it at all")
        let text = world.text(world.list())
        let foot = try #require(text.last)
        #expect(foot.contains("R try now") && !foot.contains("R refresh"))
        let empty = EmptyList(
            view: .role(AccountID(1), .inbox), title: "Inbox", isLoading: false, sign: "⠹", status: world.status,
            failure: nil, hasMail: false
        ) { _ in "R" }
        var grid = Grid(size: Size(width: 40, height: 12), frame: Frame(motion: false, glyphs: .unicode))
        empty.draw(into: &grid)
        let words = (0..<12).map { grid.text(row: $0).trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(words.contains("the name server knows no address of it at all"))
        #expect(words.contains("R ask the server now"))
    }

    @Test("an empty list says why, and names a useful key", arguments: ScreenState.sizes)
    func empty(width: Int, height: Int) throws {
        func draw(_ change: (inout EmptyList) -> Void) -> Grid {
            var empty = EmptyList(
                view: .role(AccountID(1), .inbox), title: "Inbox", isLoading: false, sign: "⠹",
                status: StatusText(connection: "○ offline", queue: "", isGood: false), failure: nil, hasMail: true
            ) { KeyMap().sequences(of: $0, in: .list).first?.description ?? "" }
            change(&empty)
            var grid = Grid(size: Size(width: width, height: height), frame: Frame(motion: false))
            empty.draw(into: &grid)
            return grid
        }
        #expect(screenGolden("empty-done", draw { _ in }) == nil)
        #expect(
            screenGolden(
                "empty-calm",
                draw {
                    $0.status.isGood = true
                    $0.doneToday = "Today: 12 read, 5 archived, 2 sent"
                }) == nil)
        #expect(screenGolden("empty-loading", draw { $0.isLoading = true }) == nil)
        #expect(screenGolden("empty-first", draw { $0.hasMail = false }) == nil)
        #expect(
            screenGolden(
                "empty-coming",
                draw {
                    $0.status = StatusText(
                        connection: "⠹ getting mail 1,200 of 60,000", queue: "", isGood: true, isGettingMail: true)
                }) == nil)
        #expect(screenGolden("empty-failed", draw { $0.failure = "The server can't be reached." }) == nil)
        #expect(screenGolden("empty-search", draw { $0.view = .search("zebra") }) == nil)
        #expect(
            screenGolden(
                "empty-asking",
                draw {
                    $0.view = .search("zebra")
                    $0.isAsking = true
                }) == nil)
    }

    @Test("a mailbox without its older mail says so, and names the key that fetches it, until all is there")
    func older() async throws {
        let world = try FakeSurroundings()
        let (account, list) = (world.account, world.list())
        try world.store.writeNow { transaction in
            try transaction.setSyncState("done", key: "threads", account: account)
            try transaction.setLetGo(LetGo(until: .test(0)), account: account)
        }
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" })
        list.show(.mailbox(account, work.id))
        await world.until { list.loadingSince == nil }
        let text = world.text(list).joined(separator: "\n")
        #expect(text.contains("Nothing newer in Work.") && text.contains("The server may have older mail."))
        #expect(text.contains("G get older mail"))
        try world.store.writeNow { try $0.setSyncState("done", key: LetGo.walkPrefix + "work", account: account) }
        #expect(world.text(list).joined().contains("older mail"), "drawing looks nothing up")
        list.statusesChanged()
        #expect(world.text(list).joined().contains("Work is empty."))
    }

    @Test("an account whose mail was never fetched says so, even if another account's was")
    func neverFetched() async throws {
        let world = try FakeSurroundings()
        let other = try world.store.addTestAccount(.test("work@example.test"), mailboxes: [])
        let list = world.list()
        world.status = StatusText(connection: "○ offline", queue: "", isGood: false)
        for (account, words) in [(other, "No mail here yet"), (world.account, "Nothing left in Inbox.")] {
            list.show(.role(account, .inbox))
            await world.until { list.loadingSince == nil }
            #expect(world.text(list).contains { $0.contains(words) })
        }
    }

    @Test("an inbox whose mail did not come before the line broke is not said to be dealt with")
    func brokeOff() async throws {
        let world = try FakeSurroundings()
        let (account, list) = (world.account, world.list())
        world.status = StatusText(connection: "○ offline", queue: "", isGood: false)
        for (first, words) in [("", "No mail here yet"), (nil, "Nothing left in Inbox.")] as [(String?, String)] {
            try world.store.writeNow { try $0.setSyncState(first, key: "first page", account: account) }
            list.show(.role(account, .inbox))
            await world.until { list.loadingSince == nil }
            list.statusesChanged()
            #expect(world.text(list).contains { $0.contains(words) })
        }
    }

    @Test("first-time users see a three-line hint, or one line in small windows, until a key dismisses it for good")
    func firstHint() async throws {
        let (world, _) = try FakeSurroundings.mailbox()
        await world.session.setSetting(nil, key: FirstHint.key)
        let list = world.list()
        #expect(screenGolden("list-first", { world.draw(list, $0, $1) }) == nil)
        #expect(world.text(list, 40, 12)[10].hasPrefix(" Enter open  d mailboxes  : commands"))
        #expect(!world.text(list, 40, 7).contains { $0.contains("mailboxes") }, "no room")
        #expect(list.perform(.down) && list.firstHint != nil)
        #expect(list.perform(.back))
        #expect(list.firstHint == nil && world.kept[FirstHint.key] == "1")
        #expect(!world.text(list).contains { $0.contains("every command") })
    }

    // MARK: Frames

    /// Changes a list that has been drawn, waits until `unread` threads are unread, and returns the frames from the first one
    /// after the change on.
    private func film(
        _ width: Int, _ height: Int, unread: Int, _ change: (FakeSurroundings, ListScreen) async throws -> Void
    ) async throws -> [(milliseconds: Int, grid: Grid)] {
        let (world, list) = try FakeSurroundings.mailbox()
        // The preview beside the list updates at its own time.
        world.settings.preview = .none
        let begin = ContinuousClock.now
        _ = world.draw(list, width, height, at: begin, motion: true)
        try await change(world, list)
        // On wide screens the drawer is shown, whose counts update separately.
        await world.until {
            let count = { list.listing.counts.count($0).total }
            let inbox = list.mailboxes.items.first { $0.role == .inbox }
            return !list.drawer.isPinned
                || count(.unread(world.account)) == unread && count(.starred(world.account)) == 1
                    && inbox?.unreadThreadCount == unread
        }
        list.updateDrawer()
        return [0, 40, 80, 120, 160, 200].map { milliseconds in
            let time = begin + .seconds(1) + .milliseconds(milliseconds)
            return (milliseconds, world.draw(list, width, height, at: time, motion: true))
        }
    }

    @Test("new mail slides in from the left, frame by frame", arguments: ScreenState.sizes)
    func inserts(width: Int, height: Int) async throws {
        let film = try await film(width, height, unread: 3) { world, list in
            try world.fill(
                .remote(id: "late", from: "zoe", subject: "Just in", unread: true, at: FakeSurroundings.noon))
            await world.until { list.shown.count == 7 }
        }
        #expect(filmGolden("insert", film) == nil)
    }

    @Test("an archived row slides out to the right, frame by frame", arguments: ScreenState.sizes)
    func deletes(width: Int, height: Int) async throws {
        let film = try await film(width, height, unread: 1) { world, list in
            #expect(list.perform(.archive))
            await world.until { list.shown.count == 5 }
        }
        #expect(filmGolden("delete", film) == nil)
    }

    @Test("a thread with a new reply glides to the top, frame by frame", arguments: ScreenState.sizes)
    func moves(width: Int, height: Int) async throws {
        let film = try await film(width, height, unread: 2) { world, list in
            let lunch = try world.thread("lunch")
            try world.fill(
                .remote(
                    id: "lunch3", thread: "lunch", from: "bob", subject: "Re: Lunch?", snippet: "Fine.",
                    at: FakeSurroundings.noon - 10))
            await world.until { list.shown.first == lunch }
        }
        #expect(filmGolden("move", film) == nil)
    }
}
