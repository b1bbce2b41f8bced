import CNcurses
import Glibc
import Synchronization

/// Runs the jobs of the UI actor on the thread that claimed it.
final class UIExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The thread's id; 0 while no thread has claimed the executor.
        var thread: Int32 = 0
    }

    private let state = Mutex(State())
    /// Becomes readable when there is a job.
    let wake = cnc_event_open()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAlone = state.withLock { state in
            state.jobs.append(job)
            guard state.thread == 0 else { return false }
            // The new thread replaces this with its id; until then nobody else starts a thread.
            state.thread = -1
            return true
        }
        if isAlone { startOwnThread() }
        cnc_event_raise(wake)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func isIsolatingCurrentContext() -> Bool? {
        state.withLock(\.thread) == cnc_thread_id()
    }

    func checkIsolated() {
        precondition(state.withLock(\.thread) == cnc_thread_id(), "not on the thread of the UI actor")
    }

    /// Makes the calling thread the actor's thread.
    func claim() {
        state.withLock { state in
            precondition(state.thread == 0, "UI.run must come before anything is done on the UI actor")
            state.thread = cnc_thread_id()
        }
    }

    /// Takes the jobs that are waiting.
    func takeJobs() -> [UnownedJob] {
        cnc_event_clear(wake)
        return state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    private func startOwnThread() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(&thread, nil, runOwnThread, context)
        precondition(result == 0, "no thread for the UI actor")
        pthread_detach(thread)
    }

    fileprivate func runHere() {
        state.withLock { $0.thread = cnc_thread_id() }
        UI.assumeIsolated { UILoop.shared.run() }
    }
}

private func runOwnThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<UIExecutor>.fromOpaque(context).takeRetainedValue().runHere()
    return nil
}
