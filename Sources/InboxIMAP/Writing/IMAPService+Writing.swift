package import InboxModel
import InboxRemote

extension IMAPService {
    package func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        fatalError("to do")
    }
}
