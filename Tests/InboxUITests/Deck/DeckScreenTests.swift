import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Shake deck", .timeLimit(.minutes(10)))
struct DeckScreenTests {
    func world() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(
                id: "a", thread: "folders", from: "lars", subject: "Working with folders?",
                snippet: "I saw the article",
                unread: true, at: 39 * 86_400,
                body:
                    "I saw the article and decided to take a look. I'm currently using two other programs to read my mail."
            ),
            .remote(
                id: "b", thread: "lunch", from: "keith", subject: "Lunch", snippet: "At one?", unread: true,
                at: 38 * 86_400, body: "At one?"),
            .remote(id: "c", thread: "read", from: "keith", subject: "Read", at: 37 * 86_400, body: "Read"))
        return world
    }

    func screen(_ world: FakeSurroundings) -> DeckScreen {
        DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
    }

    @Test("looks as designed", arguments: ScreenState.sizes)
    func golden(width: Int, height: Int) throws {
        let world = try world()
        #expect(screenGolden("deck", world.draw(screen(world), width, height)) == nil)
    }

    @Test("a card dealt from all inboxes has the letter of its account, as rows there have")
    func accountLetter() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(.remote(id: "a", from: "tom", unread: true, at: FakeSurroundings.noon - 60))
        _ = try world.store.addTestAccount(.test("other@example.test"))
        let list = world.list()
        list.show(.allInboxes)
        await world.until { list.view == .allInboxes && list.loadingSince == nil }
        func card(of list: ListScreen?) -> String {
            let screen = DeckScreen(
                filter: .mailbox(.role(.inbox)), title: "All inboxes", list: list, around: world)
            return world.text(screen).joined()
        }
        #expect(card(of: list).contains("M Tom") && !card(of: nil).contains("M Tom"))
    }

    @Test("with plain characters, hints name an arrow key in words, as its character is another key")
    func plainKeys() throws {
        let screen = screen(try world())
        for (glyphs, hint) in [(Glyphs.unicode, "→ later"), (.ascii, "Right later"), (.words, "Right later")] {
            var grid = Grid(size: Size(width: 80, height: 24), frame: Frame(motion: false, glyphs: glyphs))
            screen.draw(into: &grid)
            #expect(grid.text(row: 23).contains(hint))
        }
    }

    @Test(
        "shaking throws the card, acts on its thread and raises the next",
        arguments: ScreenState.sizes)
    func throwing(width: Int, height: Int) throws {
        let world = try world()
        let screen = screen(world)
        _ = world.draw(screen, width, height)
        let first = try #require(screen.state.current)
        _ = screen.perform(.shake)
        #expect(world.acted == ["shake \(first)"])
        #expect(screen.state.current != first)
        let begin = try #require(screen.thrown?.begin)
        let frames = [0, 60, 150, 240, 300, 390].map { time in
            (time, world.draw(screen, width, height, at: begin + .milliseconds(time), motion: true))
        }
        #expect(filmGolden("shake", frames.map { (milliseconds: $0.0, grid: $0.1) }) == nil)
    }

    @Test("a card that an action doesn't change returns to the top, and doesn't count as done")
    func needless() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", unread: true, in: ["archive"], at: 2),
            .remote(id: "b", unread: true, in: ["archive"], at: 1))
        let screen = DeckScreen(filter: .mailbox(.role(.archive)), title: "Archive", around: world)
        let first = try #require(screen.state.current)
        #expect(screen.perform(.archive) && screen.state.current != first)
        await world.settle()
        #expect(screen.state.current == first && screen.state.summary.isEmpty)
    }

    @Test("a card whose action fails returns to the top, and doesn't count as done")
    func refused() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let team = RemoteMailbox(id: RemoteID("inbox"), name: "Inbox", role: .inbox, rights: [])
        world.account = try world.store.addTestAccount(.test(dialect: .jmap), mailboxes: [team])
        try world.fill(
            .remote(id: "a", subject: "One", unread: true, at: 2), .remote(id: "b", subject: "Two", unread: true, at: 1)
        )
        let screen = screen(world)
        let first = try #require(screen.state.current)
        for command in [Command.shake, .archive] {
            _ = screen.perform(command)
            #expect(screen.state.current != first)
            await world.settle()
            #expect(screen.state.current == first && screen.state.steps.isEmpty)
            #expect(world.text(screen).contains { $0.contains("1 of 2") })
        }
        #expect(screen.perform(.snooze))
        try #require(world.pushed.last).type("tomorrow 8\n")
        #expect(screen.state.current != first)
        await world.settle()
        #expect(screen.state.current == first && screen.state.steps.isEmpty, "a snooze is an action like others")
    }

    @Test("the card counts the files of its unread messages")
    func files() throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(
                id: "a", thread: "t", from: "lars", subject: "Plans", unread: true, at: 1, files: ["a.pdf", "b.pdf"]))
        let screen = screen(world)
        #expect(world.text(screen).contains { $0.contains("⎘ 2") })
        #expect(try !self.world().text(self.screen(self.world())).contains { $0.contains("⎘") })
    }

    @Test("a deck of threads set aside for a reply includes read threads")
    func replies() async throws {
        let world = try world()
        let read = try world.thread("read")
        world.act(.replyLater, on: [read], target: nil)
        await world.settle()
        let filter = MailView.replyLater(world.account).predicate(world.clock)
        let deck = DeckScreen(filter: filter, title: "Reply later", around: world)
        #expect(deck.card?.id == read)
        #expect(world.text(deck).contains { $0.contains("1 of 1 · Reply later") })
        #expect(deck.perform(.replyLater))
        await world.until { deck.card == nil }
        #expect(world.text(deck).contains { $0.contains("No threads set aside!") })
    }

    @Test("without a card, each key that needs one says that there is none")
    func noCard() throws {
        let world = try FakeSurroundings()
        let screen = screen(world)
        let keys: [(Command, String)] = [
            (.archive, "archive"), (.move, "move"), (.snooze, "snooze"), (.star, "star"), (.removeStar, "unstar"),
            (.reply, "reply to"), (.forward, "forward"), (.open, "open"), (.unread, "leave unread"),
        ]
        for (command, deed) in keys {
            #expect(screen.perform(command))
            #expect(world.said.last == "No unread threads to \(deed)")
        }
        #expect(world.said.count == keys.count && world.acted.isEmpty && world.pushed.isEmpty)
    }

    @Test("typing ahead skips the animation and acts on every card")
    func typingOn() async throws {
        let world = try world()
        let screen = screen(world)
        _ = world.draw(screen, motion: true)
        _ = screen.perform(.shake)
        _ = screen.perform(.archive)
        #expect(world.acted.count == 2)
        #expect(screen.state.current == nil)
        _ = screen.perform(.shake)
        #expect(world.said == ["No unread threads to mark as read"])
        await world.settle()
        #expect(screenGolden("deck-end", { world.draw(screen, $0, $1) }) == nil)
    }

    @Test("a reversed deck starts with the oldest thread, now and next time, until turned again")
    func turned() async throws {
        let world = try world()
        let deck = screen(world)
        let newest = try #require(deck.state.current)
        #expect(deck.perform(.turnOver))
        await world.until { deck.state.current != newest }
        let oldest = try #require(deck.state.current)
        #expect(world.text(deck).contains { $0.contains("unread in Inbox, oldest first") })
        #expect(world.kept["deckOldest"] == "1")
        await world.session.setSetting("1", key: "deckOldest")
        let next = screen(world)
        #expect(next.state.current == oldest)
        #expect(next.perform(.turnOver))
        await world.until { next.state.current == newest }
        #expect(world.kept["deckOldest"] == nil)
    }

    @Test("Enter opens the thread, and reading it there removes the card")
    func opens() async throws {
        let world = try world()
        let screen = screen(world)
        let first = screen.state.current
        _ = screen.perform(.open)
        #expect(world.pushed.count == 1)
        world.act(.shake, on: [try #require(first)], target: nil)
        await world.until { screen.state.current != first }
    }

    @Test("replying from the deck keeps the card on top")
    func answering() throws {
        let world = try world()
        let screen = screen(world)
        let card = try #require(screen.card)
        for command in [Command.reply, .replyAll, .forward, .compose] {
            #expect(screen.perform(command))
            #expect(world.pushed.last is ComposeScreen)
        }
        #expect(world.pushed.count == 4)
        let form = try #require(world.pushed.first as? ComposeScreen).form
        #expect(form.subject.text == "Re: " + card.subject)
        #expect(screen.card?.id == card.id)
    }

    @Test("leaving a card unread changes no message and shows the next card, and Up goes back to it")
    func unread() throws {
        let world = try world()
        let screen = screen(world)
        let first = try #require(screen.state.current)
        #expect(screen.perform(.unread))
        #expect(world.acted.isEmpty && world.said.last == "“Working with folders?” stays unread")
        #expect(screen.state.current != first)
        #expect(screen.perform(.up))
        #expect(screen.state.current == first)
        #expect(screen.perform(.up))
        #expect(world.said.last == "No card was kept for later; z undoes what was done")
    }

    @Test("what was read only by opening the card is unread again if the card is left unread; the rest stays read")
    func unreadAfterLooking() async throws {
        let world = try world()
        try world.fill(.remote(id: "own", thread: "folders", from: "me", in: ["sent"], at: 38 * 86_400))
        await world.session.setSetting("1", key: DeckScreen.readSetting)
        let deck = screen(world)
        let first = try #require(deck.state.current)
        func unread() throws -> [MessageID] {
            try world.session.messages(of: first).filter(\.isUnread).map(\.id)
        }
        let before = try unread()
        #expect(before.count == 1 && deck.perform(.open))
        world.act(.shake, onMessages: before, target: nil)
        await world.settle()
        await world.until { deck.card?.isUnread == false }
        #expect(deck.perform(.unread))
        await world.settle()
        #expect(world.acted.last == "unread messages 1")
        #expect(try unread() == before)
        // The next one is unread anyway, and the last one is read.
        #expect(deck.card?.id != first && deck.perform(.unread) && deck.perform(.unread))
        #expect(world.said.last == "Nothing of this card is unread" && world.acted.count == 2)
    }

    @Test("snoozing affects the card it was asked for, even if another is on top by then")
    func snoozing() throws {
        let world = try world()
        let screen = screen(world)
        let first = try #require(screen.state.current)
        #expect(screen.perform(.snooze))
        #expect(screen.perform(.later))
        let second = try #require(screen.state.current)
        #expect(second != first)
        try #require(world.pushed.last).type("tomorrow 8\n")
        #expect(world.acted == ["snooze \(first)"])
        #expect(screen.state.current == second)
    }

    @Test("a long subject wraps to a second line beside a short date")
    func subject() throws {
        let world = try FakeSurroundings()
        let words = "[folio-dev] folio #4131 failed on the third of the four machines that build it at night"
        try world.fill(.remote(id: "a", subject: words, unread: true, at: 39 * 86_400, body: "Short."))
        let text = world.text(screen(world)).joined(separator: " ")
        #expect(text.contains("at night"))
        #expect(text.contains("Mon "))
    }

    @Test("a card is as tall as its text, if there is room")
    func height() throws {
        let world = try world()
        func rows(_ width: Int, _ height: Int) -> Int {
            world.text(screen(world), width, height).count { $0.contains("│") }
        }
        #expect(rows(200, 60) == 8)
        #expect(rows(40, 12) <= 9)
    }

    @Test("a key pressed as another program takes the card away isn't done to the next one, and says so")
    func takenAway() async throws {
        for isTouched in [false, true] {
            let world = try world()
            let deck = screen(world)
            let (account, second) = (world.account, try world.thread("lunch"))
            // Then the user is not surprised.
            if isTouched { #expect(deck.perform(.up)) }
            try world.store.writeNow { try $0.remove(message: RemoteID("a"), account: account) }
            await world.until { deck.state.current == second }
            // However slow the machine is.
            deck.loss.since = deck.loss.since.map { _ in .now + .seconds(60) }
            if !isTouched {
                #expect(deck.perform(.trash))
                #expect(world.acted.isEmpty && deck.state.current == second)
                #expect(world.said.last == "The card has just gone. Nothing was done.")
            }
            #expect(deck.perform(.trash))
            #expect(world.acted == ["trash \(second)"])
        }
    }

    @Test("an empty deck counts the inbox's unread threads and deals those")
    func elsewhere() async throws {
        let world = try world()
        let screen = DeckScreen(filter: .mailbox(.role(.trash)), title: "Trash", around: world)
        await world.settle()
        let text = world.text(screen).joined(separator: " ")
        #expect(text.contains("No unread threads in Trash!") && text.contains("2 unread in the inbox"))
        #expect(screen.perform(.open))
        await world.until { screen.card != nil }
        #expect(world.text(screen).contains { $0.contains("1 of 2 · unread in Inbox") })
    }

    @Test("A deals read threads too, also the next time; shaking a read card skips it, and z restores only that card")
    func readToo() async throws {
        let world = try world()
        let deck = screen(world)
        let (first, read) = (try #require(deck.state.current), try world.thread("read"))
        _ = deck.perform(.shake)
        await world.settle()
        #expect(deck.perform(.dealAll))
        await world.until {
            world.text(deck).contains { $0.contains("all of Inbox") } && deck.state.position.count == 3
        }
        #expect(deck.card?.id != first, "what was dealt with before is done with")
        #expect(world.kept["deckRead"] == "1")
        _ = deck.perform(.later)
        #expect(deck.card?.id == read)
        _ = deck.perform(.shake)
        #expect(deck.card == nil && world.acted == ["shake \(first)"])
        #expect(world.text(deck).contains { $0.contains("No more threads") })
        _ = deck.perform(.undo)
        #expect(deck.card?.id == read && world.acted.count == 1)

        await world.session.setSetting("1", key: "deckRead")
        let next = screen(world)
        #expect(next.state.position.count == 3 && next.perform(.dealAll))
        await world.until { next.state.position.count == 1 }
        #expect(world.kept["deckRead"] == nil && world.text(next).contains { $0.contains("unread in Inbox") })
    }

    @Test(
        "a deck without unread threads names the key that deals read threads, and lists keys in lines if space is short"
    )
    func readHint() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "c", from: "keith", subject: "Read", at: 37 * 86_400, body: "Read"))
        let deck = screen(world)
        #expect(world.text(deck).contains { $0.contains("A  read ones too    Esc  back") })
        #expect(deck.perform(.dealAll))
        await world.until { deck.card != nil }
        _ = deck.perform(.archive)
        #expect(deck.card == nil)
        #expect(!world.text(deck).contains { $0.contains("read ones too") })
        #expect(deck.perform(.dealAll))
        await world.settle()
        let small = world.text(deck, 40, 12)
        #expect(small.contains { $0.contains("A  read ones too") } && small.contains { $0.contains("Esc  back") })
    }

    @Test("the deck deals exactly the list's selection, read or unread")
    func chosen() async throws {
        let world = try world()
        let ids = [try world.thread("read"), try world.thread("lunch")]
        let deck = DeckScreen(filter: .any(ids.map { .thread($0) }), title: "Inbox", around: world)
        #expect(world.text(deck).contains { $0.contains("1 of 2 · selected in Inbox") })
        #expect(deck.card?.id == ids[1])
        _ = deck.perform(.archive)
        #expect(deck.card?.id == ids[0])
        #expect(deck.perform(.dealAll))
        #expect(world.said.last == "All of these are dealt, read or not")

        let client = try ShellClient()
        client.type("j x S")
        await client.sees("1 of 1 · selected in Inbox")
        #expect(client.shows("1 of 1 · selected in Inbox") && client.shows("Second"))
        client.type("Esc")
        #expect(!client.shows("1 selected"))
        await client.shell.end()
    }
}
