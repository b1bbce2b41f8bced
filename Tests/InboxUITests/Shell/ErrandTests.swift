import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("What a screen waits for", .timeLimit(.minutes(10)))
struct ErrandTests {
    /// A server that never answers, and reports when it is asked and when the caller gives up.
    private final class Silence: Sendable {
        let asked = AsyncStream<Void>.makeStream()
        let givenUp = AsyncStream<Void>.makeStream()

        func answer() async {
            asked.continuation.yield()
            await withTaskCancellationHandler {
                let (never, _) = AsyncStream<Void>.makeStream()
                for await _ in never {}
            } onCancel: {
                givenUp.continuation.yield()
            }
        }
    }

    private func begin(
        _ client: ShellClient, _ silence: Silence, named name: String = "Getting the message",
        endsWithScreen: Bool = true
    ) async throws {
        let screen = try #require(client.shell.flows.screens.last)
        var errand = Errand("Getting the message", for: screen) {
            await silence.answer()
            return { Issue.record("an answer that was stopped is not used") }
        }
        (errand.name, errand.endsWithScreen) = (name, endsWithScreen)
        client.shell.start(errand)
        for await _ in silence.asked.stream { break }
    }

    private func isGivenUp(_ silence: Silence) async {
        for await _ in silence.givenUp.stream { break }
    }

    @Test("S-1, S-3: a hanging server delays no action, no draft and no exit of the program")
    func holdsNothingUp() async throws {
        let client = try ShellClient()
        let silence = Silence()
        try await begin(client, silence)
        client.press("e")
        try await client.store.until { try !$0.actions().isEmpty }
        await client.shell.end()
        await isGivenUp(silence)
        #expect(try client.store.read { try !$0.actions().isEmpty })
    }

    @Test("an errand is shown, and Esc or a click on its key stops it before leaving", arguments: [false, true])
    func stops(byClick: Bool) async throws {
        let client = try ShellClient()
        client.press(.enter)
        let depth = client.shell.flows.screens.count
        let silence = Silence()
        try await begin(client, silence)
        let later = ContinuousClock.now + .seconds(7)
        let lines = client.draw(at: later)
        let row = try #require(lines.lastIndex { $0.contains("Getting the message…   q stops it") }, "\(lines)")
        if byClick {
            let column = lines[row].distance(
                from: lines[row].startIndex, to: try #require(lines[row].range(of: "q stops it")).lowerBound)
            client.shell.handle(.mouse(Mouse(.press(.left), at: Point(x: column, y: row))), in: client.application)
        } else {
            client.press(.escape)
        }
        await isGivenUp(silence)
        #expect(client.shell.flows.screens.count == depth)
        #expect(client.shows("Stopped: Getting the message"))
        client.press(.escape)
        #expect(client.shell.flows.screens.count == depth - 1)
        await client.shell.end()
    }

    @Test("an errand is shown below earlier notices; a stopped command is reported by name")
    func besideNews() async throws {
        let client = try ShellClient()
        client.press(.enter)
        client.shell.say("Done: wc -l", kind: .done)
        let silence = Silence()
        try await begin(client, silence, named: "sleep 8", endsWithScreen: false)
        for (width, height) in [(80, 24), (40, 12)] {
            let lines = client.draw(width, height, at: .now + .seconds(7))
            let running = try #require(lines.firstIndex { $0.contains("q stops it") })
            let said = try #require(lines.firstIndex { $0.contains("Done: wc -l") })
            #expect(said < running)
        }
        client.press(.escape)
        await isGivenUp(silence)
        #expect(client.shows("Stopped: sleep 8"))
        await client.shell.end()
    }

    @Test("errands end with their screen unless exempt")
    func leaving() async throws {
        let client = try ShellClient()
        client.press(.enter)
        let (short, long) = (Silence(), Silence())
        try await begin(client, short)
        try await begin(client, long, endsWithScreen: false)
        client.shell.pop()
        await isGivenUp(short)
        #expect(client.draw(at: .now + .seconds(7)).joined().contains("stops it"))
        client.press(.escape)
        await isGivenUp(long)
        await client.shell.end()
    }

    @Test("an answer waits for its screen to be in front and ends with it")
    func late() async throws {
        let client = try ShellClient()
        client.press(.enter)
        let shell = client.shell
        let screen = try #require(shell.flows.screens.last)
        func ask(_ answer: AsyncStream<Void>, _ box: TextScreen) -> Task<Void, Never> {
            let (ended, end) = AsyncStream<Void>.makeStream()
            shell.start(
                Errand("Getting the message", for: screen) {
                    for await _ in answer { break }
                    end.yield()
                    return { shell.push(box) }
                })
            return Task {
                for await _ in ended { break }
                // The handlers for the end of the work have run once the list of errands is empty.
                while shell.errands.current(for: screen) != nil { await Task.yield() }
            }
        }
        for leaves in [false, true] {
            let answer = AsyncStream<Void>.makeStream()
            let box = TextScreen("Late", text: "answer", around: shell)
            let ended = ask(answer.stream, box)
            shell.push(MovePickerScreen([client.account], around: shell) { _ in })
            answer.continuation.yield()
            await ended.value
            client.press("q")
            #expect(!shell.flows.screens.contains { $0 === box }, "letters are for what is in front")
            if leaves { shell.close(screen) }
            shell.pop()
            #expect((shell.flows.screens.last === box) == !leaves)
            if !leaves { shell.pop() }
        }
        await shell.end()
    }

    @Test("a command's output opens in a centred box of its size and leaves the rows above visible")
    func outputBox() throws {
        let world = try FakeSurroundings()
        for (width, height) in [(80, 24), (40, 12)] {
            let lines = world.text(TextScreen("wc -l", text: "2\n", around: world), width, height)
            let box = lines.filter { $0.contains { "╭│╰".contains($0) } }
            #expect(box.count == 5 && box.allSatisfy { $0.trimmingCharacters(in: .whitespaces).count < 40 })
            #expect(lines.prefix(3).allSatisfy { $0.isEmpty })
        }
    }

    @Test("a command's output does not open over the composer")
    func printed() async throws {
        let client = try ShellClient()
        let shell = client.shell
        let box = TextScreen("make", text: "done", around: shell)
        client.press("c")
        let composer = try #require(shell.flows.screens.last as? ComposeScreen)
        #expect(!shell.pushWhenFree(box) && shell.flows.screens.last === composer)
        shell.close(composer)
        #expect(shell.flows.screens.last === box)
        await shell.end()
    }
}
