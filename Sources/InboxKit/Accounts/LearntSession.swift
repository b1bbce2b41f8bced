import InboxRemote
import Synchronization

/// What a server tells while one tries to sign in: kept only when that is the account which is meant.
final class LearntSession: Sendable {
    private let state: Mutex<String?>

    private let approved: Set<String>

    init(_ known: String?, approved: Set<String>) {
        state = Mutex(known)
        self.approved = approved
    }

    var text: String? { state.withLock(\.self) }

    var memory: RemoteMemory {
        RemoteMemory(
            read: { self.text }, write: { text in self.state.withLock { $0 = text } }, approved: { self.approved })
    }
}
