import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Restoring draft versions", .timeLimit(.minutes(10)))
struct DraftVersionsScreenTests {
    private let world: FakeSurroundings
    private let morning = "What took a whole morning.\nAnd more of it, down here."

    init() throws { world = try FakeSurroundings() }

    private func composer(_ text: String) async throws -> ComposeScreen {
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        screen.form.setFocus(.body)
        _ = screen.handle(.paste(text))
        return screen
    }

    @Test("S-3: discarding a draft saves the text typed in the last seconds, too")
    func discardsUnkept() async throws {
        let screen = try await composer(morning)
        _ = screen.perform(.discard)
        _ = world.pushed.last?.handle(.key(.enter))
        await world.settle()
        #expect(world.acted == ["discard"] && screen.isOver)
        #expect(try world.session.discardedDrafts().map(\.content.body.plain) == [morning])
        #expect(try await world.session.undo() != nil)
        #expect(world.session.draftProvider(loadsAtOnce: true).items.count == 1)
    }

    @Test("discarding an untouched composer keeps no version")
    func untouched() async throws {
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        _ = screen.perform(.discard)
        await world.settle()
        #expect(screen.isOver && world.pushed.isEmpty && world.acted.isEmpty)
        #expect(try world.session.discardedDrafts().isEmpty)
    }

    @Test("S-3: an earlier version is listed by what the present text lacks, and restoring it keeps that text")
    func versions() async throws {
        let screen = try await composer(morning)
        _ = screen.perform(.versions)
        await world.settle()
        #expect(world.said.last == "This draft has no earlier text.")
        screen.form.body.set("Something else altogether, in its place.")
        _ = screen.perform(.versions)
        await world.settle()
        let list = try #require(world.pushed.last as? DraftVersionsScreen)
        #expect(world.text(list).contains { $0.contains("What took a whole morning.") })
        _ = list.handle(.key(.enter))
        #expect(screen.form.body.text == morning && screen.keeping == .unkept)
        _ = screen.perform(.back)
        await world.settle()
        let draft = try #require(screen.draft)
        #expect(try world.session.draft(draft)?.content.body.plain == morning)
        let texts = try world.session.versions(of: draft).map(\.content.body.plain)
        #expect(texts == ["Something else altogether, in its place.", morning])
    }

    @Test("a late list of versions doesn't open over typing, and a restored draft not over a composer")
    func inFront() async throws {
        let client = try ShellClient([], connects: false)
        let shell = client.shell
        shell.begin()
        let list = try #require(shell.flows.screens.last)
        client.press("c")
        let composer = try #require(shell.flows.screens.last as? ComposeScreen)
        composer.form.setFocus(.body)
        _ = composer.handle(.paste(morning))
        await composer.store()
        composer.form.body.set("Something else altogether, in its place.")
        func late(_ ask: () -> Void, _ meanwhile: () -> Void) async {
            let (lock, unlock) = AsyncStream<Void>.makeStream()
            shell.jobs.add { for await _ in lock {} }
            ask()
            meanwhile()
            unlock.finish()
            await client.settle(80, 24)
        }
        await late({ _ = composer.perform(.versions) }, { client.press("x") })
        #expect(shell.flows.screens.last === composer)
        await late({ _ = composer.perform(.versions) }, {})
        #expect(shell.flows.screens.last is DraftVersionsScreen)
        client.press(.escape)
        _ = composer.perform(.discard)
        client.press("y")
        await client.settle(80, 24)
        await client.settle(80, 24)
        #expect(shell.flows.screens.last === list)
        #expect(list.perform(.discardedDrafts))
        await late({ client.press(.enter) }, { client.press("c") })
        #expect((shell.flows.screens.last as? ComposeScreen)?.draft == nil)
        #expect(shell.flows.screens.count == 2 && client.shows("It is a draft again"))
        await shell.end()
    }

    @Test("the trash key discards drafts and trashes messages of a list as one deed, which one undo takes back")
    func fromList() async throws {
        try world.fill(
            .remote(id: "d", subject: "Half done", draft: true, in: ["inbox"], at: 3),
            .remote(id: "e", subject: "Begun", draft: true, in: ["inbox"], at: 2),
            .remote(id: "m", subject: "A letter", at: 1))
        let list = world.list()
        _ = world.draw(list)
        await world.until { list.shown.count == 3 }
        for _ in 0..<3 { _ = list.perform(.select) }
        _ = list.perform(.trash)
        await world.settle()
        #expect(world.acted == ["trash parts 2"])
        #expect(Set(try world.session.discardedDrafts().map(\.content.subject)) == ["Half done", "Begun"])
        await world.until { list.shown.isEmpty }
        let undone = try #require(try await world.session.undo())
        #expect(Wording.undone(undone) == "Undone: discard 2 drafts, move to the trash “A letter”")
        await world.until { list.shown.count == 3 }
        #expect(try await world.session.undo() == nil)
        let redone = try #require(try await world.session.redo())
        #expect(Wording.redone(redone) == "Redone: discard 2 drafts, move to the trash “A letter”")
        await world.until { list.shown.isEmpty }
    }

    @Test("after a draft was discarded, “again” discards the next draft, or trashes the next mail")
    func again() async throws {
        try world.fill(
            .remote(id: "a", subject: "Archived", at: 9),
            .remote(id: "d", subject: "One", draft: true, in: ["inbox"], at: 3),
            .remote(id: "e", subject: "Two", draft: true, in: ["inbox"], at: 2),
            .remote(id: "m", subject: "A letter", at: 1))
        let list = world.list()
        _ = world.draw(list)
        await world.until { list.shown.count == 4 }
        for (command, left) in [(Command.archive, 3), (.trash, 2), (.again, 1), (.again, 0)] {
            #expect(list.perform(command))
            await world.settle()
            await world.until { list.shown.count == left }
        }
        #expect(world.acted.map { $0.split(separator: " ")[0] } == ["archive", "trash", "trash", "trash"])
        #expect(try world.session.discardedDrafts().count == 2)
    }

    @Test("a discarded draft is found by its words and reopened")
    func discarded() async throws {
        let list = world.list()
        #expect(list.perform(.discardedDrafts))
        #expect(world.said.last == "No draft discarded in seven days.")
        for text in ["One text", "Another one"] {
            let screen = try await composer(text)
            _ = screen.perform(.discard)
            _ = world.pushed.last?.handle(.key(.enter))
            await world.settle()
        }
        #expect(list.perform(.discardedDrafts))
        let picker = try #require(world.pushed.last as? DraftVersionsScreen)
        _ = picker.handle(.paste("ONE TEXT"))
        _ = picker.handle(.key(.enter))
        await world.settle()
        let screen = try #require(world.pushed.last as? ComposeScreen)
        #expect(screen.form.body.text == "One text" && screen.draft != nil)
        #expect(try world.session.discardedDrafts().map(\.content.body.plain) == ["Another one"])
    }
}
