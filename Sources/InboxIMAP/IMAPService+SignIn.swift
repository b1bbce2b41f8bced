package import InboxModel
import InboxRemote

extension IMAPService: RemoteService {
    package func signIn() async throws(RemoteError) -> RemoteAccount { fatalError("to do") }

    package func contacts() async throws(RemoteError) -> [RemoteContact] { [] }

    package func canSend() async throws(RemoteError) -> Bool { places.smtp != nil }
}
