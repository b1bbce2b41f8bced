package import InboxModel
import InboxRemote

extension IMAPService: RemoteService {
    /// Proves both servers: mail that can be read but not sent is better found out now.
    package func signIn() async throws(RemoteError) -> RemoteAccount {
        let capabilities = try await pool.capabilities()
        if let smtp = places.smtp {
            do throws(MailTransportError) { try await transport.proveSMTP(smtp, credential) } catch {
                throw await meaning(of: error, isProof: true)
            }
        }
        return RemoteAccount(address: address, name: "", hasLabels: capabilities.isGmail)
    }

    package func takeAlerts() -> [String] { pool.alerts.take() }

    package func contacts() async throws(RemoteError) -> [RemoteContact] { [] }

    package func canSend() async throws(RemoteError) -> Bool { places.smtp != nil }
}
