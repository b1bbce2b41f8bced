import TerminalUI

/// Work on the store that must run in the order of the requests: the user's deeds, and drafts. Only the end of the program
/// waits for it, so no job may wait for a server or another program (S-1, S-3).
@UI
final class JobLine {
    private let continuation: AsyncStream<@UI @Sendable () async -> Void>.Continuation
    private var task: Task<Void, Never>?
    /// The unfinished jobs, each as a description; nil for a job that the user did not ask for.
    private var undone: [(@UI () -> String)?] = []
    /// When the current job began; nil while there is none.
    private(set) var since: ContinuousClock.Instant?

    /// How long a job may take before the user sees that something is being saved.
    static let patience = Duration.seconds(1)
    /// How long until the user is told why: well before the store gives up.
    static let longPatience = Duration.seconds(2)

    /// - Parameter late: called at the end of a job that took longer than `patience`.
    init(late: @escaping @UI @Sendable () -> Void) {
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

    /// - Parameter words: describe the job while it is unfinished.
    func add(as words: (@UI () -> String)? = nil, _ job: @escaping @UI @Sendable () async -> Void) {
        if undone.isEmpty { since = .now }
        undone.append(words)
        continuation.yield(job)
    }

    /// The descriptions of the unfinished jobs that the user asked for.
    var unfinished: [String] { undone.compactMap { $0?() } }

    /// - Parameter patience: how long a job may take before it is late.
    func isLate(at now: ContinuousClock.Instant, by patience: Duration = JobLine.patience) -> Bool {
        since.map { now - $0 >= patience } ?? false
    }

    /// Returns when all added jobs are done.
    func finish() async {
        continuation.finish()
        await task?.value
    }

    /// Starts no more jobs, and releases the store.
    func giveUp() { task?.cancel() }
}
