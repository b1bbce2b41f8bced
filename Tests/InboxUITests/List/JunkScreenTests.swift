import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Junk on screens", .timeLimit(.minutes(10)))
struct JunkScreenTests {
    private func mailbox() throws -> (FakeSurroundings, ListScreen, spam: ThreadID, mixed: ThreadID) {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "spam", unread: true, in: ["junk"], at: 100),
            .remote(id: "a", thread: "two", unread: true, at: 90),
            .remote(id: "b", thread: "two", in: ["junk"], at: 80))
        return (world, world.list(), try world.thread("t-spam"), try world.thread("two"))
    }

    @Test("in the junk mailbox the key takes threads out of junk; in the inbox it moves them to junk")
    func list() async throws {
        let (world, list, spam, mixed) = try mailbox()
        #expect(list.perform(.junk))
        #expect(world.acted == ["junk \(mixed)"])
        await world.until { list.shown.isEmpty }
        list.show(.role(world.account, .junk))
        await world.until { list.shown == [spam, mixed] && list.loadingSince == nil }
        #expect(list.perform(.select) && list.perform(.select) && list.perform(.junk))
        #expect(world.acted.last == "notJunk \(spam),\(mixed)")
        await world.until { list.shown.isEmpty }
        list.show(.role(world.account, .inbox))
        await world.until { list.shown == [spam, mixed] }
    }

    @Test("a thread or card that is only in junk leaves it; a thread that is also in the inbox goes to junk")
    func elsewhere() async throws {
        for (isSpam, command) in [(true, "notJunk"), (false, "junk")] {
            let (world, _, spam, mixed) = try mailbox()
            let thread = isSpam ? spam : mixed
            #expect(ThreadScreen(thread: thread, around: world).perform(.junk))
            #expect(world.acted.last == "\(command) \(thread)")
            await world.settle()
        }
        let (world, _, spam, _) = try mailbox()
        let deck = DeckScreen(filter: .mailbox(.role(.junk)), title: "Junk", around: world)
        #expect(deck.card?.id == spam && deck.perform(.junk))
        #expect(world.acted == ["notJunk \(spam)"] && deck.state.summary == "1 not junk")
    }

    @Test("junk of a thread whose other messages are filed stays junk")
    func filed() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "two", in: ["work"], at: 90), .remote(id: "b", thread: "two", in: ["junk"], at: 80)
        )
        let thread = try world.thread("two")
        #expect(ThreadScreen(thread: thread, around: world).perform(.junk))
        #expect(world.acted.last == "junk \(thread)")
        await world.settle()
    }

    @Test("a message confirms it, with undo; help describes the key")
    func words() async throws {
        let client = try ShellClient([.remote(id: "s", subject: "Win", in: ["junk"], at: 9)], connects: false)
        client.shell.begin()
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        list.show(.role(client.account, .junk))
        await client.sees("Win")
        client.press("!")
        await client.sees("Not junk: “Win”")
        #expect(client.shows("Not junk: “Win”") && client.shows("z undo"))
        client.press("z")
        await client.sees("Undone: take out of junk “Win”")
        #expect(client.shows("Undone: take out of junk “Win”"))
        #expect(CommandTable.title(of: .junk, in: .list).contains("not junk"))
    }

    @Test(
        "a key without effect on a thread says so",
        arguments: [("e", "Nothing to archive"), ("u", "Already unread")])
    func nothing(key: String, words: String) async throws {
        let client = try ShellClient(
            [.remote(id: "s", subject: "There", unread: true, in: ["archive"], at: 9)], connects: false)
        client.shell.begin()
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        list.show(.role(client.account, .archive))
        await client.sees("There")
        client.type(key)
        await client.sees(words)
        #expect(client.shows(words))
        // Only marking as read needs no message when there is nothing to do.
        let silent = Action.Command.allCases.filter { Wording.nothing($0) == nil }
        #expect(Set(silent) == [.shake])
    }
}
