import TerminalUI

/// Work that must be done in the order in which it was asked for, without anyone waiting for it.
@UI
final class JobLine {
    private let continuation: AsyncStream<@UI @Sendable () async -> Void>.Continuation
    private var task: Task<Void, Never>?

    init() {
        let (jobs, continuation) = AsyncStream<@UI @Sendable () async -> Void>.makeStream(bufferingPolicy: .unbounded)
        self.continuation = continuation
        task = Task { for await job in jobs { await job() } }
    }

    func add(_ job: @escaping @UI @Sendable () async -> Void) {
        continuation.yield(job)
    }

    /// Ends when all that was added has been done.
    func finish() async {
        continuation.finish()
        await task?.value
    }
}
