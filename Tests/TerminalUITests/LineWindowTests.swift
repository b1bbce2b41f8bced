import Testing

@testable import TerminalUI

/// A line that accepts all bytes at once and transmits them one after the other to a terminal that answers.
private final class Line {
    var rate: Double
    let way: Double
    var answers = true
    var window: LineWindow
    /// In seconds from the start.
    private(set) var now = 0.0
    private(set) var total = 0
    /// When the line will have transmitted everything.
    private(set) var busyUntil = 0.0
    private var due: [Double] = []
    private(set) var frames = 0
    private let start = ContinuousClock.now

    init(rate: Double, way: Double = 0.002, place: TerminalPlace = .near) {
        self.rate = rate
        self.way = way
        window = LineWindow(place: place)
    }

    var instant: ContinuousClock.Instant { start + .seconds(now) }
    var allowsMotion: Bool { window.allowsMotion(since: start, at: instant) }

    func ask() { give(4, isFrame: false, asking: true) }

    /// Shows a frame of that many bytes, if one is allowed now.
    @discardableResult
    func show(_ bytes: Int, moving: Bool = false) -> Bool {
        guard window.takesFrame(moving: moving, at: instant) else { return false }
        give(bytes + (window.asks ? 4 : 0), isFrame: true, asking: window.asks)
        frames += 1
        return true
    }

    private func give(_ bytes: Int, isFrame: Bool, asking: Bool) {
        total += bytes
        busyUntil = max(busyUntil, now) + Double(bytes) / rate
        window.given(total: total, isFrame: isFrame, asking: asking, at: instant)
        if asking, answers { due.append(busyUntil + way) }
    }

    func pass(_ seconds: Double) {
        let end = now + seconds
        while let next = due.first, next <= end {
            now = next
            due.removeFirst()
            window.answered(at: instant)
            if window.wantsQuestion { ask() }
        }
        now = end
        window.giveUp(at: instant)
    }

    /// Simulates the first seconds of a program: questions and the first screen.
    func begin() {
        ask()
        show(3_000)
        pass(5)
    }

    /// Simulates a key held for two seconds, with a frame of that many bytes each time. The newest state is shown as soon as allowed.
    /// - Returns: how long the screen continues to change afterwards.
    func hold(_ bytes: Int) -> Double {
        var isWanted = false
        for _ in 0..<60 {
            isWanted = true
            for _ in 0..<10 {
                if isWanted, show(bytes) { isWanted = false }
                pass(1.0 / 300)
            }
        }
        let release = now
        while isWanted {
            if show(bytes) { isWanted = false }
            pass(0.001)
        }
        return max(0, busyUntil - release)
    }
}

@Suite("Line window")
struct LineWindowTests {
    @Test("a key held over a slow, buffering line leaves no backlog when it is released")
    func heldKey() {
        let line = Line(rate: 6_000)
        line.begin()
        #expect(line.hold(1_000) <= 0.5)
        #expect(line.hold(1_000) <= 0.5)
        #expect(line.frames > 20, "the line is used all the same")
        #expect(line.window.isSlow)
    }

    @Test("a slow line stops motion once it is measured, a fast line with high latency allows it")
    func motion() {
        let slow = Line(rate: 6_000)
        slow.begin()
        slow.show(1_500)
        slow.pass(1)
        #expect(!slow.allowsMotion)
        let quick = Line(rate: 2e6, way: 0.2)
        quick.begin()
        quick.show(1_500)
        quick.pass(1)
        #expect(quick.allowsMotion)
        let before = quick.frames
        for _ in 0..<60 {
            quick.show(1_500, moving: true)
            quick.pass(1.0 / 60)
        }
        #expect(quick.frames - before > 55)
    }

    @Test("typed text appears at once despite high latency")
    func typing() {
        let line = Line(rate: 50_000, way: 0.3)
        line.begin()
        line.show(2_000)
        line.pass(1)
        for _ in 0..<40 {
            #expect(line.show(80))
            line.pass(0.1)
        }
    }

    @Test("moving frames leave room for frames that keys cause")
    func keysFirst() {
        let line = Line(rate: 40_000)
        line.begin()
        line.show(1_500)
        line.pass(1)
        #expect(line.show(1_500))
        #expect(!line.window.takesFrame(moving: true, at: line.instant))
        #expect(line.window.takesFrame(moving: false, at: line.instant))
    }

    @Test("a line that becomes fast or slow is recognised after a few frames")
    func changes() {
        let line = Line(rate: 6_000)
        line.begin()
        _ = line.hold(1_000)
        #expect(!line.allowsMotion)
        line.rate = 1e6
        for _ in 0..<12 {
            line.show(600)
            line.pass(0.5)
        }
        #expect(line.allowsMotion)
        line.rate = 6_000
        for _ in 0..<6 {
            line.show(600)
            line.pass(0.5)
        }
        #expect(!line.allowsMotion)
    }

    @Test("a single late answer changes little")
    func hiccup() {
        let line = Line(rate: 1e6)
        line.begin()
        for _ in 0..<5 {
            line.show(1_000)
            line.pass(0.1)
        }
        line.window.given(total: line.total + 1_000, asking: true, at: line.instant)
        line.window.answered(at: line.instant + .milliseconds(150))
        #expect(line.window.delay < .milliseconds(100))
    }

    @Test("a terminal that never answers gets every frame and is no longer asked")
    func silent() {
        let line = Line(rate: 6_000)
        line.answers = false
        line.ask()
        for _ in 0..<100 { #expect(line.show(2_000, moving: true)) }
        #expect(!line.window.asks)
        // Questions wait as long as the slowest line would need.
        line.pass(600)
        #expect(line.window.state == .silent && line.allowsMotion)
        line.window.answered(at: line.instant)
        #expect(!line.window.asks)
    }

    @Test("a lost answer delays a frame by two seconds; if no more answers come, asking ends")
    func lostAnswer() {
        let line = Line(rate: 6_000)
        line.begin()
        line.show(1_500)
        line.pass(2)
        line.answers = false
        #expect(line.show(1_500))
        #expect(!line.show(1_500))
        line.pass(1.9)
        #expect(!line.show(1_500))
        line.pass(0.11)
        #expect(line.show(1_500))
        line.pass(20)
        #expect(line.window.state == .silent)
        for _ in 0..<10 { #expect(line.show(1_500)) }
    }

    @Test("a single lost answer holds back one frame, and later frames are shown at once")
    func oneLostAnswer() {
        let line = Line(rate: 1e6)
        line.begin()
        line.answers = false
        line.show(450)
        line.answers = true
        for _ in 0..<10 {
            line.show(450)
            line.pass(0.25)
        }
        let frames = line.frames
        for _ in 0..<20 {
            #expect(line.show(450))
            line.pass(0.25)
        }
        #expect(line.frames == frames + 20)
    }

    @Test("over ssh motion waits until the line is measured, or for two seconds if the terminal does not answer")
    func far() {
        let quick = Line(rate: 1e6, way: 0.05, place: .far)
        #expect(!quick.allowsMotion)
        quick.begin()
        #expect(!quick.allowsMotion)
        quick.show(600)
        quick.pass(1)
        #expect(quick.allowsMotion)
        let silent = Line(rate: 1e6, place: .far)
        silent.answers = false
        silent.ask()
        silent.pass(1)
        #expect(!silent.allowsMotion)
        silent.pass(1.1)
        #expect(silent.allowsMotion)
        #expect(Line(rate: 1e6, place: .farBehindMultiplexer).window.delay == .milliseconds(50))
    }

    @Test("an idle line asks no questions")
    func idle() {
        let line = Line(rate: 6_000)
        line.begin()
        let total = line.total
        line.pass(600)
        #expect(line.total == total && line.window.state == .answers && line.window.heldUntil == nil)
    }
}
