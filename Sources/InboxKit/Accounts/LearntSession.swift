import InboxRemote
import Synchronization

/// What a server reports during an attempt to sign in; it is stored only if the server opened the intended account.
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
