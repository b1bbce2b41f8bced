import InboxRemote
import Synchronization

/// The service that everybody uses for an account's server, and its number among the services made so far.
struct Connection: Sendable {
    let service: any RemoteService
    var number = 0
}

/// The connection on which sync waits for an account's news. It does not report changes made through a newer one, so it is then
/// abandoned.
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

    /// Notes that there is a newer connection, and wakes sync if it waits for news on an older one.
    func replace(by newest: Int) {
        let old = state.withLock { state in
            state.newest = max(state.newest, newest)
            return state.isReplaced ? state.held : nil
        }
        old?.service.askForChanges()
    }
}
