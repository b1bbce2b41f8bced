/// Reaches mail servers over another transport, and reports each sign-in and submission.
package struct NotedMailTransport: MailTransport {
    private let transport: any MailTransport
    private let tell: @Sendable (ExchangeNote) -> Void

    package init(_ transport: any MailTransport, tell: @escaping @Sendable (ExchangeNote) -> Void) {
        self.transport = transport
        self.tell = tell
    }

    package func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError)
        -> ByteStream
    {
        let begin = ContinuousClock.now
        do throws(MailTransportError) {
            let stream = try await transport.openIMAP(place, credential)
            note("IMAP sign-in", begin, end: "done")
            return stream
        } catch {
            note("IMAP sign-in", begin, failure: error)
            throw error
        }
    }

    package func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        let begin = ContinuousClock.now
        let what = "SMTP submission of \(submission.bytes.count) bytes to \(submission.recipients.count)"
        do throws(MailTransportError) {
            let refused = try await transport.submit(submission, to: place, credential)
            note(what, begin, end: "taken, \(refused.count) refused")
            return refused
        } catch {
            note(what, begin, failure: error)
            throw error
        }
    }

    package func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
        let begin = ContinuousClock.now
        do throws(MailTransportError) {
            try await transport.proveSMTP(place, credential)
            note("SMTP sign-in", begin, end: "done")
        } catch {
            note("SMTP sign-in", begin, failure: error)
            throw error
        }
    }

    private func note(
        _ what: String, _ begin: ContinuousClock.Instant, end: String = "", failure: MailTransportError? = nil
    ) {
        tell(ExchangeNote(what, end: end, failure: failure, duration: ContinuousClock.now - begin))
    }
}
