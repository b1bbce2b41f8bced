import Programs

/// The actor of the screen. It runs on one thread: the main thread of the process during `UI.run`.
@globalActor
public actor UI {
    public static let shared = UI()

    nonisolated let executor = UIExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs the loop on this thread until `main` returns.
    ///
    /// Call this first in the process, before any task or thread exists: it blocks signals for all later threads, so that
    /// they arrive as events. In a program that never calls it (tests, tools) the actor runs on a thread of its own.
    public nonisolated static func run(_ main: @escaping @UI @Sendable () async -> Void) {
        let signals = UILoop.blockSignals()
        ThreadPriority.putMainFirst()
        shared.executor.claim()
        assumeIsolated {
            let loop = UILoop.shared
            loop.watch(signals: signals)
            Task { @UI in
                await main()
                loop.stop()
            }
            loop.run()
        }
    }

    /// Runs `operation` on the actor's thread. Stops the process when called on another thread.
    public nonisolated static func assumeIsolated<Result: Sendable>(
        _ operation: @UI () throws -> Result
    ) rethrows -> Result {
        shared.preconditionIsolated()
        return try withoutActuallyEscaping(operation) { operation in
            // Isolation does not affect how a function is called; the precondition above proves what the type would.
            try unsafeBitCast(operation, to: (() throws -> Result).self)()
        }
    }
}
