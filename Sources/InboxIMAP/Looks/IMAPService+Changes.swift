package import InboxModel
import InboxRemote

extension IMAPService {
    package var isPolling: Bool { get async { fatalError("to do") } }

    package func mailboxes() async throws(RemoteError) -> [RemoteMailbox] { fatalError("to do") }

    package func latestState() async throws(RemoteError) -> String { fatalError("to do") }

    package func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        fatalError("to do")
    }

    package func askForChanges() { fatalError("to do") }

    package func doubtConnections() { fatalError("to do") }

    /// Looks at all folders: what is new or changed on the server since the last look is in the index afterwards, and in its log.
    func look() async throws(RemoteError) { fatalError("to do") }

    /// Looks at some folders only, such as after a call whose answer was lost.
    func look(at folders: Set<Int64>) async throws(RemoteError) { fatalError("to do") }

    /// Makes sure that all old mail of some folders is in the index; nil for all folders.
    func outline(_ folders: Set<Int64>?) async throws(RemoteError) { fatalError("to do") }
}
