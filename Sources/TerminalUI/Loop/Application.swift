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

    private let input: Int32
    private var parser = InputParser()
    private var needsDraw = true
    /// Whether the root may have something to prepare since the last frame.
    private var mayPrepare = false
    private var animatesUntil: ContinuousClock.Instant?
    private var redrawsAt: ContinuousClock.Instant?
    private var lastFrame: ContinuousClock.Instant?
    private var pace: FramePace
    private var finish: CheckedContinuation<Void, Never>?
    private(set) var isQuitting = false
    private var isOutside = false
    /// The callers that wait for the terminal.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether `suspend()` has resumed the display and SIGCONT is still to come.
    private var hasGoneOn = false

    /// The least time between two frames of an animation on a fast terminal.
    public nonisolated static let frameLength = Duration.nanoseconds(16_666_667)

    /// - Parameter input: the descriptor that key bytes are read from. A test may pass a pipe, or -1 for none.
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

    /// Sets what Ctrl-c does while no application runs: before the first one, or after one has given the terminal back.
    public static func onInterrupt(_ work: (@UI () -> Void)?) { UILoop.shared.onInterrupt = work }

    public func quit() {
        isQuitting = true
        finish?.resume()
        finish = nil
    }

    /// Requests a frame at the end of this turn.
    public func setNeedsDraw() {
        needsDraw = true
        UILoop.shared.wakeUp()
    }

    /// Repaints the whole screen, for example after another program has written to it.
    public func redraw() {
        display.rewrite()
        setNeedsDraw()
    }

    /// Passes an event to the root as if it had come in. A frame follows, except when the mouse merely moves: a root that
    /// shows something for such a move requests the frame itself.
    public func send(_ event: InputEvent) {
        switch event {
        // As in a shell, Ctrl-z stops the process. The signal goes to the shell's whole job, including this process. If no
        // shell could resume it, Ctrl-z is an ordinary key.
        case .key(Key("z", .control)) where cnc_stop_job(): return
        case .report(let report): learn(report)
        // The paste may contain the terminal's answers.
        case .paste: pace.line.forget()
        default: break
        }
        root.handle(event, in: self)
        if case .mouse(let mouse) = event, mouse.action == .move { return }
        setNeedsDraw()
    }

    /// Ends a turn of the loop: draws a frame if one is due and the display takes it. The loop calls this; a test may call it
    /// too, with a time of its choice.
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
            // Draw the frame as soon as the display has room.
            if moves { needsDraw = true }
            return
        }
        pace.taken(at: now)
        // A frame held back is drawn when the terminal has answered, with the state of that time.
        if moves || needsDraw && pace.line.takesFrame(moving: false, at: now) { draw(at: now) }
    }

    /// The time of the next turn if no event comes in; nil to wait for an event.
    public var deadline: ContinuousClock.Instant? {
        guard !isOutside else { return nil }
        // A frame that is due but not taken waits for the output, or for a limited time for the terminal's answer.
        guard !needsDraw else {
            return [parser.deadline, display.isReady ? pace.line.heldUntil : nil].compactMap { $0 }.min()
        }
        return [parser.deadline, frameDue, redrawsAt].compactMap { $0 }.min()
    }

    /// When the next animation frame is due; while the terminal has not answered, the latest time at which it is drawn.
    private var frameDue: ContinuousClock.Instant? {
        guard animatesUntil != nil else { return nil }
        let due = (lastFrame ?? .now) + pace.frameLength
        return pace.line.takesFrame(moving: true, at: due) ? due : pace.line.heldUntil
    }

    /// Stops the process until a shell resumes it, and gives the terminal to the shell meanwhile.
    public func suspend() {
        display.suspend()
        cnc_stop_self()
        hasGoneOn = true
        goOn()
    }

    /// Runs a program that needs the terminal, and returns its exit status (128 + number for a signal).
    ///
    /// - Parameter arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    /// - Throws: `ProgramError` when the program cannot be started; the screen is restored then too.
    public func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int {
        try await lendTerminal { () async throws(ProgramError) in try await Program(arguments).run() }
    }

    /// Gives up the terminal while `work` runs. Waits first while the terminal is already lent to someone else.
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
        // After quitting, the terminal belongs to the shell, whoever had it before.
        guard !isOutside, !isQuitting else { return }
        pace.line.forget()
        display.resume()
        send(.resumed)
    }
}

/// What the loop calls.
extension Application {
    /// Receives bytes from the terminal; none when it is gone.
    /// - Parameter earliest: the earliest time of their arrival, while the loop was busy.
    func received(_ bytes: ArraySlice<UInt8>, since earliest: ContinuousClock.Instant) {
        guard !bytes.isEmpty else { return send(.terminate(.hangup)) }
        parser.isSlow = pace.line.isSlow
        for event in parser.feed(bytes, at: .now) {
            if event == .report(.well) { answered(at: earliest) } else { send(event) }
        }
    }

    /// Notes that the terminal has received everything before its answer. The root gets no event, and the answer needs no frame.
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

    /// Called when the terminal had nothing to read.
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
        // While another program has the terminal, the key was meant for that program.
        case SIGINT, SIGQUIT: if !isOutside { send(.terminate(signal == SIGINT ? .interrupted : .terminated)) }
        default: break
        }
    }

    /// Whether the terminal's input may be read now.
    var wantsInput: Bool { !isOutside }

    /// A descriptor to wait for until it is writable. Nil while a frame waits for the terminal's answer: it is writable all that time.
    var blockedOutput: Int32? {
        (needsDraw || pace.isWaiting) && !isOutside && !display.isReady ? display.output : nil
    }

    /// Whether there is work to do while the loop is idle, and time for it: not between animation frames.
    var isPreparing: Bool { mayPrepare && !needsDraw && animatesUntil == nil && !isOutside && !isQuitting }

    /// Does a little of that work.
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
        // The drawing time does not count as the line's delay.
        pace.shown(total: display.bytes, asking: hasAsked, at: now + (ContinuousClock.now - begin))
        if display.isReady { pace.taken(at: now) }
    }
}
