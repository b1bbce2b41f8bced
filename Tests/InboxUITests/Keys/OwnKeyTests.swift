import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys of the user's own for mailboxes, searches, tags and commands", .timeLimit(.minutes(5)))
struct OwnKeyTests {
    private func map(_ keys: [String: [String]], commands: [String: NamedCommand] = [:]) -> KeyMap {
        var settings = Settings()
        settings.keys = keys
        settings.commands = commands
        return KeyMap(settings: settings)
    }

    private func keys(_ text: String) throws -> [Key] { try #require(KeySequence(text)).keys }

    @Test("are read as they are written, on all screens where they mean something or on one")
    func reading() throws {
        let map = map(["move:Receipts": ["gR"], "thread.tag:todo": ["F11"], "search:is:unread from:a.b": ["gU"]])
        #expect(map.problems == [])
        let move = try #require(OwnKey("move:Receipts"))
        for context in [KeyContext.list, .thread] {
            #expect(map.meaning(of: try keys("gR"), in: context) == .own(move))
            #expect(map.meaning(of: try keys("g"), in: context) == .begun)
            #expect(map.continuations(of: try keys("g"), in: context).contains { $0.hint == "move to Receipts" })
        }
        #expect(map.meaning(of: try keys("gR"), in: .deck) == .nothing)
        #expect(map.meaning(of: try keys("F11"), in: .thread) == .own(try #require(OwnKey("tag:todo"))))
        #expect(map.meaning(of: try keys("F11"), in: .list) == .nothing)
        #expect(OwnKey("search:is:unread from:a.b")?.object == "is:unread from:a.b")
    }

    @Test("take the very key of a command, and what hides another or can't be read is told")
    func clashes() throws {
        let taken = map(["go:Work": ["e"]])
        #expect(taken.meaning(of: try keys("e"), in: .list) == .own(try #require(OwnKey("go:Work"))))
        #expect(taken.sequences(of: .archive, in: .list).isEmpty && taken.problems.isEmpty)
        let wrong = map([
            "file:Work": ["F11"], "move:": ["F11"], "deck.move:Work": ["F11"], "move:Work": ["Hyper-x"],
            "run:nothing": ["F11"],
            "go:Work": ["g"],
        ])
        #expect(
            Set(wrong.problems.map(\.binding)) == [
                "file:Work", "move:", "deck.move:Work", "move:Work", "run:nothing", "go:Work",
            ])
        let twice = map(["go:Work": ["F11"], "archive": ["F11"]])
        #expect(twice.problems.map(\.binding) == ["go:Work"])
    }

    // MARK: What they do

    private func press(_ text: String, on screen: any Screen) throws {
        #expect(screen.perform(try #require(OwnKey(text))))
    }

    private func world() throws -> (FakeSurroundings, ListScreen) {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(.remote(id: "w", thread: "tw", from: "ben", in: ["work"], at: 2 * 86_400))
        _ = world.draw(list)
        return (world, list)
    }

    @Test("move what is selected where they say, and . moves the next one there; what is no place moves nothing")
    func move() async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        try press("move:nowhere", on: list)
        #expect(world.said.last?.hasSuffix("has no mailbox “nowhere”") == true)
        try press("move:Work", on: list)
        await world.until { world.acted.count == 1 && list.selected != first }
        let second = try #require(list.selected)
        #expect(list.perform(.again))
        await world.until { world.acted.count == 2 && list.selected != second }
        let work = try #require(world.session.mailboxes().first { $0.name.lowercased() == "work" }).id
        for thread in [first, second] {
            #expect(try #require(try world.session.thread(thread)).mailboxes == [work])
        }
    }

    @Test("in a thread they do it to the thread that is shown, and go or search in its list")
    func thread() async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        let screen = ThreadScreen(thread: first, order: list, surroundings: world)
        _ = world.draw(screen)
        try press("move:work", on: screen)
        await world.until { world.acted.count == 1 }
        #expect(try #require(try world.session.thread(first)).mailboxes.count == 1)
        try press("search:from:carl", on: screen)
        await world.until { list.shownThreads.map(\.subject) == ["[PATCH] Close the file after parsing"] }
    }

    @Test("go to a mailbox by its name, or by what it is for; nowhere is told")
    func go() async throws {
        let (world, list) = try world()
        try press("go:Work", on: list)
        await world.until { list.shownThreads.map(\.senders.first?.email) == ["ben@example.test"] }
        try press("go:inbox", on: list)
        await world.until { list.shownThreads.count == 6 }
        try press("go:nowhere", on: list)
        #expect(world.said.last == "There is no mailbox “nowhere” here")
    }
}
