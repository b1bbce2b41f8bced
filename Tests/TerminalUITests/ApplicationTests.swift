import Glibc
import Testing

@testable import TerminalUI

/// A root that shows a counter and records its events.
@UI
private final class CounterRoot: Root {
    var count = 0
    var events: [InputEvent] = []
    var draws = 0
    var motions: [Bool] = []
    var lastFrame = ContinuousClock.now
    var animates: Duration?
    var redraws: Duration?
    var onEvent: ((InputEvent, Application) -> Void)?
    var toPrepare = 0

    func handle(_ event: InputEvent, in application: Application) {
        events.append(event)
        if event == .key("+") { count += 1 }
        onEvent?(event, application)
    }

    func prepare() -> Bool {
        toPrepare -= 1
        return toPrepare > 0
    }

    func draw(into grid: inout Grid) {
        draws += 1
        motions.append(grid.frame.motion)
        lastFrame = grid.frame.now
        grid.draw("count \(count)", x: 0, y: 0)
        if let animates { grid.frame.animate(until: grid.frame.now + animates) }
        if let redraws { grid.frame.redraw(at: grid.frame.now + redraws) }
    }
}

/// A terminal behind a slow link, which receives each frame some time after it was written.
@UI
private final class SlowDisplay: Display {
    var now = ContinuousClock.now
    var delay = Duration.zero
    private(set) var flushes = 0
    private var readyAt: ContinuousClock.Instant?

    let size = Size(width: 20, height: 3)
    let glyphs = Glyphs.unicode
    var theme = Theme.dark
    var isReady: Bool { readyAt.map { now >= $0 } ?? true }
    var output: Int32? { 7 }

    private(set) var bytes = 0
    private(set) var questions = 0
    private(set) var answersQuestions = false
    /// The number of bytes per frame.
    var frameBytes = 0

    func show(_ grid: Grid, asking: Bool) -> Bool {
        readyAt = now + delay
        bytes += frameBytes
        let asks = asking && frameBytes > 0
        if asks { ask() }
        return asks
    }
    func ask() {
        questions += 1
        bytes += 4
    }
    func flush() { flushes += 1 }
    func rewrite() {}
    func measure() -> Size { size }
    func suspend() {}
    func resume() {}
    func stop() {}
    func learn(_ report: InputEvent.Report) { if case .kind = report { answersQuestions = true } }
    func setMouse(_ on: Bool) {}
    func ring() {}
    func setTitle(_ title: String?) { bytes += title?.utf8.count ?? 0 }
    func notify(_ text: String) {}
    func copy(_ text: String) -> Bool { true }
}

@Suite("Application")
struct ApplicationTests {
    @Test("a key is drawn at the end of its turn, and an unchanged frame writes nothing")
    @UI
    func keyToPaint() {
        let display = HeadlessDisplay(size: Size(width: 20, height: 3))
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        let start = ContinuousClock.now
        application.turn(at: start)
        #expect(display.grid.text(row: 0) == "count 0")
        let (bytes, flushes) = (display.bytes, display.flushes)
        application.send(.key("x"))
        application.turn(at: start)
        #expect(display.frames == 2)
        #expect(display.bytes == bytes && display.flushes == flushes)
        application.send(.key("+"))
        application.send(.key("+"))
        application.turn(at: start)
        #expect(display.grid.text(row: 0) == "count 2")
        #expect(display.flushes == flushes + 1 && display.bytes == bytes + 1)
        application.turn(at: start + .seconds(60))
        #expect(root.draws == 3)
        #expect(application.deadline == nil)
    }

    @Test("preparation for the next frame runs in steps, and only while no frame is due and nothing animates")
    @UI
    func preparing() {
        let root = CounterRoot()
        let application = Application(display: HeadlessDisplay(), root: root, input: -1)
        #expect(!application.isPreparing)
        root.toPrepare = 3
        application.turn(at: .now)
        for left in [2, 1, 0] {
            #expect(application.isPreparing)
            application.prepare()
            #expect(root.toPrepare == left)
        }
        #expect(!application.isPreparing)
        root.toPrepare = 3
        application.setNeedsDraw()
        #expect(!application.isPreparing)
        application.turn(at: .now)
        #expect(application.isPreparing)
        root.animates = .seconds(1)
        application.setNeedsDraw()
        application.turn(at: .now)
        #expect(!application.isPreparing)
    }

    @Test("frames follow each other during an animation and stop at its end")
    @UI
    func animation() throws {
        let display = HeadlessDisplay()
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        let start = ContinuousClock.now
        root.animates = .milliseconds(100)
        application.turn(at: start)
        #expect(application.deadline == start + Application.frameLength)
        application.turn(at: start + .milliseconds(5))
        #expect(root.draws == 1)
        application.turn(at: start + .milliseconds(17))
        #expect(root.draws == 2)
        // A late loop draws a single frame, not the missed ones.
        root.animates = nil
        application.turn(at: start + .milliseconds(90))
        #expect(root.draws == 3)
        #expect(application.deadline == nil)
        root.redraws = .seconds(1)
        application.setNeedsDraw()
        application.turn(at: start + .milliseconds(100))
        #expect(application.deadline == start + .milliseconds(1100))
        root.redraws = nil
        application.turn(at: start + .milliseconds(1100))
        #expect(root.draws == 5)
        #expect(application.deadline == nil)
    }

    @Test("the loop waits until its deadline, but a minute at most, since a machine's sleep does not count as waiting")
    @UI
    func waits() {
        #expect(UILoop.wait(for: .seconds(3_600)) == 60_000_000_001)
        #expect(UILoop.wait(for: .milliseconds(1_500)) == 1_500_000_001)
        #expect(UILoop.wait(for: .seconds(-5)) == 1)
    }

    @Test("while the terminal does not read, frames are dropped but keys are not")
    @UI
    func blockedTerminal() {
        let display = HeadlessDisplay(size: Size(width: 20, height: 1))
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        application.turn(at: .now)
        display.isReady = false
        for _ in 0..<50 {
            application.send(.key("+"))
            application.turn(at: .now)
        }
        #expect(root.count == 50 && root.draws == 1)
        display.isReady = true
        application.turn(at: .now)
        #expect(root.draws == 2)
        #expect(display.grid.text(row: 0) == "count 50")
    }

    @Test("a slow link reduces animation frames without delaying keys, and a fast link restores them")
    @UI
    func slowLink() {
        let display = SlowDisplay()
        let root = CounterRoot()
        root.animates = .seconds(3_600)
        let application = Application(display: display, root: root, input: -1)
        func frames(delay: Duration, from begin: ContinuousClock.Instant) -> Int {
            let before = root.draws
            for step in 0..<1_000 {
                display.now = begin + .milliseconds(step)
                display.delay = delay
                if step % 10 == 5 { application.send(.key("+")) }
                application.turn(at: display.now)
            }
            return root.draws - before
        }
        let start = ContinuousClock.now
        #expect(frames(delay: .zero, from: start) > 60)
        #expect(root.motions.last == true)
        // Each frame takes 40 ms to be read, so even with constant keys there is at most one frame per 40 ms.
        let slow = frames(delay: .milliseconds(40), from: start + .seconds(1))
        #expect(slow <= 25 && slow >= 20)
        #expect(root.count == 200, "no key had to wait")
        _ = frames(delay: .milliseconds(150), from: start + .seconds(2))
        #expect(root.motions.last == false, "over a very slow link nothing moves")
        _ = frames(delay: .zero, from: start + .seconds(3))
        #expect(root.motions.last == true && application.deadline == root.lastFrame + Application.frameLength)
    }

    @Test("until the terminal answers, keys are handled and only the newest state waits; answers are not events")
    @UI
    func answers() {
        let display = SlowDisplay()
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        func type(_ text: String, since earliest: ContinuousClock.Instant) {
            application.received(Array(text.utf8)[...], since: earliest)
        }
        var now = ContinuousClock.now
        display.now = now
        display.frameBytes = 2_000
        application.turn(at: now)
        #expect(display.questions == 0, "not before it has said what it is")
        type("\u{1B}[?62c", since: now)
        #expect(display.questions == 1)
        // The first answer, the one to the frame, and the one about the line.
        for _ in 0..<3 { type("\u{1B}[0n", since: .now) }
        let asked = display.questions
        now = .now
        display.now = now
        application.turn(at: now)
        #expect(display.questions == asked + 1, "one behind each frame")
        type("\u{1B}[0n", since: .now + .milliseconds(400))
        display.now = .now
        application.send(.key("+"))
        application.turn(at: .now)
        let draws = root.draws
        for _ in 0..<20 {
            type("+", since: .now)
            application.turn(at: .now)
        }
        #expect(root.count == 21 && root.draws == draws)
        #expect(application.blockedOutput == nil, "waits for the answer, not for the descriptor")
        #expect(application.deadline != nil, "but not for ever")
        type("\u{1B}[0n", since: .now + .milliseconds(400))
        application.turn(at: .now)
        #expect(root.draws == draws + 1)
        #expect(!root.events.contains(.report(.well)))
    }

    @Test("output between frames, such as a title, makes no frame wait for an answer")
    @UI
    func besideFrames() {
        let display = SlowDisplay()
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        var now = ContinuousClock.now
        var answered = 0
        func answer() {
            while answered < display.questions {
                answered += 1
                application.received(Array("\u{1B}[0n".utf8)[...], since: now)
            }
        }
        func frame(bytes: Int) {
            now += .milliseconds(250)
            display.now = now
            display.frameBytes = bytes
            application.send(.key("+"))
            application.turn(at: now)
            now += .milliseconds(1)
            answer()
        }
        application.received(Array("\u{1B}[?62c".utf8)[...], since: now)
        answer()
        for _ in 0..<5 { frame(bytes: 2_000) }
        display.setTitle("3 unread")
        frame(bytes: 0)
        let draws = root.draws
        for _ in 0..<20 { frame(bytes: 2_000) }
        #expect(root.draws == draws + 20)
    }

    @Test("without keys a slow link is idle half of the time")
    @UI
    func freeLink() {
        let display = SlowDisplay()
        let root = CounterRoot()
        root.animates = .seconds(3_600)
        let application = Application(display: display, root: root, input: -1)
        let start = ContinuousClock.now
        display.delay = .milliseconds(50)
        for step in 0..<1_000 {
            display.now = start + .milliseconds(step)
            application.turn(at: display.now)
        }
        #expect((9...11).contains(root.draws))
    }

    @Test("output that the terminal does not accept at once is flushed when it reads again")
    @UI
    func restOfFrame() {
        let display = SlowDisplay()
        let application = Application(display: display, root: CounterRoot(), input: -1)
        display.delay = .milliseconds(10)
        display.now = .now
        application.turn(at: display.now)
        #expect(application.blockedOutput == 7, "waits for the terminal")
        display.now += .milliseconds(20)
        application.turn(at: display.now)
        #expect(display.flushes == 2 && application.blockedOutput == nil)
    }

    @Test("mouse movement alone draws nothing")
    @UI
    func mouseMoves() {
        let root = CounterRoot()
        let application = Application(display: HeadlessDisplay(), root: root, input: -1)
        application.turn(at: .now)
        for x in 0..<50 { application.send(.mouse(Mouse(.move, at: Point(x: x, y: 0)))) }
        application.turn(at: .now)
        #expect(root.draws == 1)
        #expect(root.events.count == 50)
    }

    @Test("a running application turns bytes into frames, and quits")
    @UI
    func running() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let display = HeadlessDisplay(size: Size(width: 20, height: 2))
        let root = CounterRoot()
        root.onEvent = { event, application in if event == .key("q") { application.quit() } }
        let application = Application(display: display, root: root, input: ends[0])
        let bytes = Array("++\u{1B}[Aq".utf8)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        await application.run()
        #expect(root.events == [.key("+"), .key("+"), .key(.up), .key("q")])
        #expect(display.isStopped)
    }

    @Test("an application that quits while it lends its terminal does not take it back")
    @UI
    func lentAtTheEnd() async {
        let display = HeadlessDisplay()
        let root = CounterRoot()
        let application = Application(display: display, root: root, input: -1)
        root.onEvent = { event, application in if event == .terminate(.terminated) { application.quit() } }
        await application.lendTerminal { application.received(signal: SIGTERM) }
        #expect(display.isSuspended && root.events == [.terminate(.terminated)])
    }

    @Test("SIGQUIT ends the application like SIGTERM, but not while it lends its terminal")
    @UI
    func quitSignal() async {
        let root = CounterRoot()
        let application = Application(display: HeadlessDisplay(), root: root, input: -1)
        await application.lendTerminal { application.received(signal: SIGQUIT) }
        #expect(root.events == [.resumed])
        application.received(signal: SIGQUIT)
        #expect(root.events == [.resumed, .terminate(.terminated)])
    }

    @Test("SIGQUIT waits for the loop and does not kill the process")
    func quitSignalWaits() async {
        await #expect(processExitsWith: .success) {
            let signals = UILoop.blockSignals()
            raise(SIGQUIT)
            var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 0) == 1)
        }
    }
}
