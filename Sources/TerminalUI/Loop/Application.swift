import CNcurses
import Glibc
public import Programs

/// Runs a root on a display: events in, at most one frame for each turn of the loop, frames one after the other only
/// while something moves, and none at all when nothing happens.
@UI
public final class Application {
    public let display: any Display
    public let root: any Root
    /// Whether things may move; `grid.frame.motion` of every frame.
    public var motion = true {
        didSet { setNeedsDraw() }
    }
    /// Whether Ctrl-z stops the process, as shells have it.
    public var suspendsOnCtrlZ = true

    private let input: Int32
    private var parser = InputParser()
    private var needsDraw = true
    /// Whether the root may have something to make ready since the last frame.
    private var mayPrepare = false
    private var animatesUntil: ContinuousClock.Instant?
    private var redrawsAt: ContinuousClock.Instant?
    private var lastFrame: ContinuousClock.Instant?
    private var pace: FramePace
    private var finish: CheckedContinuation<Void, Never>?
    private(set) var isQuitting = false
    private var isOutside = false
    /// Who wants the terminal next.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The signal that ends a stop of our own is still to come.
    private var hasGoneOn = false

    /// The least time between two frames of an animation, where the terminal is quick.
    public nonisolated static let frameLength = Duration.nanoseconds(16_666_667)

    /// - Parameter input: where the bytes of keys come from: standard input; a test may give a pipe, or -1 for none.
    public init(display: any Display, root: any Root, input: Int32 = 0) {
        self.display = display
        self.root = root
        self.input = input
        pace = FramePace(place: display.place)
    }

    /// Runs until `quit()`, then gives the terminal back. One application runs at a time.
    public func run() async {
        UILoop.shared.attach(self, input: input)
        if display.answersQuestions { ask(at: .now) }
        if !isQuitting { await withCheckedContinuation { finish = $0 } }
        UILoop.shared.detach()
        display.stop()
    }

    /// Has Ctrl-c do something while no application runs: before the first, or after one that has given the terminal back.
    public static func onInterrupt(_ work: (@UI () -> Void)?) { UILoop.shared.onInterrupt = work }

    public func quit() {
        isQuitting = true
        finish?.resume()
        finish = nil
    }

    /// A frame is wanted at the end of this turn.
    public func setNeedsDraw() {
        needsDraw = true
        UILoop.shared.wakeUp()
    }

    /// Paints the whole screen anew, for a screen that something else has written to.
    public func redraw() {
        display.rewrite()
        setNeedsDraw()
    }

    /// Gives an event to the root as if it had come in. A frame follows, but for a mouse that merely moves: a root that
    /// shows something for that asks for the frame itself.
    public func send(_ event: InputEvent) {
        switch event {
        // A shell's job gets the signal as a whole, this process among it. Where no shell would bring it back it is a key like others.
        case .key(Key("z", .control)) where suspendsOnCtrlZ && cnc_stop_job(): return
        case .report(let report): learn(report)
        // Answers may have come amid of it.
        case .paste: pace.line.forget()
        default: break
        }
        root.handle(event, in: self)
        if case .mouse(let mouse) = event, mouse.action == .move { return }
        setNeedsDraw()
    }

    /// What the end of a turn of the loop does: draws a frame if one is wanted by now and the display takes it. The loop
    /// calls it; so may a test, which then decides what time it is.
    public func turn(at now: ContinuousClock.Instant) {
        guard !isOutside else { return }
        pace.line.giveUp(at: now)
        if let redrawsAt, now >= redrawsAt { needsDraw = true }
        let moves =
            animatesUntil != nil && now - (lastFrame ?? now) >= pace.frameLength
            && pace.line.takesFrame(moving: true, at: now)
        guard needsDraw || moves || pace.isWaiting, !isQuitting else { return }
        display.flush()
        guard display.isReady else {
            // The frame is due as soon as there is room.
            if moves { needsDraw = true }
            return
        }
        pace.taken(at: now)
        // What is held back is drawn when the terminal has answered, as it is then.
        if moves || needsDraw && pace.line.takesFrame(moving: false, at: now) { draw(at: now) }
    }

    /// When the next turn is due though nothing comes in; nil: not before something does.
    public var deadline: ContinuousClock.Instant? {
        guard !isOutside else { return nil }
        // A frame that is wanted but not taken waits for the output, or for the terminal's answer, but not for ever.
        guard !needsDraw else {
            return [parser.deadline, display.isReady ? pace.line.heldUntil : nil].compactMap { $0 }.min()
        }
        return [parser.deadline, frameDue, redrawsAt].compactMap { $0 }.min()
    }

    /// When the next frame of what moves is due, or at the latest comes where the terminal has not answered.
    private var frameDue: ContinuousClock.Instant? {
        guard animatesUntil != nil else { return nil }
        let due = (lastFrame ?? .now) + pace.frameLength
        return pace.line.takesFrame(moving: true, at: due) ? due : pace.line.heldUntil
    }

    /// Stops the process until a shell lets it go on; the terminal is the shell's meanwhile.
    public func suspend() {
        display.suspend()
        cnc_stop_self()
        hasGoneOn = true
        goOn()
    }

    /// Runs a program that needs the terminal, and returns its exit status (128 + number for a signal).
    ///
    /// - Parameter arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    /// - Throws: `ProgramError` when it cannot be started; the screen is back then as well.
    public func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int {
        try await lendTerminal { () async throws(ProgramError) in try await Program(arguments).run() }
    }

    /// Gives the terminal away while something goes on that needs it; who has it already is waited for.
    public func lendTerminal<Result: Sendable, Failure: Error>(
        _ work: @UI () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        while isOutside { await withCheckedContinuation { waiters.append($0) } }
        isOutside = true
        display.suspend()
        defer {
            isOutside = false
            goOn()
            for waiter in waiters { waiter.resume() }
            waiters = []
        }
        return try await work()
    }

    private func goOn() {
        // At the end the terminal is the shell's for good, whatever had it meanwhile.
        guard !isOutside, !isQuitting else { return }
        pace.line.forget()
        display.resume()
        send(.resumed)
    }
}

extension Application: LoopClient {
    func received(_ bytes: ArraySlice<UInt8>, since earliest: ContinuousClock.Instant) {
        guard !bytes.isEmpty else { return send(.terminate(.hangup)) }
        parser.isSlow = pace.line.isSlow
        for event in parser.feed(bytes, at: .now) {
            if event == .report(.well) { answered(at: earliest) } else { send(event) }
        }
    }

    /// The terminal has got what it was given: no event for the root, and nothing that needs a frame by itself.
    private func answered(at now: ContinuousClock.Instant) {
        display.learn(.well)
        pace.line.answered(at: now)
        if pace.line.wantsQuestion { ask(at: .now) }
    }

    private func learn(_ report: InputEvent.Report) {
        let before = display.answersQuestions
        display.learn(report)
        if display.answersQuestions, !before { ask(at: .now) }
    }

    private func ask(at now: ContinuousClock.Instant) {
        display.ask()
        pace.line.given(total: display.bytes, isFrame: false, asking: true, at: now)
    }

    func heardNothing(at now: ContinuousClock.Instant) {
        for event in parser.expire(at: now) { send(event) }
    }

    func received(signal: Int32) {
        switch signal {
        case SIGWINCH:
            guard !isOutside else { return }
            send(.resize(display.measure()))
        case SIGTSTP: if isOutside { cnc_stop_self() } else { suspend() }
        // Also after a stop that could not be caught, which left the modes to the shell.
        case SIGCONT:
            if !hasGoneOn { goOn() }
            hasGoneOn = false
        case SIGTERM: send(.terminate(.terminated))
        case SIGHUP: send(.terminate(.hangup))
        // Of a key that was meant for the program that has the terminal.
        case SIGINT, SIGQUIT: if !isOutside { send(.terminate(signal == SIGINT ? .interrupted : .terminated)) }
        default: break
        }
    }

    var wantsInput: Bool { !isOutside }

    /// Not while a frame waits for the terminal's answer: the descriptor takes it at any time then.
    var blockedOutput: Int32? {
        (needsDraw || pace.isWaiting) && !isOutside && !display.isReady ? display.output : nil
    }

    func turnEnded(at now: ContinuousClock.Instant) { turn(at: now) }

    /// Between the frames of what moves there is no time for it.
    var isPreparing: Bool { mayPrepare && !needsDraw && animatesUntil == nil && !isOutside && !isQuitting }

    func prepare() { mayPrepare = root.prepare() }

    private func draw(at now: ContinuousClock.Instant) {
        needsDraw = false
        let begin = ContinuousClock.now
        let frame = Frame(
            now: now, motion: motion && pace.allowsMotion(at: now), glyphs: display.glyphs,
            drawsPictures: display.drawsPictures, showsLetters: display.showsLetters)
        var grid = Grid(size: display.size, frame: frame)
        root.draw(into: &grid)
        lastFrame = now
        animatesUntil = grid.frame.animatesUntil
        redrawsAt = grid.frame.redrawsAt
        mayPrepare = true
        let hasAsked = display.show(grid, asking: pace.line.asks)
        // How long drawing took is not the line's.
        pace.shown(total: display.bytes, asking: hasAsked, at: now + (ContinuousClock.now - begin))
        if display.isReady { pace.taken(at: now) }
    }
}
