import Foundation
import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// The list of results from which a thread was opened.
@UI
private final class Results: ThreadOrder {
    let lookedFor: MailPredicate?

    init(_ query: String, _ world: FakeSurroundings) {
        lookedFor = MailView.search(query).predicate(world.clock)
    }

    func thread(after id: ThreadID) -> ThreadID? { nil }
    func thread(before id: ThreadID) -> ThreadID? { nil }
    func follow(_ id: ThreadID) {}
    func linger(_ id: ThreadID) {}
    func letGo(_ id: ThreadID) {}
}

@UI
@Suite("A thread opened from a search", .timeLimit(.minutes(10)))
struct ThreadHitsTests {
    /// Nine read messages; the third and the sixth contain “inspector”, the last is unread.
    private func world() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        let filler = (1...30).map { "Line \($0) of something else." }.joined(separator: "\n")
        try world.fill(
            (1...9).map { index in
                let text =
                    switch index {
                    case 3: "\(filler)\nThe inspector came.\n\(filler)\nTwo Inspectors, in the end."
                    case 6: "Inspector of what?"
                    default: "Nothing of note."
                    }
                return .remote(
                    id: "m\(index)", thread: "t", from: index == 6 ? "mira" : "lars", subject: "The margin",
                    snippet: "Words of \(index)", unread: index == 9, at: index * 86_400, body: text)
            })
        return world
    }

    private func screen(_ query: String, _ world: FakeSurroundings) throws -> (ThreadScreen, Results) {
        let order = Results(query, world)
        return (ThreadScreen(thread: try world.thread("t"), order: order, around: world), order)
    }

    private func open(_ screen: ThreadScreen) -> [Int] {
        screen.pane.items.indices.filter { index in
            screen.pane.rows.contains(.message(screen.pane.items[index].id, isOpen: true))
        }.map { $0 + 1 }
    }

    @Test("only matching messages are open, and the first match is visible and bold")
    func opens() throws {
        let world = try world()
        let (screen, _) = try screen("inspector", world)
        let grid = world.draw(screen)
        #expect(open(screen) == [3, 6])
        let row = try #require((0..<24).first { grid.text(row: $0).contains("The inspector came.") })
        let text = grid.text(row: row)
        let column = text.distance(from: text.startIndex, to: try #require(text.range(of: "inspector")).lowerBound)
        #expect(try #require(grid[column, row]).style.attributes.contains(.bold))
        #expect(try #require(grid[column - 2, row]).style.attributes.contains(.bold) == false)
        #expect(screen.pane.currentMessage?.remoteID == RemoteID("m3"))
    }

    @Test("n and N go from match to match across messages, and say when they begin again; the bottom line names n")
    func goesOn() throws {
        let world = try world()
        let (screen, _) = try screen("inspector*", world)
        #expect(world.text(screen)[23].contains("n next match"))
        func line(_ command: Command) -> String {
            #expect(screen.perform(command))
            _ = world.draw(screen)
            guard let found = screen.pane.found, let laid = screen.pane.laid(found.message) else { return "" }
            return laid.lines[found.line].spans.map(\.text).joined().trimmingCharacters(in: .whitespaces)
        }
        #expect(line(.nextMatch) == "Two Inspectors, in the end.")
        #expect(line(.nextMatch) == "Inspector of what?" && world.said.isEmpty)
        #expect(line(.nextMatch) == "The inspector came." && world.said == [Wording.begunAgain(1)])
        #expect(line(.previousMatch) == "Inspector of what?")
        #expect(world.said == [Wording.begunAgain(1), Wording.begunAgain(-1)])
    }

    @Test("a match by sender opens at the message's header; if all messages match, reading starts as usual")
    func others() throws {
        let world = try world()
        let (screen, _) = try screen("from:mira", world)
        _ = world.draw(screen)
        #expect(open(screen) == [6] && screen.pane.currentMessage?.remoteID == RemoteID("m6"))
        #expect(screen.perform(.nextMatch) && screen.pane.found?.line == 0)
        #expect(world.said == ["No more matches in this thread"])
        for query in ["in:inbox", "subject:margin"] {
            let (all, _) = try self.screen(query, world)
            _ = world.draw(all)
            #expect(open(all) == [9], "\(query) tells no message from another")
        }
    }

    @Test("if only headers match, the first n goes to the next of them and N to the previous")
    func heads() throws {
        for (command, next) in [(Command.nextMatch, "m2"), (.previousMatch, "m9")] {
            let world = try world()
            let (screen, _) = try screen("from:lars", world)
            _ = world.draw(screen)
            #expect(screen.pane.currentMessage?.remoteID == RemoteID("m1"))
            #expect(screen.perform(command))
            #expect(screen.pane.currentMessage?.remoteID == RemoteID(next))
            #expect(world.said == (command == .nextMatch ? [] : [Wording.begunAgain(-1)]))
        }
    }

    @Test("where a message matches by its head, n shows as much of the message as fits")
    func wholeMessages() throws {
        let world = try FakeSurroundings()
        let text = (1...14).map { "Line \($0) of it." }.joined(separator: "\n")
        try world.fill(
            (1...3).map { index in
                .remote(
                    id: "m\(index)", thread: "t", from: "lars", subject: index == 2 ? "Other" : "Version \(index)",
                    at: index * 86_400, body: text)
            })
        let (screen, _) = try screen("subject:version", world)
        _ = world.draw(screen)
        #expect(screen.perform(.nextMatch))
        let shown = world.text(screen)
        #expect(screen.pane.currentMessage?.remoteID == RemoteID("m3"))
        #expect(shown.contains { $0.contains("Version 3") } && shown.contains { $0.contains("Line 14 of it.") })
    }

    @Test("a match shows with the lines below it; the first back ends the search, the second leaves")
    func finds() throws {
        let world = try world()
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.top) && screen.perform(.search))
        let prompt = try #require(world.pushed.last as? EntryScreen)
        prompt.type("inspector came")
        _ = prompt.handle(.key(.enter))
        let pops = world.pops
        let text = world.text(screen)
        let row = try #require(text.firstIndex { $0.contains("The inspector came.") })
        #expect(text.dropFirst(row + 3).first?.contains("Line 3 of something else.") == true)
        #expect(text[23].contains("end search"))
        #expect(screen.perform(.back) && world.pops == pops)
        #expect(screen.pane.found == nil && !world.text(screen)[23].contains("end search"))
        #expect(screen.perform(.back) && world.pops == pops + 1)
    }

    @Test("words that are searched in a thread: n says when it begins again, and when there is no other match")
    func beginsAgain() throws {
        for (words, said) in [
            ("inspector", Wording.begunAgain(1)), ("inspector came", "No more matches in this thread"),
        ] {
            let world = try world()
            let screen = try find(words, in: world)
            let first = try #require(screen.pane.found)
            #expect(world.said.isEmpty)
            repeat { #expect(screen.perform(.nextMatch)) } while screen.pane.found.map { $0 != first } == true
            #expect(world.said == [said])
        }
    }

    /// A thread of 400 messages, opened at its first one, and a search in it.
    private func find(_ words: String, _ body: (Int) -> String?) throws -> (FakeSurroundings, ThreadScreen) {
        let world = try FakeSurroundings()
        try world.fill((0..<400).map { .remote(id: "m\($0)", thread: "t", at: $0, body: body($0)) })
        return (world, try find(words, in: world))
    }

    /// A search in the thread of a world, opened at its first message.
    private func find(_ words: String, in world: FakeSurroundings) throws -> ThreadScreen {
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.top) && screen.perform(.search))
        let prompt = try #require(world.pushed.last as? EntryScreen)
        prompt.type(words)
        _ = prompt.handle(.key(.enter))
        return screen
    }

    @Test("a large thread is searched beside the screen, and n meanwhile goes on after the match")
    func searchesBeside() async throws {
        let (world, screen) = try find("inspector") { $0 == 300 || $0 == 350 ? "The inspector came." : "Nothing." }
        #expect(world.errandWords == ["Searching this thread"] && screen.pane.found == nil)
        #expect(screen.perform(.nextMatch))
        await world.settle()
        #expect(screen.pane.currentMessage?.remoteID == RemoteID("m350") && world.said.isEmpty)
        #expect(screen.pane.searching == nil)
    }

    @Test("a search beside the screen finds long texts, and does not move a user who has moved on")
    func movedOn() async throws {
        let long = (1...8_000).map { "line \($0)" }.joined(separator: "\n") + "\nThe inspector came."
        let (world, screen) = try find("inspector") { $0 == 300 ? long : "Nothing." }
        #expect(screen.perform(.down))
        let here = screen.pane.current
        await world.settle()
        #expect(screen.pane.current == here && screen.pane.found == nil)
        #expect(screen.perform(.nextMatch))
        await world.settle()
        #expect(screen.pane.currentMessage?.remoteID == RemoteID("m300"))
    }

    @Test("a search says when it did not see all texts, since it fetches none")
    func searchesWhatIsHere() async throws {
        let (world, screen) = try find("inspector") { $0 == 399 ? "Nothing." : nil }
        await world.settle()
        #expect(world.said == ["“inspector” is not in this thread, as far as its texts are here"])
        withExtendedLifetime(screen) {}
    }

    @Test("the link keys say if there are no links")
    func noLinks() throws {
        let world = try world()
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.nextLink) && screen.perform(.previousLink))
        #expect(world.said == Array(repeating: "No links or files in what is open here", count: 2))
    }
}
