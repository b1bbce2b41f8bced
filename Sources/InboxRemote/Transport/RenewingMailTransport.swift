import Synchronization

/// Signs in with a secret that is worth something for a while only, such as an access token: if a server does not accept it, another one is
/// read, and the call is made once more. Calls at the same time share what was read.
package final class RenewingMailTransport: MailTransport {
    private let base: any MailTransport
    private let renewal: Renewal

    /// - Parameter read: returns the secret of now, such as by running a program; nil if there is none.
    package init(_ base: any MailTransport, read: @escaping @Sendable () async -> String?) {
        self.base = base
        renewal = Renewal(read: read)
    }

    package func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError)
        -> ByteStream
    {
        try await renewed(credential) { [base] credential throws(MailTransportError) in
            try await base.openIMAP(place, credential)
        }
    }

    package func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        try await renewed(credential) { [base] credential throws(MailTransportError) in
            try await base.submit(submission, to: place, credential)
        }
    }

    package func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
        try await renewed(credential) { [base] credential throws(MailTransportError) in
            try await base.proveSMTP(place, credential)
        }
    }

    private func renewed<Value: Sendable>(
        _ credential: MailCredential, _ call: (MailCredential) async throws(MailTransportError) -> Value
    ) async throws(MailTransportError) -> Value {
        var credential = credential
        credential.secret = await renewal.known ?? credential.secret
        do throws(MailTransportError) { return try await call(credential) } catch {
            // Nothing was done before the sign-in.
            guard case .signedOut = error, let other = await renewal.secret(instead: credential.secret) else {
                throw error
            }
            credential.secret = other
            return try await call(credential)
        }
    }
}

/// The secret that was read last.
private actor Renewal {
    private(set) var known: String?
    private var reading: Task<String?, Never>?
    private let read: @Sendable () async -> String?

    init(read: @escaping @Sendable () async -> String?) { self.read = read }

    /// - Returns: nil if there is none but the refused one.
    func secret(instead refused: String) async -> String? {
        if let known, known != refused { return known }
        let task = reading ?? Task { await read() }
        reading = task
        let new = await task.value
        if reading == task { reading = nil }
        guard let new, new != refused else { return nil }
        known = new
        return new
    }
}
