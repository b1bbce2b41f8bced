import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Background searches of pickers", .timeLimit(.minutes(10)))
struct LateSearchTests {
    @UI
    private final class Seen {
        var text = "a"
        var shown: [String] = []
        var entered = 0
    }

    private let world: FakeSurroundings
    private let screen: MailFilePickerScreen
    private let seen = Seen()
    private let opens: AsyncStream<Void>.Continuation
    private let search: LateSearch<String, String>

    init() async throws {
        world = try FakeSurroundings()
        screen = MailFilePickerScreen(around: world) { _, _ in }
        await world.settle()
        let (gate, opens) = AsyncStream<Void>.makeStream()
        self.opens = opens
        search = LateSearch("Looking") { text in
            for await _ in gate { break }
            return [text]
        }
    }

    private func look() {
        let seen = seen
        search.look(for: screen) {
            seen.text
        } show: {
            seen.shown += $0
        }
    }

    @Test("letters typed during a search are searched next, and only their results are shown")
    func newest() async {
        look()
        #expect(search.isRunning && world.errandWords.last == "Looking")
        seen.text = "ab"
        look()
        seen.text = "abc"
        look()
        opens.yield()
        opens.yield()
        await world.settle()
        #expect(seen.shown == ["abc"] && !search.isRunning)
        look()
        #expect(!search.isRunning, "it is answered")
    }

    @Test("further letters cancel the running search, and retyping the old letters searches again")
    func givesUp() async {
        let seen = seen
        let search = LateSearch<String, String>("Looking") { text in
            // The search for the first letter lasts until it is cancelled.
            while text == "a", !Task.isCancelled { await Task.yield() }
            return [text]
        }
        func look() {
            search.look(for: screen) {
                seen.text
            } show: {
                seen.shown += $0
            }
        }
        look()
        seen.text = "ab"
        look()
        await world.settle()
        #expect(seen.shown == ["ab"] && !search.isRunning)
        seen.text = "a"
        look()
        #expect(search.isRunning)
        seen.text = "abc"
        look()
        await world.settle()
        #expect(seen.shown == ["ab", "abc"])
    }

    @Test("Enter waits for the search's results")
    func enter() async {
        let seen = seen
        let isEarly = search.waits(true) { seen.entered += 1 }
        look()
        let isLate = search.waits(true) { seen.entered += 1 }
        #expect(!isEarly && isLate && seen.entered == 0)
        opens.yield()
        await world.settle()
        #expect(seen.entered == 1 && seen.shown == ["a"])
    }

    @Test("a stopped search shows nothing, and the next letters are searched")
    func stopped() async {
        look()
        world.stopErrands()
        opens.yield()
        await world.settle()
        #expect(seen.shown.isEmpty && !search.isRunning)
        seen.text = "b"
        look()
        opens.yield()
        await world.settle()
        #expect(seen.shown == ["b"])
    }
}
