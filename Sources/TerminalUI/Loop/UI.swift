/// The actor of the screen. It runs on one thread: the process' first one while `UI.run` is at work.
@globalActor
public actor UI {
    public static let shared = UI()

    nonisolated let executor = UIExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs the loop on this thread until `main` returns.
    ///
    /// Call it first in the process, before any task or thread exists: signals are blocked for the threads that come
    /// after, and arrive as events. In a program that never calls it (tests, tools) the actor runs on a thread of its own.
    public nonisolated static func run(_ main: @escaping @UI @Sendable () async -> Void) {
        let signals = UILoop.blockSignals()
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

    /// Runs `operation` here, on the actor's thread. Stops the process when this is another thread.
    public nonisolated static func assumeIsolated<Result: Sendable>(
        _ operation: @UI () throws -> Result
    ) rethrows -> Result {
        shared.preconditionIsolated()
        return try withoutActuallyEscaping(operation) { operation in
            // Isolation is not part of how a function is called; the line above proves what the type would.
            try unsafeBitCast(operation, to: (() throws -> Result).self)()
        }
    }
}
