import Foundation
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Notices beside the screens", .timeLimit(.minutes(10)))
struct TellingTests {
    private typealias Client = ShellClient

    @Test("the bottom line says saving until the store takes the change")
    func waitingStore() async throws {
        let client = try ShellClient(
            FakeSurroundings.sixThreads, settings: .still, clock: .atNoon, connects: false)
        client.shell.begin()
        client.is(.live)
        for case let list as ListScreen in client.shell.flows.screens { list.servers.pause = nil }
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        let later = ContinuousClock.now + JobLine.patience
        #expect(client.draw(at: later).last?.contains("saving") == true)
        #expect(screenGolden("saving", { client.grid($0, $1, at: later) }) == nil)
        take.finish()
        while client.shell.jobs.since != nil, !Task.isCancelled { await Task.yield() }
        #expect(client.draw(at: later).last?.contains("saving") == false)
        await client.shell.end()
    }

    @Test("a slow save is named, with its likely cause, before the store gives up")
    func whyLate() async throws {
        let client = try Client()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        client.press("e")
        #expect(!client.shows("Still saving"))
        let lines = client.draw(200, 24, at: .now + JobLine.longPatience)
        #expect(lines.contains { $0.contains("Still saving: archive “First”. Another program may have the mailbox") })
        take.finish()
        await client.shell.end()
    }

    @Test(
        "a thread and the deck also show that the store is still saving", arguments: [false, true])
    func waitingStoreElsewhere(onDeck: Bool) async throws {
        let client = try Client()
        _ = client.draw()
        client.press(onDeck ? Key("S" as Character) : .enter)
        _ = client.draw()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        let later = ContinuousClock.now + JobLine.patience
        #expect(client.draw(at: later).last?.contains("saving") == true)
        take.finish()
        await client.shell.end()
    }

    @Test("an action is announced above the bottom line with the undo key")
    func toast() async throws {
        let client = try Client([.remote(id: "a", subject: "First", unread: true, at: 200)], connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("e")
        await client.sees("Archived “First”   z undo")
        #expect(client.draw()[22].contains("Archived “First”   z undo"))
        #expect(client.draw(40, 12)[10].contains("Archived “First”"))
        await client.shell.end()
    }

    @Test("without the right to mark, reading is silent and queues nothing; an action key says why")
    func marksNobodyAskedFor() async throws {
        let client = try Client(nil)
        let team = RemoteMailbox(id: RemoteID("inbox"), name: "Inbox", role: .inbox, rights: [])
        let account = try client.store.addTestAccount(.test(dialect: .jmap), mailboxes: [team])
        try client.store.receive(.remote(id: "a", subject: "First", unread: true, at: 200), account: account)
        client.shell.begin()
        await client.sees("First")
        client.press(.enter)
        _ = client.draw()
        client.press("q")
        await client.settle(80, 24)
        #expect(!client.shows("doesn't let you") && !client.shows("Read “First”"))
        #expect(try client.session.actions().isEmpty)
        client.press("e")
        await client.sees("doesn't let you")
        #expect(client.shows("doesn't let you do that in “Inbox”"))
    }

    @Test("what is said about a view or a screen stays there, and goes when it is left")
    func aboutPlaces() async throws {
        let client = try Client()
        _ = client.draw()
        client.type("Of j")
        await client.sees("Sorted by sender")
        client.type("gs")
        #expect(await client.sees(80, 24) { !client.shows("Sorted by sender") })
        client.type("gs")
        await client.sees("is already open")
        client.type("gi")
        #expect(await client.sees(80, 24) { !client.shows("is already open") })
        client.press("c", .ctrl("s"))
        await client.sees("There is no recipient yet")
        client.press("x")
        #expect(client.shows("There is no recipient yet"))
        client.shell.flows.popToRoot()
        #expect(!client.shows("There is no recipient yet"))
        await client.shell.end()
    }

    @Test("what is said of a mailbox deleted elsewhere goes with the view that took its place")
    func mailboxIsGone() async throws {
        let client = try Client([.remote(id: "b", subject: "At work", in: ["work"])], connects: false)
        client.shell.begin()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        let work = try #require(try client.store.mailboxID("work"))
        await client.sees(80, 24, patience: .seconds(60)) { list.mailboxes.items.contains { $0.id == work } }
        list.show(.mailbox(client.account, work))
        await client.sees("At work")
        try client.store.writeNow { try $0.deleteMailbox(work, hasLabels: true, now: .test(0)) }
        await client.sees("“Work” is gone: it was deleted elsewhere. The list shows Inbox.")
        client.type("gs")
        #expect(await client.sees(80, 24) { !client.shows("is gone") })
        await client.shell.end()
    }

    @Test("u on an unread thread says so")
    func unreadAlready() async throws {
        let client = try Client()
        _ = client.draw()
        client.press("u")
        await client.sees("Already unread.")
        #expect(client.shows("Already unread."))
        client.press("j", "u")
        await client.sees("Marked as unread: “Second”")
        #expect(client.shows("Marked as unread: “Second”"))
    }

    @Test("an action the store refuses is named, and the selection stays")
    func notKept() async throws {
        let client = try Client()
        _ = client.draw()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        let before = list.rows.selection
        try client.store.refuseActions()
        let orders: [(Key, String)] = [("*", "star"), ("s", "mark as read")]
        for (key, order) in orders {
            client.press(key)
            // A notice disappears after some seconds, which may pass on a slow machine.
            let words = "Not done: \(order) “First”. The mailbox"
            let told = {
                client.shell.journal.lines(width: 200, clock: client.shell.clock, glyphs: .unicode)
                    .contains { $0.text.contains(words) }
            }
            await client.sees(80, 24, told)
            #expect(told())
            #expect(before != nil && list.rows.selection == before)
        }
        await client.shell.end()
    }

    @Test("a failure keeps the bottom line visible, and later actions are announced below it")
    func troubleAndDeeds() throws {
        let client = try Client()
        for (width, height) in [(80, 24), (40, 12)] {
            let hints = client.draw(width, height)[height - 1]
            client.shell.say("The server says no to all of it", kind: .failure)
            #expect(client.draw(width, height)[height - 1] == hints)
            #expect(client.draw(width, height)[height - 2].contains("The server says no"))
            client.shell.say("Archived", kind: .done, undo: true)
            let lines = client.draw(width, height)
            #expect(lines.contains { $0.contains("Archived   z undo") })
            #expect(lines.contains { $0.contains("The server says no") })
            client.shell.toasts = ToastShelf()
        }
        client.press("?")
        let box = client.draw(80, 24)
        client.shell.say("New mail", kind: .done)
        #expect(Array(client.draw(80, 24).dropLast()) == Array(box.dropLast()), "the box keeps its border")
        #expect(client.draw(80, 24)[23].contains("New mail"))
    }

    @Test("a warning stays for its time above mere reports; an action or a newer warning replaces it")
    func warnings() {
        let now = ContinuousClock.now
        var shelf = ToastShelf()
        func say(_ text: String, _ kind: ToastKind, _ deed: Deed? = nil) {
            shelf.say(
                text, kind: kind, command: deed == nil ? nil : .undo, deed: deed, glyphs: .unicode, seconds: 5, at: now)
        }
        func shown(after seconds: Int = 0) -> [String] {
            var grid = Grid(
                size: Size(width: 60, height: 10), frame: Frame(now: now + .seconds(seconds), motion: false))
            shelf.draw(into: &grid)
            let text = (0..<10).map { grid.text(row: $0) }.joined()
            return ["“Work” is gone", "Up to date.", "Archived", "Stopped"].filter { text.contains($0) }
        }
        say("“Work” is gone", .warning)
        say("Up to date.", .done)
        #expect(shown() == ["“Work” is gone", "Up to date."])
        #expect(shown(after: 6) == [])
        say("Archived", .done, Deed(command: .archive, title: "Lunch?", threads: [ThreadID(1)]))
        #expect(shown() == ["Archived"])
        say("“Work” is gone", .warning)
        say("Stopped", .warning)
        #expect(shown() == ["Stopped"])
    }

    @Test("without toasts successes go only to the log, and trouble is still shown")
    func silence() async throws {
        let client = try Client()
        client.shell.settings.toastSeconds = 0
        client.shell.say("Archived it", kind: .done, undo: true)
        #expect(!client.shows("Archived it"))
        client.shell.say("No such thing here", kind: .warning)
        #expect(client.shows("No such thing here"))
        client.shell.say("The server says no", kind: .failure)
        #expect(client.shows("The server says no"))
        client.press("g", "l")
        #expect(client.shows("Archived it"))
        await client.shell.end()
    }

    @Test("repeated actions share a notice with a count, each with its own undo")
    func series() async throws {
        let client = try Client()
        client.press("e")
        await client.sees("Archived “First”   z undo")
        client.press("e")
        await client.sees("Archived “Second”, 2 in a row   z undo")
        client.press("z")
        await client.sees("Undone")
        #expect(client.shows("Undone: archive “Second”   Z redo"))
        await client.shell.end()
    }

    @Test("an action on several threads shows its own count and is not counted as a row")
    func severalAtOnce() async throws {
        let client = try Client(
            (0..<5).map { .remote(id: "m\($0)", subject: "Number \($0)", unread: true, at: 100 - $0) })
        client.shell.begin()
        let threads = try client.session.threads(.everything, limit: 5).map(\.id)
        client.shell.act(.archive, on: Array(threads[0..<2]), target: nil)
        await client.sees("Archived 2 threads   z undo")
        client.shell.act(.archive, on: Array(threads[2..<5]), target: nil)
        await client.sees("Archived 3 threads   z undo")
        #expect(client.shows("Archived 3 threads   z undo"))
        await client.shell.end()
    }

    @Test("moves to the same mailbox count as a row; another mailbox starts over")
    func seriesOfMoves() async throws {
        let client = try Client()
        let threads = try ["t-a", "t-b"].map { try #require(try client.session.named($0).threads.first) }
        let (work, home) = (try client.store.mailboxID("work"), try client.store.mailboxID("home"))
        client.shell.act(.move, on: [threads[0]], target: work)
        client.shell.act(.move, on: [threads[1]], target: work)
        await client.sees("Moved “Second” to Work, 2 in a row   z undo")
        client.shell.act(.move, on: [threads[1]], target: home)
        await client.sees("Moved “Second” to Home   z undo")
        #expect(client.shows("Moved “Second” to Home   z undo"))
        client.shell.act(.move, on: [threads[0]], target: home)
        await client.sees("Moved “First” to Home, 2 in a row   z undo")
        #expect(client.shows("Moved “First” to Home, 2 in a row   z undo"))
        await client.shell.end()
    }

    @Test("on a small screen a notice wraps to show in full, with its key behind or below")
    func longDeeds() async throws {
        let client = try Client()
        _ = client.draw(40, 12)
        client.shell.say("To be answered later: “Working with folders?”", kind: .done, undo: true)
        let lines = client.draw(40, 12)
        #expect(lines[9].contains("To be answered later: “Working with") && lines[10].contains("folders?”   z undo"))
        client.shell.say("Taken back: discard the draft “Plan”", kind: .done, undo: true)
        let below = client.draw(40, 12)
        #expect(below[9].contains("Taken back: discard the draft “Plan”") && below[10].contains("z undo"))
        await client.shell.end()
    }

    @Test("trouble takes as many lines as it needs, but not over the selection")
    func longTrouble() throws {
        let client = try Client()
        _ = client.draw(40, 12)
        let words = "The server says that this can't be done, since the mailbox is one that others may only look into."
        client.shell.say(words, kind: .failure)
        let lines = client.draw(40, 12)
        let said = lines.suffix(4).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(said.contains(words), "\(lines)")
        // With the selection near the end, the selected row is still visible.
        for _ in 0..<20 { client.press("j") }
        #expect(client.draw(40, 7)[3].contains("Second"))
        #expect(client.draw(40, 7)[4].contains("The server says"))
    }

    @Test("an impossible action says why")
    func refusal() async throws {
        let client = try Client(withAccount: false)
        _ = try client.store.addTestAccount(mailboxes: [.remote("inbox")])
        let account = try #require(try client.session.accounts().first?.id)
        try client.store.receive(.remote(id: "x", subject: "Stays", at: 5), account: account)
        let thread = try #require(try client.session.threads(.everything, limit: 1).first?.id)
        client.shell.act(.junk, on: [thread], target: nil)
        await client.shell.end()
        #expect(client.draw().joined(separator: " ").contains("no mailbox for that (Junk)"))
    }

    @Test("the log shows past notices, and a number repeats a move")
    func journal() async throws {
        let client = try Client()
        client.shell.say("Something happened", kind: .done)
        client.press("g", "l")
        #expect(client.draw().contains { $0.contains("Something happened") })
        client.press(.escape, "5")
        #expect(client.draw()[23].hasPrefix(" 5…"))
        client.press("j")
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        #expect(list.rows.selectedIndex == 1)
        await client.shell.end()
    }

    @Test("an undo that changes nothing offers no redo")
    func nothingToTurnBack() async throws {
        let client = try Client([.remote(id: "a", subject: "First", unread: true, at: 200)], connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("e")
        await client.sees("Archived “First”")
        let account = client.account
        try client.store.writeNow { try $0.remove(message: RemoteID("a"), account: account) }
        client.press("z")
        await client.sees("Nothing changed: “First” is gone")
        #expect(client.shows("Nothing changed: “First” is gone") && !client.shows("Z redo"))
        await client.shell.end()
    }

    @Test("the log omits repeated tries to reach an offline server")
    func tries() {
        let error = RemoteError(.unreachable(detail: "cable"), call: "threads")
        let away = AccountStatus.Phase.offline(error, retryAt: .test(10))
        #expect(Shell.isNews(.live, away) && Shell.isNews(away, .live) && Shell.isNews(nil, .connecting))
        #expect(!Shell.isNews(away, .connecting) && !Shell.isNews(away, away) && !Shell.isNews(.live, .paused))
    }

    @Test("a refusal replaces the notice of its action and leaves other notices")
    func refusedDeed() async throws {
        let client = try Client([.remote(id: "a", subject: "First", unread: true, at: 200)], connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("e")
        await client.sees("Archived “First”")
        let action = try #require(try client.session.actions().first)
        var other = action
        other.title = "Second"
        client.shell.hear(.refused(other, message: "not here"))
        #expect(client.shows("Archived “First”") && client.shows("Not done: archive “Second”"))
        client.shell.hear(.refused(action, message: "not here"))
        #expect(!client.shows("Archived “First”") && client.shows("Not done: archive “First”"))
        await client.shell.end()
    }

    @Test("a cut subject ends in three full stops with plain signs")
    func plainEllipsis() {
        var shelf = ToastShelf()
        shelf.say("Archived “A long sub…”", kind: .done, command: nil, glyphs: .ascii, seconds: 600, at: .now)
        var grid = Grid(
            size: Size(width: 60, height: 10), frame: Frame(now: .now, motion: false, glyphs: .ascii))
        shelf.draw(into: &grid)
        #expect((0..<10).contains { grid.text(row: $0).contains("A long sub...”") })
    }

    @Test("information has no danger sign and shows even without toasts")
    func information() async throws {
        let client = try Client()
        client.shell.say("No files in this thread", kind: .info)
        #expect(client.draw()[22].contains("No files in this thread"))
        #expect(!client.draw()[22].contains("⚠"))
        var shelf = ToastShelf()
        shelf.say("so it is", kind: .info, command: nil, glyphs: .unicode, seconds: 0, at: .now)
        #expect(shelf.isVisible(at: .now))
        await client.shell.end()
    }
}
