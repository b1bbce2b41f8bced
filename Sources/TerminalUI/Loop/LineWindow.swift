/// The location of the terminal, as far as the environment reveals it.
public enum TerminalPlace: Hashable, Sendable {
    /// Local, as far as is known.
    case near
    /// At the other end of an ssh connection.
    case far
    /// The same, behind a multiplexer (tmux, screen) that answers in the terminal's place: the line cannot be measured.
    case farBehindMultiplexer
}

/// The bytes that are in flight to the terminal, judged by its answers, and whether more may be written.
///
/// A pseudo-terminal takes every byte at once when sshd reads its other end, so the pace of writing does not reveal a slow
/// line behind it. The bytes wait where nobody can take them back, and the response to each key waits behind them. So each
/// frame is followed by a status question (DSR), and the answer proves that the terminal has received everything before it.
/// Only as many bytes as the line carries in a moment are in flight. Anything more waits here, where a newer state replaces
/// an older one.
///
/// A value without a clock: the caller passes the time.
struct LineWindow: Hashable {
    enum State: Hashable {
        /// Not asked, or not answered so far: nothing is held back.
        case unknown
        case answers
        /// It stopped answering, and is no longer asked.
        case silent
    }

    private struct Question: Hashable {
        /// The bytes written up to and including the question.
        var total: Int
        /// When the first byte after the previous question was written.
        var began: ContinuousClock.Instant
    }

    /// The smallest window, for lines that carry no more than this in a moment.
    private static let leastWindow = 512
    /// The window before the line is measured.
    private static let firstWindow = 4_096
    /// Smaller samples measure the latency, not the rate.
    private static let leastSample = 512
    /// The seconds that bytes may wait in flight, and so the longest delay of a frame held back.
    private static let moment = 0.15
    /// The longest hold of a frame: an answer may have been lost.
    private static let patience = Duration.seconds(2)
    /// How long a question may stay unanswered, in addition to the time that the slowest line needs for the bytes before it.
    private static let limit = Duration.seconds(10)
    private static let slowestRate = 500

    let place: TerminalPlace
    private(set) var state = State.unknown
    private var questions: [Question] = []
    private var total = 0
    /// The bytes known to have arrived.
    private var arrived = 0
    private var lastAnswer: ContinuousClock.Instant?
    private var lastGiven: ContinuousClock.Instant?
    /// When the first byte that no question follows yet was written.
    private var unasked: ContinuousClock.Instant?
    private var lastFrame = 0
    /// The shortest round-trip time.
    private var way: Duration?
    /// Whether `way` was measured by a question that no other bytes preceded.
    private var isMeasured = false
    /// The line's seconds per byte; nil before the line is measured.
    private(set) var cost: Double?

    init(place: TerminalPlace) {
        self.place = place
    }

    /// Whether each frame must be followed by a question.
    var asks: Bool { state == .answers }

    private var inFlight: Int { total - arrived }

    // MARK: What happened

    /// Records written bytes; `total` counts them since the beginning.
    mutating func given(total: Int, isFrame: Bool = true, asking: Bool, at now: ContinuousClock.Instant) {
        if state == .unknown && questions.isEmpty {
            // Bytes before the first question do not count.
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

    /// Records the terminal's answer to the oldest question.
    mutating func answered(at now: ContinuousClock.Instant) {
        guard state != .silent, !questions.isEmpty else { return }
        let question = questions.removeFirst()
        measure(question, at: now)
        arrived = max(arrived, question.total)
        lastAnswer = now
        state = .answers
    }

    /// Whether a question of its own is due: for bytes that no question followed, or to measure the round trip.
    var wantsQuestion: Bool { asks && questions.isEmpty && (unasked != nil || !isMeasured) }

    /// Drops the questions, whose answers are lost: another program had the terminal, or an answer came amid a paste.
    mutating func forget() {
        questions = []
        arrived = total
        unasked = nil
    }

    /// Whether the answer that a frame is held back for will not come: the slowest line would have carried all bytes before
    /// it by now. If it were still expected, each later answer would be taken for the previous one, and the pause between two
    /// keys for the line's delay.
    private func isLost(at now: ContinuousClock.Instant) -> Bool {
        guard let heldUntil, now >= heldUntil else { return false }
        return .seconds(1) * Double(inFlight) / Double(Self.slowestRate) <= Self.patience
    }

    /// Stops asking a terminal that does not answer.
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
        // Before the first answer there may have been frames that were not counted.
        let isAlone = state == .answers && bytes < Self.leastSample / 8
        // The round trip may become longer, so its minimum rises slowly.
        if let way { self.way = min(took, way + .microseconds(500)) }
        if isAlone, !isMeasured {
            way = took
            isMeasured = true
        }
        guard isMeasured, let way, bytes >= Self.leastSample else { return }
        // The line starts to carry bytes written behind others only when those have arrived.
        let start = max(question.began + way, lastAnswer ?? question.began)
        let sample = max(1e-8, (now - start) / .seconds(1) / Double(bytes))
        // A single answer that is late because this computer is busy should change little.
        cost = cost.map { ($0 * 3 + sample) / 4 } ?? sample
    }

    // MARK: What may be done

    /// The number of bytes that may be in flight.
    private var window: Int {
        guard let cost else { return Self.firstWindow }
        let way = (way ?? .zero) / .seconds(1)
        return max(Self.leastWindow, Int(min(1e9, (Self.moment + way) / cost)))
    }

    /// Whether a frame may be written now. Animation frames leave room for the response to keys.
    func takesFrame(moving: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard asks, !questions.isEmpty else { return true }
        if let heldUntil, now >= heldUntil { return true }
        return inFlight + lastFrame <= (moving ? window / 4 : window)
    }

    /// When a frame that is held back is written in any case; nil while no question is open.
    var heldUntil: ContinuousClock.Instant? {
        asks && !questions.isEmpty ? lastGiven.map { $0 + Self.patience } : nil
    }

    /// How long an animation frame keeps the line busy.
    var delay: Duration {
        let least: Duration = place == .farBehindMultiplexer ? .milliseconds(50) : .zero
        return max(least, cost.map { .seconds($0 * 2_048) } ?? .zero)
    }

    /// Whether bytes on the line are known to be late, or may well be.
    var isSlow: Bool { place != .near || delay >= FramePace.slowest || (way ?? .zero) >= FramePace.slowest }

    /// Whether animations may run, also on a remote line that has not been measured yet.
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
