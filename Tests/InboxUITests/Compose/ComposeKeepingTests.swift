import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A draft that the store can't save", .timeLimit(.minutes(10)))
struct ComposeKeepingTests {
    private let world: FakeSurroundings
    private let screen: ComposeScreen
    /// More than fits on a disk that is almost full.
    private let long = String(repeating: "a line of the text\n", count: 10_000)
    private let pauses: AsyncStream<Void>.Continuation

    init() throws {
        world = try FakeSurroundings()
        let (pauses, pause) = AsyncStream<Void>.makeStream()
        self.pauses = pause
        screen = try #require(
            ComposeScreen(.new(account: nil), around: world) { _ in for await _ in pauses { return } })
        screen.type("carl@example.org,")
        while screen.form.focus != .body { _ = screen.perform(.nextLink) }
        _ = screen.handle(.paste(long))
    }

    private var keptText: String? {
        get throws { try screen.draft.flatMap { try world.session.draft($0)?.content.body.plain } }
    }

    private func say(yes: Int) {
        for _ in 0..<yes { _ = world.pushed.last?.handle(.key(.enter)) }
    }

    @Test(
        "the bottom line names Esc on the narrowest screen, whatever the draft's state, and how to send unless saving fails",
        arguments: [
            ComposeScreen.Keeping.nothing, .unkept, .kept, .failed("the disk is full"),
        ], [false, true])
    func wayOut(keeping: ComposeScreen.Keeping, isMarkdown: Bool) {
        screen.keeping = keeping
        screen.form.isMarkdown = isMarkdown
        let last = world.text(screen, 40, 12).last ?? ""
        let isFailing = if case .failed = keeping { true } else { false }
        #expect(last.contains("Esc keep") && (isFailing || last.contains("Ctrl-s send")), "\(last)")
    }

    @Test("S-3: an unfinished recipient is saved with the draft and reappears with it")
    func unfinished() async throws {
        screen.form.setFocus(.to)
        screen.type("Bobby T")
        screen.keep(isTyping: true)
        await world.settle()
        let id = try #require(screen.draft)
        let again = try #require(ComposeScreen(.draft(id), around: world))
        #expect(again.form.recipients[.to]?.leftover == "Bobby T" && !again.isUnkept)
        #expect(world.text(again).contains { $0.contains("Bobby T") })

        // It is restored with a discarded draft, too.
        try await world.session.discardDraft(id)
        let version = try #require(try world.session.discardedDrafts().first)
        let back = try #require(try await world.session.restoreDraft(version.id))
        #expect(try world.session.draft(back)?.content.unfinished?.to == "Bobby T")
    }

    @Test("S-3, S-7: leaving saves a draft whose autosave failed, or the composer stays open")
    func leaving() async throws {
        try world.store.fillDisk()
        screen.keep()
        await world.settle()
        #expect(world.said == [Wording.sentence(.diskFull)] && screen.draft == nil)
        #expect(world.text(screen).last?.contains("the draft can't be saved") == true)

        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 0 && screen.form.body.text == long, "the text is nowhere else")
        #expect(!world.said.contains("The draft is saved"))
        _ = screen.handle(.key(Key("x")))
        #expect(screen.form.body.text != long, "and it can be written on")

        try world.store.freeDisk()
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 1 && world.said.last == "The draft is saved")
        #expect(try keptText?.count == long.count + 1)
    }

    @Test("S-3, S-7: a draft saved earlier is not reported as saved while its newest text isn't")
    func olderDraft() async throws {
        screen.keep()
        await world.settle()
        let id = try #require(screen.draft)
        _ = screen.handle(.paste(long))
        try world.store.fillDisk()
        screen.keep()
        await world.settle()
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 0 && !world.said.contains("The draft is saved") && screen.draft == id)
        try world.store.freeDisk()
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 1)
        #expect(try keptText == long + long)
    }

    @Test(
        "while the user types, the server save is delayed; leaving or covering the composer ends the delay")
    func rests() async throws {
        func rest() throws -> [Date?] {
            try world.session.actions().filter { $0.command == .saveDraft }.map(\.notBefore)
        }
        screen.keep()
        await world.settle()
        let save = try #require(try world.session.actions().first { $0.command == .saveDraft })
        for ends in [{ screen.disappear() }, { _ = screen.perform(.back) }] {
            try world.store.writeNow { try $0.putOff(save.id, until: .distantFuture) }
            _ = screen.handle(.paste("more"))
            pauses.yield()
            await world.until { screen.keeping == .kept }
            #expect(try rest().first??.timeIntervalSinceNow ?? 0 > 0)
            ends()
            await world.settle()
            #expect(try rest() == [nil])
        }
    }

    @Test("S-7: a failed autosave is retried, and reports its error once")
    func triesAgain() async throws {
        try world.store.fillDisk()
        screen.keep()
        await world.settle()
        pauses.yield()
        await world.settle()
        #expect(world.said.count == 1)
        try world.store.freeDisk()
        pauses.yield()
        await world.until { screen.keeping == .kept }
        #expect(try keptText == long)
    }

    @Test("S-3, S-7: a message that the outbox can't take stays in the composer")
    func sending() async throws {
        try world.store.fillDisk()
        _ = screen.perform(.send)
        say(yes: 1)
        await world.settle()
        #expect(world.pops == world.pushed.count && world.acted.isEmpty)
        #expect(screen.form.body.text == long && !screen.isOver)
        try world.store.freeDisk()
        _ = screen.perform(.send)
        say(yes: 1)
        await world.settle()
        #expect(world.acted == ["sent after 10"] && screen.isOver)
        #expect(try world.session.draft(try #require(screen.draft))?.state == .sending)
    }

    @Test("while the last text is being saved, typing is ignored and keys get a response")
    func ending() async throws {
        _ = screen.perform(.back)
        #expect(screen.ending == .keeping && world.pops == 0)
        _ = screen.handle(.key(Key("x")))
        #expect(screen.perform(.send) && world.said.last == "The draft is being saved")
        #expect(screen.form.body.text == long)
        #expect(!screen.perform(.help) && !screen.perform(.quit), "which the program answers")
        await world.settle()
        #expect(world.pops == 1)
        #expect(try keptText == long)
    }

    @Test("S-3, S-7: on exit, a text that the store refuses goes into a rescue file that stays")
    func rescued() async throws {
        let folder = try TemporaryFolder()
        screen.copies = OpenedFiles(root: folder.file("open"))
        try world.store.fillDisk()
        screen.disappear()
        await world.settle()
        let path = try #require(screen.rescue())
        screen.copies.removeAll()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == "To: carl@example.org\nSubject: \n\n" + long)
        try world.store.freeDisk()
        screen.keep()
        await world.settle()
        #expect(screen.rescue() == nil)
    }

    @Test("S-3: a text whose account was removed stays on the screen, and is said to have none")
    func removedAccount() async throws {
        let address = screen.form.account.address
        try await world.session.removeAccount(screen.form.account.id)
        screen.keep()
        await world.settle()
        #expect(world.said == [Wording.senderRemoved(address, key: nil)] && screen.draft == nil)
        #expect(screen.isUnkept && screen.form.body.text == long)
        #expect(Wording.senderRemoved(address, key: "F2").hasSuffix("F2 writes as another one"))
    }

    @Test("S-3: a draft that changes its account is always in exactly one account, even on failure")
    func moves() async throws {
        let other = try await world.session.addAccount(
            address: "ann@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        screen.keep()
        await world.settle()
        let old = try #require(screen.draft)
        try world.store.fillDisk()
        var content = screen.form.content
        content.body.plain = long + long
        await #expect(throws: SessionError.store(.diskFull)) {
            try await world.session.save(content, as: old, account: other.id)
        }
        #expect(try world.session.draft(old)?.content.body.plain == long)
        try world.store.freeDisk()
        let new = try await world.session.save(content, as: old, account: other.id)
        #expect(new != old)
        #expect(try world.session.draft(old) == nil)
        #expect(try world.session.draft(new)?.account == other.id)
    }
}
