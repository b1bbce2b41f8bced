import InboxModel
import Synchronization

/// A wait for news at a server that other tasks can end, to ask it at once.
final class EndedWait: Sendable {
    private struct State {
        /// Whether `end` was called while nobody waited, which skips the next wait.
        var isOver = false
        var end: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func end() {
        let end = state.withLock { state in
            if state.end == nil { state.isOver = true }
            return state.end
        }
        end?()
    }

    /// - Parameter request: waits at the server, and throws `cancelled` if its task is cancelled.
    /// - Returns: nil if the wait was ended.
    func value<Value: Sendable>(_ request: @escaping @Sendable () async throws(RemoteError) -> Value)
        async throws(RemoteError) -> Value?
    {
        let task: Task<Result<Value, RemoteError>, Never>? = state.withLock { state in
            if state.isOver {
                state.isOver = false
                return nil
            }
            let task = Task<Result<Value, RemoteError>, Never> {
                do throws(RemoteError) { return .success(try await request()) } catch { return .failure(error) }
            }
            state.end = { task.cancel() }
            return task
        }
        guard let task else { return nil }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.end = nil }
        do throws(RemoteError) {
            return try result.get()
        } catch {
            if error.reason == .cancelled, !Task.isCancelled { return nil }
            throw error
        }
    }
}
