import Glibc
import Synchronization
import TerminalUI
import Testing

/// A root that shows a counter and notes what it was told.
@UI
private final class CounterRoot: Root {
    var count = 0
    var events: [InputEvent] = []
    var draws = 0
    var animates: Duration?
    var redraws: Duration?
    var onEvent: ((InputEvent, Application) -> Void)?

    func handle(_ event: InputEvent, in application: Application) {
        events.append(event)
        if event == .key("+") { count += 1 }
        onEvent?(event, application)
    }

    func draw(into grid: inout Grid) {
        draws += 1
        grid.draw("count \(count)", x: 0, y: 0)
        if let animates { grid.frame.animate(until: grid.frame.now + animates) }
        if let redraws { grid.frame.redraw(at: grid.frame.now + redraws) }
    }
}

@Suite("Application")
struct ApplicationTests {
    @Test("a key is on the screen at the end of the turn, and no change writes no byte")
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

    @Test("frames come one after the other while something moves, and stop by themselves")
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
        // A late loop draws one frame, not those that were missed.
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

    @Test("while the terminal does not read, frames are dropped and keys go on")
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

    @Test("a mouse that merely moves draws nothing")
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
}

@Suite("UI actor")
struct UIActorTests {
    @UI private static var counter = 0

    @UI private static func increment() { counter += 1 }

    @Test("work from many tasks is done one after the other on the actor's thread")
    func isolation() async {
        let before = await Self.counter
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { await Self.increment() }
                }
            }
        }
        let after = await Self.counter
        #expect(after - before == 4000)
    }

    @Test("code on the actor may assume that it is there, and synchronous code is called at once")
    @UI
    func assumes() {
        let before = Self.counter
        UI.assumeIsolated { Self.increment() }
        #expect(Self.counter == before + 1)
    }

    @Test("assuming the actor elsewhere stops the process")
    func assumesWrongly() async {
        await #expect(processExitsWith: .failure) {
            UI.assumeIsolated {}
        }
    }

    @Test("the loop runs on the thread that called run, and ends with its work")
    func run() async {
        await #expect(processExitsWith: .success) {
            let thread = pthread_self()
            let ran = Mutex(false)
            UI.run {
                UI.shared.preconditionIsolated()
                await Task.yield()
                try? await Task.sleep(for: .milliseconds(1))
                let isSame = pthread_equal(thread, pthread_self()) != 0
                ran.withLock { $0 = isSame }
            }
            let didRun = ran.withLock { $0 }
            #expect(didRun)
        }
    }
}
