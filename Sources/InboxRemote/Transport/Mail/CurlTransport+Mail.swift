extension CurlTransport: MailTransport {
    public func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError)
        -> ByteStream
    {
        let exchange = try start(IMAPSignIn(credential, to: place), with: place, credential)
        let pieces = BodyPieces(exchange: exchange, engine: engine)
        await engine.wait(for: .head, of: exchange)
        if case .failed(let error) = exchange.mailEnd() { throw error }
        return ByteStream(incoming: AsyncThrowingStream { try await pieces.next() }) { [engine] bytes in
            exchange.post(bytes)
            engine.resume(exchange)
        }
    }

    public func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        guard submission.isSendable else {
            throw .refused(message: "There is no recipient, or an address with characters that no address has.")
        }
        return try await talk(SMTPDialogue(submission, credential, to: place), with: place, credential)
    }

    public func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
        _ = try await talk(SMTPDialogue(nil, credential, to: place), with: place, credential)
    }
}

private extension CurlTransport {
    func start(_ dialogue: some MailDialogue, with place: MailPlace, _ credential: MailCredential)
        throws(MailTransportError) -> Exchange
    {
        guard let target = RequestTarget(place) else { throw .transport(.badURL) }
        guard !target.isPlain || target.isLoopback else {
            throw .transport(.insecure(detail: "an unencrypted connection is for this machine only"))
        }
        guard credential.isSendable else {
            throw .refused(message: "The user name or the password has characters that no sign-in can send.")
        }
        let exchange = Exchange(dialogue, with: target, place.security)
        engine.start(exchange)
        return exchange
    }

    /// Returns the recipients that the server refuses, with its reasons.
    func talk(_ dialogue: SMTPDialogue, with place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        let exchange = try start(dialogue, with: place, credential)
        await engine.wait(for: .end, of: exchange)
        // The server is told the end, and the connection closes.
        engine.cancel(exchange)
        switch exchange.mailEnd() {
        case .done(let refused): return refused
        case .failed(let error): throw error
        case .signedIn: return [:]
        }
    }
}
