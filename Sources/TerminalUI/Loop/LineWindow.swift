/// Where the terminal is, as far as the environment tells.
public enum TerminalPlace: Hashable, Sendable {
    /// On this machine, as far as anyone knows.
    case near
    /// At the other end of an ssh connection.
    case far
    /// The same, but a multiplexer (tmux, screen) stands between and answers for it: how slow the line is can't be asked.
    case farBehindMultiplexer
}

/// How much is on its way to the terminal, by what it has answered, and whether it may be given more.
///
/// A pseudo-terminal takes every byte at once where sshd reads its other end, so a slow line behind that can't be seen by how
/// fast bytes are taken: they wait where nobody can take them back, and each key waits behind them. So the terminal is asked
/// behind each frame whether it is well (DSR); the answer says that it has got everything before. No more than the line carries
/// in a moment is on its way; what would be more waits here, where the newest state takes the place of an older one.
///
/// A value without a clock: the time comes with what happened.
struct LineWindow: Hashable {
    enum State: Hashable {
        /// Not asked, or not answered so far: nothing is held back.
        case unknown
        case answers
        /// It stopped answering: it is asked no more.
        case silent
    }

    private struct Question: Hashable {
        /// The bytes given until then, its own among them.
        var total: Int
        /// When the first of the bytes was given that it follows and no question before it.
        var began: ContinuousClock.Instant
    }

    /// A line on which a moment's bytes are no more than this is slow.
    private static let leastWindow = 512
    /// Before the line was measured.
    private static let firstWindow = 4_096
    /// Samples of fewer bytes say how long the way is, not how much it carries.
    private static let leastSample = 512
    /// As long as bytes may wait on the way. What is held back is shown as much later at most.
    private static let moment = 0.15
    /// A frame is held back no longer: an answer may have been lost.
    private static let patience = Duration.seconds(2)
    /// How long a question may stay unanswered, besides the time that the slowest line needs for the bytes before it.
    private static let limit = Duration.seconds(10)
    private static let slowestRate = 500

    let place: TerminalPlace
    private(set) var state = State.unknown
    private var questions: [Question] = []
    private var total = 0
    /// What the terminal has got for sure.
    private var arrived = 0
    private var lastAnswer: ContinuousClock.Instant?
    private var lastGiven: ContinuousClock.Instant?
    /// When the first byte was given that no question follows yet.
    private var unasked: ContinuousClock.Instant?
    private var lastFrame = 0
    /// The shortest way there and back.
    private var way: Duration?
    /// Whether the way was measured by a question that nothing stood before.
    private var isMeasured = false
    /// Seconds that the line needs for a byte; nil before it was measured.
    private(set) var cost: Double?

    init(place: TerminalPlace = .near) {
        self.place = place
    }

    /// Whether a question belongs behind each frame.
    var asks: Bool { state == .answers }

    private var inFlight: Int { total - arrived }

    // MARK: What happened

    /// Bytes were given to the terminal, `total` since its beginning.
    mutating func given(total: Int, isFrame: Bool = true, asking: Bool, at now: ContinuousClock.Instant) {
        if state == .unknown && questions.isEmpty {
            // What came before the first question is not counted.
            arrived = self.total
        }
        guard total > self.total else { return }
        if isFrame, isLost(at: now) { forget() }
        if isFrame { lastFrame = total - self.total }
        let began = unasked ?? now
        self.total = total
        lastGiven = now
        unasked = asking ? nil : began
        if asking { questions.append(Question(total: total, began: began)) }
    }

    /// The terminal answered the oldest question.
    mutating func answered(at now: ContinuousClock.Instant) {
        guard state != .silent, !questions.isEmpty else { return }
        let question = questions.removeFirst()
        measure(question, at: now)
        arrived = max(arrived, question.total)
        lastAnswer = now
        state = .answers
    }

    /// Whether a question alone is wanted now: for what was given without one, or to measure the way.
    var wantsQuestion: Bool { asks && questions.isEmpty && (unasked != nil || !isMeasured) }

    /// Nothing that was asked will be heard: another program had the terminal, or the answer came amid a paste.
    mutating func forget() {
        questions = []
        arrived = total
        unasked = nil
    }

    /// Whether the answer that a frame was held back for will not come: the slowest line would have carried all before it by now.
    /// Each answer that follows would else be taken for the one before it, and the pause between two keys for the line's.
    private func isLost(at now: ContinuousClock.Instant) -> Bool {
        guard let heldUntil, now >= heldUntil else { return false }
        return .seconds(1) * Double(inFlight) / Double(Self.slowestRate) <= Self.patience
    }

    /// A terminal that doesn't answer is asked no more.
    mutating func giveUp(at now: ContinuousClock.Instant) {
        guard let oldest = questions.first else { return }
        let slowest = Self.limit + .seconds(1) * Double(inFlight) / Double(Self.slowestRate)
        guard now - oldest.began > slowest else { return }
        forget()
        state = .silent
    }

    private mutating func measure(_ question: Question, at now: ContinuousClock.Instant) {
        let bytes = question.total - arrived
        let took = max(.zero, now - question.began)
        // Before the first question there may have been frames that are not counted.
        let isAlone = state == .answers && bytes < Self.leastSample / 8
        // The way may have become longer, so the shortest is not kept for ever.
        if let way { self.way = min(took, way + .microseconds(500)) }
        if isAlone, !isMeasured {
            way = took
            isMeasured = true
        }
        guard isMeasured, let way, bytes >= Self.leastSample else { return }
        // Bytes that were given while others were on their way began to be carried when these had arrived.
        let start = max(question.began + way, lastAnswer ?? question.began)
        let sample = max(1e-8, (now - start) / .seconds(1) / Double(bytes))
        // One answer that is late because this machine is busy should not change much.
        cost = cost.map { ($0 * 3 + sample) / 4 } ?? sample
    }

    // MARK: What may be done

    /// The bytes that may be on their way.
    private var window: Int {
        guard let cost else { return Self.firstWindow }
        let way = (way ?? .zero) / .seconds(1)
        return max(Self.leastWindow, Int(min(1e9, (Self.moment + way) / cost)))
    }

    /// Whether a frame may be given now. One that only moves what is there leaves room for what keys have to show.
    func takesFrame(moving: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard asks, !questions.isEmpty else { return true }
        if let heldUntil, now >= heldUntil { return true }
        return inFlight + lastFrame <= (moving ? window / 4 : window)
    }

    /// When a frame that is held back is given in any case; nil while nothing is asked.
    var heldUntil: ContinuousClock.Instant? {
        asks && !questions.isEmpty ? lastGiven.map { $0 + Self.patience } : nil
    }

    /// How long the line is busy with a frame of what moves.
    var delay: Duration {
        let least: Duration = place == .farBehindMultiplexer ? .milliseconds(50) : .zero
        return max(least, cost.map { .seconds($0 * 2_048) } ?? .zero)
    }

    /// Whether it is known to be, or may well be, a line on which bytes are late.
    var isSlow: Bool { place != .near || delay >= FramePace.slowest || (way ?? .zero) >= FramePace.slowest }

    /// Whether what moves would move, where the line is far but not measured yet.
    func allowsMotion(since start: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool {
        guard delay < FramePace.slowest else { return false }
        guard place == .far, cost == nil else { return true }
        switch state {
        case .unknown: return now - start > Self.patience
        case .answers: return false
        case .silent: return true
        }
    }
}
