import Foundation
package import InboxModel
import InboxRemote

/// Sends each message exactly once, whatever fails in between: what the submission server has is noted in the index before and after, and
/// the copy in the sent mail is made only if there is none. The draft goes last.
extension IMAPService {
    /// Begins the order's row in the journal: as long as that says that nothing was sent, it is so. An order without a row was in another
    /// journal, which is lost.
    package func stateBeforeSending() async throws(RemoteError) -> String? {
        let state = UUID().uuidString
        try keeper.use { try $0.note(.failed, of: state) }
        return state
    }

    package func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        let departure = Departure(submission)
        if let refusals = try taken(departure) { return await finish(departure, nil, refusals) }
        let place = try smtp()
        let bytes: [UInt8]
        do throws(RemoteError) {
            let draft = try await newestSave(submission.draft)
            bytes = OutgoingBytes.leaving(try await rawMessage(draft.id), now: Date())
            try await prepareFiling()
        } catch { throw error.beforeOrder }
        let refusals = try await submit(bytes, departure, to: place)
        return await finish(departure, bytes, refusals)
    }

    package func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        let bytes = OutgoingBytes.withNetworkLineEnds(bytes)
        let departure = Departure(submission, bytes: bytes)
        if let refusals = try taken(departure) { return await finish(departure, bytes, refusals) }
        let place = try smtp()
        do throws(RemoteError) { try await prepareFiling() } catch { throw error.beforeOrder }
        let refusals = try await submit(bytes, departure, to: place)
        return await finish(departure, bytes, refusals)
    }

    private func smtp() throws(RemoteError) -> MailPlace {
        guard let place = places.smtp else { throw RemoteError(.unsupported, call: SendingError.call) }
        return place
    }

    /// The refusals of a message that the submission server has already.
    private func taken(_ departure: Departure) throws(RemoteError) -> [String: String]? {
        guard case .taken(let refusals) = try keeper.use({ try $0.submission(of: departure.key) }) else { return nil }
        return refusals
    }

    /// Hands the bytes over, and notes it.
    private func submit(_ bytes: [UInt8], _ departure: Departure, to place: MailPlace) async throws(RemoteError)
        -> [String: String]
    {
        let submission = SMTPSubmission(
            sender: departure.sender(own: address), recipients: departure.recipients, bytes: bytes)
        do throws(RemoteError) { try keeper.use { try $0.note(.begun, of: departure.key) } } catch {
            throw error.beforeOrder
        }
        do throws(MailTransportError) {
            let refusals = try await transport.submit(submission, to: place, credential)
            // If this can't be noted, the copy in the sent mail shows it.
            try? keeper.use { try $0.note(.taken(refusals: refusals), of: departure.key) }
            return refusals
        } catch {
            if SendingError.isCertain(error) { try? keeper.use { try $0.note(.failed, of: departure.key) } }
            throw await meaning(of: error)
        }
    }

    /// What an error of the submission server means. If only that one does not accept the secret, it stops what is to be sent and not the
    /// account, so the other one is asked.
    func meaning(of error: MailTransportError, isProof: Bool = false) async -> RemoteError {
        guard case .signedOut(let message) = error else { return SendingError.judged(error, isProof: isProof) }
        do throws(RemoteError) { try await pool.proveSignIn() } catch let other {
            return other.nextStep == .signIn ? SendingError.judged(error) : other
        }
        return SendingError.notAccepted(message)
    }
}
