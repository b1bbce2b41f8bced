import CNcurses
import Glibc

/// The UI actor's loop: waits for keys, signals, jobs and the next deadline, handles everything that has arrived, then lets
/// the application draw once.
@UI
final class UILoop {
    static let shared = UILoop()

    private let executor = UI.shared.executor
    private weak var application: Application?
    private var input: Int32 = -1
    private var signals: Int32 = -1
    private var isStopped = false
    /// The action of Ctrl-c while there is no application.
    var onInterrupt: (@UI () -> Void)?
    /// When the loop last checked the input.
    private var looked = ContinuousClock.now
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// A shorter wait did not block.
    private static let noWait = Duration.microseconds(50)
    /// The longest wait in one piece. While the machine sleeps, the kernel's timer stops, but not the clock: when it is opened again, the
    /// day may be another one.
    private static let longestWait = Duration.seconds(60)
    /// The most rounds of jobs before keys and the screen get their turn.
    private static let mostRounds = 64

    nonisolated static func blockSignals() -> Int32 { cnc_signals_open() }

    func watch(signals: Int32) {
        self.signals = signals
    }

    /// Gives the application the input's bytes and the turns of the loop.
    func attach(_ application: Application, input: Int32) {
        precondition(self.application == nil, "one application at a time")
        self.application = application
        self.input = input
    }

    /// Ends the wait, for work requested outside a turn.
    func wakeUp() {
        cnc_event_raise(executor.wake)
    }

    func detach() {
        application = nil
        input = -1
    }

    func stop() {
        isStopped = true
        cnc_event_raise(executor.wake)
    }

    func run() {
        while !isStopped {
            wait()
            runJobs()
            application?.turn(at: .now)
        }
    }

    private func wait() {
        var nanoseconds: Int64 = -1
        if let deadline = application?.deadline { nanoseconds = Self.wait(for: deadline - .now) }
        let isPreparing = application?.isPreparing ?? false
        if isPreparing { nanoseconds = 0 }
        let readable = application?.wantsInput ?? false ? input : -1
        let output = application?.blockedOutput ?? -1
        let (before, lookedBefore) = (ContinuousClock.now, looked)
        let found = cnc_wait(executor.wake, readable, signals, output, nanoseconds)
        looked = .now
        if readable >= 0, found & Int32(CNC_INPUT) == 0 { application?.heardNothing(at: .now) }
        if found == 0, isPreparing { application?.prepare() }
        if found & Int32(CNC_SIGNAL) != 0 { readSignals() }
        if found & Int32(CNC_INPUT) != 0 { readInput(since: looked - before < Self.noWait ? lookedBefore : looked) }
    }

    /// Returns how long to wait at once, in nanoseconds: one more, so that the deadline has passed on waking.
    static func wait(for left: Duration) -> Int64 {
        let left = min(max(.zero, left), longestWait).components
        return left.seconds * 1_000_000_000 + left.attoseconds / 1_000_000_000 + 1
    }

    private func readInput(since earliest: ContinuousClock.Instant) {
        let count = read(input, &buffer, buffer.count)
        if count > 0 {
            application?.received(buffer[..<count], since: earliest)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            input = -1
            application?.received([], since: earliest)
        }
    }

    private func readSignals() {
        while true {
            let signal = cnc_signals_next(signals)
            guard signal != 0 else { return }
            if let application { application.received(signal: signal) } else if signal == SIGINT { onInterrupt?() }
        }
    }

    private func runJobs() {
        for _ in 0..<UILoop.mostRounds {
            let jobs = executor.takeJobs()
            guard !jobs.isEmpty else { return }
            for job in jobs { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }
        // Jobs that arrived meanwhile wait for the next turn.
        cnc_event_raise(executor.wake)
    }
}
