import InboxRemote

/// Reaches no mail server, for one reason.
struct RefusingMailTransport: MailTransport {
    let error: MailTransportError

    /// For sessions whose transport can't do that.
    static let unreachable = RefusingMailTransport(
        error: .transport(.unreachable(detail: "mail servers can't be reached from here")))
    /// For an account whose URL is none of an IMAP server.
    static let misplaced = RefusingMailTransport(error: .refused(message: "this is no address of an IMAP server"))

    func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) -> ByteStream {
        throw error
    }

    func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    { throw error }

    func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) { throw error }
}
