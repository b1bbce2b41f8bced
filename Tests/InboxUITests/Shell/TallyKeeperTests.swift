import Foundation
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("What is stored a while later", .timeLimit(.minutes(10)))
struct TallyKeeperTests {
    /// A pause that lasts until it is ended.
    private struct Gate {
        let pause: @Sendable (Duration) async -> Void
        let open: AsyncStream<Void>.Continuation

        init() {
            let (openings, open) = AsyncStream<Void>.makeStream()
            self.open = open
            pause = { _ in for await _ in openings { return } }
        }
    }

    private let today = LocalDate(.test(0), .gmt)

    @Test("the tally is stored once for all that is counted meanwhile; what comes later is left until the next time")
    func tally() async {
        let (gate, keeper) = (Gate(), TallyKeeper(nil))
        let (texts, store) = AsyncStream<String>.makeStream()
        var stored = texts.makeAsyncIterator()
        #expect(keeper.unstored == nil)
        for _ in 0..<2 { keeper.add(.archive, 1, on: today, pause: gate.pause) { store.yield($0 ?? "") } }
        #expect(keeper.unstored != nil)
        gate.open.yield()
        let text = await stored.next()
        #expect(DayTally(text: text).words(on: today) == "Today: 2 archived" && keeper.unstored == nil)
        keeper.add(.archive, 1, on: today, pause: gate.pause, store: nil)
        #expect(DayTally(text: keeper.unstored).words(on: today) == "Today: 3 archived")
        #expect(TallyKeeper(text).words(on: today) == "Today: 2 archived")
    }

    @Test("a command that is not counted is not stored")
    func uncounted() {
        let keeper = TallyKeeper(nil)
        keeper.add(.star, 1, on: today, pause: { _ in }, store: nil)
        #expect(keeper.unstored == nil && keeper.words(on: today).isEmpty)
    }

    @Test("a press during the wait puts it off")
    func rest() async {
        let (gate, watch) = (Gate(), RestWatch())
        let (waits, wait) = AsyncStream<Void>.makeStream()
        var begun = waits.makeAsyncIterator()
        let (rests, rest) = AsyncStream<Void>.makeStream()
        var rested = rests.makeAsyncIterator()
        let pause: @Sendable (Duration) async -> Void = { [pause = gate.pause] in
            wait.yield()
            await pause($0)
        }
        func press() { watch.pressed(rest: .seconds(1), pause: pause) { rest.yield() } }
        press()
        await begun.next()
        press()
        gate.open.yield()
        await begun.next()
        gate.open.yield()
        await rested.next()
        wait.finish()
        let more: Void? = await begun.next()
        #expect(more == nil, "it waited twice, no more")
    }

    @Test("a step is taken once, under its own number, while its screen is there")
    func steps() throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        let (one, two) = (world.list(), world.list())
        var steps = ScreenSteps()
        let numbers = [one, two, one].map { steps.add(ScreenStep(screen: $0) { true }) }
        #expect(Set(numbers).count == 3 && steps.numbers == Set(numbers))
        #expect(steps.take(numbers[0])?.screen === one)
        #expect(steps.take(numbers[0]) == nil)
        steps.keep(ofScreens: [one])
        #expect(steps.numbers == [numbers[2]])
        steps.keep(ofScreens: [])
        #expect(steps.isEmpty)
    }
}
