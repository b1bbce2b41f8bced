import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Searching", .timeLimit(.minutes(10)))
struct ListSearchTests {
    @Test("results appear during typing, and Esc restores the old place")
    func search() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.down))
        let selected = list.selected
        #expect(list.perform(.search))
        #expect(list.takesText)
        for character in "patc" { #expect(list.handle(.key(Key(character)))) }
        let patch = try world.thread("t-patch")
        await world.until { list.shown == [patch] }
        #expect(screenGolden("list-search", { world.draw(list, $0, $1) }) == nil)
        #expect(list.perform(.open))
        #expect(!list.takesText)
        #expect(list.shown == [patch])
        #expect(list.perform(.back))
        await world.until { list.shown.count == 6 && list.loadingSince == nil }
        #expect(list.selected == selected)
        #expect(list.view == .role(world.account, .inbox))
    }

    @Test("the search line says how many results are selected, as the top line of other lists does")
    func selected() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.search))
        for character in "patc" { #expect(list.handle(.key(Key(character)))) }
        let patch = try world.thread("t-patch")
        await world.until { list.shown == [patch] }
        #expect(list.perform(.open))
        #expect(world.text(list)[0].contains("1 found"))
        #expect(list.perform(.select))
        #expect(world.text(list)[0].contains("1 selected"))
        #expect(list.perform(.select))
        #expect(world.text(list)[0].contains("1 found"))
    }

    @Test(
        "leaving an incomplete operator, typed in a burst, leaves a working list",
        arguments: ["has:", "is:unr"])
    func unfinished(text: String) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.search))
        for character in text { #expect(list.handle(.key(Key(character)))) }
        #expect(list.perform(.back))
        await world.until { list.loadingSince == nil }
        #expect(list.shown.count == 6 && list.view == .role(world.account, .inbox))
        #expect(list.perform(.down) && list.rows.selectedIndex == 1)
    }

    @Test(
        "senders and subjects match during typing",
        arguments: ["from:kei", "-from:zoe from:pack", "subject:fol"])
    func openWords(text: String) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.search))
        for character in text { #expect(list.handle(.key(Key(character)))) }
        await world.until { list.loadingSince == nil && list.shown.count < 6 }
        #expect(!list.shown.isEmpty)
    }

    @Test("the cursor keys recall earlier searches, newest first, without duplicates")
    func recalls() throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        let list = world.list()
        func search(_ text: String) {
            #expect(list.perform(.search))
            for letter in text { #expect(list.handle(.key(Key(letter)))) }
            #expect(list.perform(.open) && list.perform(.back))
        }
        for text in ["lunch", "from:ann", "lunch", "  "] { search(text) }
        let other = world.list()
        #expect(other.perform(.search))
        var seen: [String] = []
        for command in [Command.down, .up, .up, .up, .down, .down, .up] {
            #expect(other.perform(command))
            seen.append(other.search?.field.text ?? "")
        }
        #expect(seen == ["", "lunch", "from:ann", "from:ann", "lunch", "", "lunch"])
        #expect(other.view == .search("lunch"))
        #expect(other.handle(.key(Key("!"))))
        #expect(
            other.perform(.up) && other.search?.field.text == "lunch!", "in what was typed the keys go through results")
    }

    @Test("a search is narrowed by the search key, and Esc undoes one narrowing at a time")
    func narrows() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        func go(on text: String) {
            #expect(list.perform(.search))
            for letter in text { #expect(list.handle(.key(Key(letter)))) }
            #expect(list.perform(.open))
        }
        go(on: "is:read")
        go(on: " has:file")
        go(on: "")
        #expect(list.view == .search("is:read has:file"))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(list.perform(.back))
        #expect(list.view == .search("is:read"), "what was not changed is no step")
        await world.until { list.shown.count > 1 && list.loadingSince == nil }
        #expect(list.perform(.search) && list.handle(.key("x")) && list.perform(.back))
        #expect(list.view == .search("is:read") && !list.takesText, "while typing as well")
        #expect(list.perform(.back))
        #expect(list.search == nil && list.view == .role(world.account, .inbox))
    }

    @Test("typing replaces an existing search; after a space or a cursor key, it extends the search")
    func typesAnew() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        func search(_ events: [InputEvent]) -> String? {
            list.look(for: "is:read")
            _ = world.text(list)
            #expect(list.perform(.search))
            for event in events { _ = list.handle(event) }
            return list.search?.field.text
        }
        func keys(_ text: String) -> [InputEvent] { text.map { .key(Key($0)) } }
        #expect(search(keys("ann")) == "ann" && list.view == .search("ann"))
        #expect(list.perform(.back) && list.view == .search("is:read"), "and Esc brings it back")
        #expect(search(keys(" ann")) == "is:read ann")
        #expect(search([.key(.home)] + keys("x ")) == "x is:read")
        #expect(search([.key(.backspace)]) == "" && search([.paste("bo")]) == "bo")
        #expect(search([]) == "is:read" && world.text(list)[1].contains("Space to add to this one"))
        #expect(search(keys("a")) == "a" && !world.text(list)[1].contains("Space to add"))
    }

    @Test("a search can be limited to an account by its address, as the mutt preset does; another name is reported")
    func account() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let second = try world.store.addTestAccount(.test("bob@work.test"))
        try world.store.receive(.remote(id: "w", thread: "w", subject: "Lunch", at: 1), account: second)
        let found = try world.thread("w")
        await world.until { list.accounts.items.count == 2 }
        world.settings.keyPreset = .mutt
        list.goStraight(to: .role(second, .inbox))
        await world.until { list.shown == [found] }
        #expect(list.perform(.search))
        #expect(list.search?.field.text == "account:bob@work.test in:inbox ")
        func threads(_ query: String) throws -> [ThreadID] {
            try world.session.threads(MailQuery(query).predicate, limit: 9).map(\.id)
        }
        #expect(try threads("account:bob@work.test lunch") == [found])
        #expect(try threads("account:example.test lunch") == [world.thread("lunch")])
        #expect(try threads("account:zoe lunch").isEmpty)
        func message(_ text: String) -> String? {
            QueryDoubt.all(in: text, mailboxes: [], accounts: list.accounts.items).first?.message
        }
        #expect(message("account:example.test x") == nil && message("account:#9") == nil && message("account:") == nil)
        #expect(message("account:zoe x") == "“zoe” names no account, or several")
        #expect(message("account:bob@wrk.test")?.hasSuffix("; did you mean “bob@work.test”") == true)
    }

    @Test("a person in two accounts is offered once")
    func offeredOnce() {
        let completion = QueryCompletion(
            people: ["zed@html.test", "Zed@html.test", "ann@example.test"].map { .init(email: $0) })
        #expect(completion.offer("from:", cursor: 5)?.choices == ["from:zed@html.test", "from:ann@example.test"])
    }

    @Test("results from junk or the trash say so")
    func places() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(.remote(id: "spam", from: "bank", subject: "Win a patch", in: ["junk"], at: 39 * 86_400))
        list.show(.search("patch"))
        await world.until { list.shown.count == 2 && list.loadingSince == nil }
        let rows = world.text(list)
        #expect(rows.contains { $0.contains("Junk  Win a patch") })
        #expect(rows.contains { $0.contains("[PATCH]") && !$0.contains("Archive") && !$0.contains("Inbox  [") })
    }

    @Test("a search without results says how to go on")
    func nothingFound() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for character in "zebra" { #expect(list.handle(.key(Key(character)))) }
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        #expect(world.text(list).contains { $0.contains("Nothing found.") })
    }

    @Test("Tab completes fields, states and mailboxes, and cycles through the choices")
    func completes() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        func type(_ text: String) { for letter in text { #expect(list.handle(.key(Key(letter)))) } }
        type("is:un")
        #expect(world.text(list)[1].contains("Tab is:unread"))
        #expect(list.perform(.complete))
        #expect(list.search?.field.text == "is:unread")
        await world.until { list.shown.count == 2 && list.loadingSince == nil }
        type(" in:")
        #expect(list.perform(.complete) && list.perform(.complete))
        #expect(list.search?.field.text == "is:unread in:archive")
        #expect(screenGolden("list-completion", { world.draw(list, $0, $1) }) == nil)
        #expect(list.perform(.completeBack))
        #expect(list.search?.field.text == "is:unread in:inbox")
        type(" zzz")
        #expect(list.perform(.complete))
        #expect(list.search?.field.text == "is:unread in:inbox zzz", "nothing fits")
    }

    @Test("n and N move through results, or else unread threads")
    func nextMatch() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let (first, second) = (try world.thread("dir"), try world.thread("t-new"))
        #expect(list.perform(.bottom) && list.perform(.previousMatch))
        #expect(list.selected == second)
        #expect(list.perform(.previousMatch))
        #expect(list.selected == first)
        #expect(list.perform(.previousMatch))
        #expect(world.said == ["No unread thread above."])
        list.openSearch()
        for letter in "from:keith" { #expect(list.handle(.key(Key(letter)))) }
        await world.until { list.shown == [first, second] && list.loadingSince == nil }
        #expect(list.perform(.open) && list.perform(.nextMatch))
        #expect(list.selected == second)
    }

    @Test("what Tab would complete is in sight at the right edge, too, and what it has chosen in a narrow window")
    func offersInSight() {
        let people: [QueryCompletion.Person] = (1...4).map { .init(email: "somebody\($0)@example.test") }
        func shown(_ text: String, tabs: Int, width: Int) -> String {
            let completion = QueryCompletion(mailboxes: [], accounts: [], people: people)
            let origin = ListPlace(view: .allInboxes, thread: nil)
            var line = SearchLine(text, origin: origin, completion: completion)
            for _ in 0..<tabs {
                let isCompleted = line.complete(1)
                #expect(isCompleted)
            }
            var grid = Grid(size: Size(width: width, height: 4), frame: Frame(motion: false))
            _ = line.draw(
                into: &grid, found: "", said: nil, hasKeyboard: true, tab: "Tab", isEmpty: false, clock: .atNoon)
            return grid.text(row: 1)
        }
        let long = "subject:lunch subject:friday subject:question -is:starred from:some"
        #expect(shown(long, tabs: 0, width: 80).contains("Tab from:somebody1@example.test"))
        #expect(shown("from:some", tabs: 3, width: 40).contains("from:somebody3@example.test"))
        #expect(shown("from:some", tabs: 0, width: 24).contains("Tab from:somebody1@"))
    }

    @Test("a long query that is pasted is looked for as a whole")
    func long() {
        let query = (0..<80).map { "from:somebody\($0)@example.test" }.joined(separator: " OR ")
        var line = SearchLine(origin: ListPlace(view: .allInboxes, thread: nil))
        #expect(line.handle(.paste(query)) == .edited)
        line.enter()
        #expect(line.view == .search(query))
    }

    @Test(
        "an incomplete word has no effect yet",
        arguments: [
            ("is:unread is:st", "is:unread"), ("is:un", nil), ("lunch -is:un", "lunch"), ("is:unread", "is:unread"),
            ("is:foo", "is:foo"), ("from:an", "from:an"), ("lun", "lun"),
        ])
    func unfinished(text: String, query: String?) {
        let origin = ListPlace(view: .allInboxes, thread: nil)
        var line = SearchLine(text, origin: origin)
        #expect(line.view == query.map { .search($0) } ?? .allInboxes)
        line.isTyping = false
        #expect(line.view == .search(text))
    }
}
