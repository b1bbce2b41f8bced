import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Going to the next unread row of a long list", .timeLimit(.minutes(10))) @UI
struct NextUnreadTests {
    /// A list, drawn once, of 900 read messages but for those with the given numbers, the newest first.
    private func mailbox(conversations: Bool = true, unread: Set<Int>) throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        world.settings.conversations = conversations
        try world.fill((0..<900).map { mail($0, unread: unread.contains($0)) })
        let list = world.list()
        _ = world.draw(list)
        return (world, list)
    }

    private func mail(_ number: Int, unread: Bool) -> RemoteMessage {
        .remote(id: "m\(number)", subject: "Number \(number)", unread: unread, at: FakeSurroundings.noon - number * 60)
    }

    private func subject(_ list: ListScreen) -> String? {
        list.rows.selection.flatMap { list.loaded[$0]?.thread.subject }
    }

    private func go(_ command: Command, to number: Int, _ world: FakeSurroundings, _ list: ListScreen) async {
        #expect(list.perform(command))
        await world.until { subject(list) == "Number \(number)" && list.landing.target == nil }
        let text = world.text(list)
        #expect(
            text.contains { $0.contains("Number \(number) ") && !$0.contains("Number \(number + 1) ") }, "\(number)")
        #expect(list.provider.above + (list.rows.selectedIndex ?? 0) == number)
    }

    private func answers(_ command: Command, _ words: String, _ world: FakeSurroundings, _ list: ListScreen) async {
        let (before, said) = (list.rows.selection, world.said.count)
        #expect(list.perform(command))
        await world.until { world.said.count > said }
        #expect(world.said.last == words && list.rows.selection == before && list.landing.target == nil)
    }

    @Test("it is found wherever it is, below and above, and it is said if there is none", arguments: [true, false])
    func finds(conversations: Bool) async throws {
        let (world, list) = try mailbox(conversations: conversations, unread: [20, 700, 899])
        for number in [20, 700, 899] { await go(.nextMatch, to: number, world, list) }
        let noun = conversations ? "thread" : "message"
        await answers(.nextMatch, "No unread \(noun) below.", world, list)
        for number in [700, 20] { await go(.previousMatch, to: number, world, list) }
        await answers(.previousMatch, "No unread \(noun) above.", world, list)
    }

    @Test("if none is loaded nor anywhere else, the list stays where it is", arguments: [true, false])
    func none(conversations: Bool) async throws {
        let (world, list) = try mailbox(conversations: conversations, unread: [])
        let shown = list.rows.rows
        await answers(.nextMatch, "No unread \(conversations ? "thread" : "message") below.", world, list)
        #expect(list.rows.rows == shown && list.provider.above == 0)
    }

    @Test("each key in a row goes one further, and what is typed behind it acts on the row that was found")
    func keys() async throws {
        let (world, list) = try mailbox(unread: [400, 800])
        #expect(list.perform(.nextMatch) && list.perform(.nextMatch) && list.perform(.archive))
        let last = try world.thread("t-m800")
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(last.rawValue)"])
    }

    @Test("what is typed behind a key that finds nothing is not done to another row")
    func drops() async throws {
        let (world, list) = try mailbox(unread: [])
        #expect(list.perform(.nextMatch) && list.perform(.archive))
        await world.until { !world.said.isEmpty }
        #expect(world.said == ["No unread thread below. Nothing was done."] && world.acted.isEmpty)
    }

    @Test("mail that arrives or goes meanwhile, in one piece or many, changes nothing about that", arguments: 0..<4)
    func changes(round: Int) async throws {
        let (world, list) = try mailbox(unread: [700])
        let new = (1...300).map { mail(-$0, unread: false) }
        func commit() throws {
            if round < 2 { try world.fill(new) } else { for message in new.prefix(20) { try world.fill(message) } }
        }
        if round % 2 == 0 { try commit() }
        #expect(list.perform(.nextMatch))
        if round % 2 == 1 { try commit() }
        await world.until { subject(list) == "Number 700" && list.landing.target == nil }
        await withCheckedContinuation { done in list.provider.whenCaughtUp { done.resume() } }
        #expect(subject(list) == "Number 700")
        #expect(list.provider.above + (list.rows.selectedIndex ?? 0) == 700 + (round < 2 ? 300 : 20))
        #expect(world.text(list).contains { $0.contains("Number 700 ") })
    }

    @Test("going elsewhere meanwhile ends it")
    func ends() async throws {
        let (world, list) = try mailbox(unread: [700])
        #expect(list.perform(.nextMatch))
        list.show(.allInboxes)
        await world.until { list.loadingSince == nil && list.shown.count > 100 }
        await withCheckedContinuation { done in list.provider.whenCaughtUp { done.resume() } }
        #expect(subject(list) == "Number 0")
        #expect(list.landing.target == nil)
        #expect(world.said == [])
    }
}
