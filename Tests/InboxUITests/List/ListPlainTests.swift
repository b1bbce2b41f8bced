import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("List commands that never toggle, or say which row is next", .timeLimit(.minutes(10)))
struct ListPlainTests {
    @Test("the commands to add and remove a star never toggle it")
    func stars() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let first = try #require(list.selected)
        for _ in 0..<2 {
            #expect(list.perform(.addStar))
            await world.until { list.thread(first)?.isStarred == true }
        }
        for _ in 0..<2 {
            #expect(list.perform(.removeStar))
            await world.until { list.thread(first)?.isStarred == false }
        }
        #expect(world.acted == ["star \(first)", "star \(first)", "unstar \(first)", "unstar \(first)"])
    }

    @Test(
        "archive-next and archive-previous pick the next selection, whatever the setting",
        arguments: [(Command.archiveNext, 2), (.archivePrevious, 0)])
    func archiving(command: Command, place: Int) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let all = list.shown
        #expect(list.perform(.down) && list.perform(command))
        #expect(list.selected == all[place])
        await world.until { list.shown.count == 5 }
        #expect(list.selected == all[place] && world.acted == ["archive \(all[1])"])
    }

    @Test("selecting by state replaces the selection; a conversation is read if all its messages are")
    func selecting() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.bottom) && list.perform(.select))
        #expect(list.perform(.selectUnread))
        await world.until { list.matching != nil }
        #expect(list.targetThreads.count == 2 && list.targetThreads.allSatisfy(\.isUnread))
        #expect(list.perform(.selectNone) && list.selectedCount == 0)
        #expect(list.perform(.selectRead))
        await world.until { list.matching != nil }
        #expect(list.targetThreads.count == 4 && !list.targetThreads.contains(where: \.isUnread))
        #expect(list.perform(.selectNone) && list.perform(.selectStarred))
        await world.until { list.matching != nil }
        #expect(list.targetThreads.map(\.subject) == ["New to the list"])
        #expect(list.perform(.selectNone) && list.perform(.selectAll))
        await world.until { list.matching != nil }
        #expect(list.selectedCount == 6)
    }

    @Test("a number before Enter goes to that row, even a distant one; too high a number goes to the last row")
    func rows() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        for (number, subject) in [(3, "Number 2"), (700, "Number 699"), (1, "Number 0"), (5_000, "Number 899")] {
            #expect(list.perform(.open, number: number))
            await world.until {
                list.landing.target == nil && list.selected.flatMap { list.thread($0)?.subject } == subject
            }
        }
        #expect(world.pushed.isEmpty, "nothing is opened")
    }

    @Test("with mutt's keys, a search stays in the current mailbox until its name is deleted")
    func staysInMailbox() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.keyPreset = .mutt
        _ = world.draw(list)
        let home = list.view
        #expect(list.perform(.search) && list.search?.field.text == "in:inbox ")
        #expect(list.view == home && list.search?.canRecall == true)
        #expect(list.perform(.open) && list.search == nil && list.view == home, "alone it is no search")
        #expect(list.perform(.search))
        for character in "lunch" { #expect(list.handle(.key(Key(character)))) }
        #expect(list.perform(.open) && list.view == .search("in:inbox lunch"))
        #expect(list.perform(.search) && list.handle(.key("x")))
        #expect(list.search?.field.text == "in:inbox x", "another search takes its place, in the same mailbox")
        for _ in 0..<10 { #expect(list.handle(.key(.backspace))) }
        #expect(list.search?.field.text == "")
    }

    @Test("with mutt's keys, a search with OR stays in the mailbox as a whole", arguments: ["|", "OR"])
    func allStaysInMailbox(or: String) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(.remote(id: "away", subject: "Nightly lunch", in: ["archive"], at: FakeSurroundings.noon))
        world.settings.keyPreset = .mutt
        _ = world.draw(list)
        #expect(list.perform(.search))
        for character in "lunch \(or) nightly" { #expect(list.handle(.key(Key(character)))) }
        let found = try [world.thread("t-build"), world.thread("lunch")]
        await world.until { list.shown == found && list.loadingSince == nil }
        #expect(list.search?.field.text == "in:inbox lunch \(or) nightly", "what is typed is not touched")
        let view = MailView.search("in:inbox (lunch \(or) nightly*)")
        #expect(list.view == view)
        // Enter changes nothing but shows the parsed query; further text narrows it.
        #expect(list.perform(.open) && list.view == view && list.search?.field.text == view.query)
        #expect(list.perform(.search) && list.handle(.key(" ")))
        for character in "failures" { #expect(list.handle(.key(Key(character)))) }
        await world.until { list.shown == Array(found.prefix(1)) && list.loadingSince == nil }
    }

    @Test(
        "with mutt's keys, “all” alone ends a search",
        arguments: [Settings.KeyPreset.mutt, .maraca])
    func limit(preset: Settings.KeyPreset) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.keyPreset = preset
        _ = world.draw(list)
        #expect(list.perform(.search))
        for character in "all" { #expect(list.handle(.key(Key(character)))) }
        await world.until { list.shown.count == 2 }
        #expect(list.perform(.open))
        guard preset == .mutt else { return #expect(list.search != nil) }
        #expect(list.search == nil)
        await world.until { list.shown.count == 6 && list.loadingSince == nil }
    }
}
