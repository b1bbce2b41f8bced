import InboxRemote
import Synchronization
import Testing

@Suite("Renewing the token for a mail server")
struct RenewingMailTransportTests {
    /// A server that accepts one token.
    private final class Server: MailTransport {
        let valid = Mutex("first")
        let shown = Mutex<[String]>([])

        private func signIn(_ credential: MailCredential) throws(MailTransportError) {
            shown.withLock { $0.append(credential.secret) }
            guard credential.secret == valid.withLock(\.self) else { throw .signedOut(message: "expired") }
        }

        func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) -> ByteStream {
            try signIn(credential)
            return ByteStream(incoming: AsyncThrowingStream { $0.finish() }, send: { _ in })
        }

        func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
            async throws(MailTransportError) -> [String: String]
        {
            try signIn(credential)
            guard submission.recipients.isEmpty else { throw .uncertain(.unreachable(detail: "lost")) }
            return [:]
        }

        func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
            try signIn(credential)
        }
    }

    private final class Reads: Sendable { let count = Atomic(0) }

    private let server = Server()
    private let place = MailPlace(host: "imap.example.org", port: 993, security: .tls)
    private let first = MailCredential(userName: "ann", secret: "first", isToken: true)

    /// - Parameter token: what the program prints.
    private func renewing(_ token: String?, read: @escaping @Sendable () -> Void = {}) -> RenewingMailTransport {
        RenewingMailTransport(server) {
            read()
            return token
        }
    }

    @Test("a token that is accepted is not read anew")
    func accepted() async throws {
        let transport = renewing("second") { Issue.record("it is read") }
        _ = try await transport.openIMAP(place, first)
        try await transport.proveSMTP(place, first)
        #expect(server.shown.withLock(\.self) == ["first", "first"])
    }

    @Test("a refused token is read anew once, and every later sign-in uses the new one")
    func renewed() async throws {
        let reads = Reads()
        server.valid.withLock { $0 = "second" }
        let transport = renewing("second") { reads.count.add(1, ordering: .relaxed) }
        _ = try await transport.openIMAP(place, first)
        let nobody = SMTPSubmission(sender: "ann@example.org", recipients: [], bytes: [])
        _ = try await transport.submit(nobody, to: place, first)
        #expect(
            server.shown.withLock(\.self) == ["first", "second", "second"] && reads.count.load(ordering: .relaxed) == 1)
    }

    @Test("a program that prints the refused token, or none, changes nothing", arguments: ["first", nil])
    func same(token: String?) async throws {
        server.valid.withLock { $0 = "second" }
        await #expect(throws: MailTransportError.signedOut(message: "expired")) {
            try await renewing(token).proveSMTP(place, first)
        }
        #expect(server.shown.withLock(\.self) == ["first"])
    }

    @Test("a submission that may have been taken is not made again")
    func uncertain() async throws {
        let transport = renewing("second") { Issue.record("it is read") }
        let letter = SMTPSubmission(sender: "ann@example.org", recipients: ["bob@example.org"], bytes: [])
        await #expect(throws: MailTransportError.uncertain(.unreachable(detail: "lost"))) {
            _ = try await transport.submit(letter, to: place, first)
        }
        #expect(server.shown.withLock(\.self) == ["first"])
    }
}
