import InboxRemote
import Synchronization

/// The service that everyone asks an account's server by, and the how many-th it is.
struct Connection: Sendable {
    let service: any RemoteService
    var number = 0
}

/// By which connection news of an account are waited for. What is changed by a newer one is not heard there, so it is left then.
final class HeldConnection: Sendable {
    private struct State {
        var held: Connection?
        var newest = 0

        var isReplaced: Bool { held.map { $0.number < newest } ?? false }
    }

    private let state = Mutex(State())

    func take(_ connection: Connection) { state.withLock { $0.held = connection } }

    func letGo() { state.withLock { $0.held = nil } }

    var isReplaced: Bool { state.withLock(\.isReplaced) }

    /// There is a newer one: who waits for news by an older one is to see it now.
    func replace(by newest: Int) {
        let old = state.withLock { state in
            state.newest = max(state.newest, newest)
            return state.isReplaced ? state.held : nil
        }
        old?.service.askForChanges()
    }
}
