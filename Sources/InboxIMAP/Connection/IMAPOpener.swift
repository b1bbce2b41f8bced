import InboxModel
import InboxRemote

/// Opens connections of an account.
struct IMAPOpener: Sendable {
    let place: MailPlace
    let credential: MailCredential
    let transport: any MailTransport
    let clock: any Clock<Duration>
    let alerts: AlertBoard

    /// - Throws: errors before work.
    func open() async throws(RemoteError) -> IMAPConnection {
        let stream: ByteStream
        do throws(MailTransportError) {
            stream = try await transport.openIMAP(place, credential)
        } catch {
            throw RefusalJudge.error(error)
        }
        do throws(RemoteError) {
            return try await IMAPConnection(stream, clock: clock, alerts: alerts)
        } catch {
            throw error.before
        }
    }
}

extension RemoteError {
    /// The error of what only prepares work.
    var before: RemoteError {
        var error = self
        error.isBeforeWork = true
        return error
    }
}
