import TerminalUI

/// Work on the store that must be done in the order in which it was asked for: what the user did, and drafts. Nobody waits
/// for it but the end of the program, so nothing in it may wait for a server or another program (S-1, S-3).
@UI
final class JobLine {
    private let continuation: AsyncStream<@UI @Sendable () async -> Void>.Continuation
    private var task: Task<Void, Never>?
    /// The jobs that are not done, as it is told what they do; nil for what nobody asked for.
    private var undone: [(@UI () -> String)?] = []
    /// Since when the job that is being done is; nil while there is none.
    private(set) var since: ContinuousClock.Instant?

    /// How long a job may take before it is said that one is being done.
    static let patience = Duration.seconds(1)
    /// How long until it is said why that may be: well before the store gives up.
    static let longPatience = Duration.seconds(2)

    /// - Parameter late: hears of the end of a job that took longer than one waits without a word.
    init(late: @escaping @UI @Sendable () -> Void = {}) {
        let (jobs, continuation) = AsyncStream<@UI @Sendable () async -> Void>.makeStream(bufferingPolicy: .unbounded)
        self.continuation = continuation
        task = Task { [weak self] in
            for await job in jobs where !Task.isCancelled {
                await job()
                guard let self else { continue }
                let wasLate = self.isLate(at: .now)
                self.undone.removeFirst()
                self.since = self.undone.isEmpty ? nil : .now
                if wasLate { late() }
            }
        }
    }

    /// - Parameter words: say what it does, while it is not done.
    func add(as words: (@UI () -> String)? = nil, _ job: @escaping @UI @Sendable () async -> Void) {
        if undone.isEmpty { since = .now }
        undone.append(words)
        continuation.yield(job)
    }

    /// What was asked for and is not done, in words.
    var unfinished: [String] { undone.compactMap { $0?() } }

    /// - Parameter patience: how long nothing is said of it.
    func isLate(at now: ContinuousClock.Instant, by patience: Duration = JobLine.patience) -> Bool {
        since.map { now - $0 >= patience } ?? false
    }

    /// Ends when all that was added has been done.
    func finish() async {
        continuation.finish()
        await task?.value
    }

    /// Begins no more of it, and lets the store go.
    func giveUp() { task?.cancel() }
}
