package import InboxKit
package import InboxModel
import MailContent

/// The OpenPGP seal of a message, for commands.
package struct MessageSeal: Sendable {
    package var json: SealJSON
    /// The seal in words, cleaned.
    package var lines: [String]
    /// The body to show instead of the server's; nil to show the server's.
    package var body: MessageBody?

    /// - Parameters:
    ///   - body: the server's text; nil where it is unavailable.
    ///   - decrypts: whether to decrypt an encrypted message.
    ///   - terminal: where gpg may ask for a passphrase.
    ///   - source: asked only where something seems to be sealed.
    /// - Returns: nil where nothing is sealed.
    /// - Throws: when decrypting fails.
    package static func of(
        _ message: Message, _ body: MessageBody?, _ memory: SealMemory, decrypts: Bool, terminal: String?,
        source: SealMemory.Source
    ) async throws(SealMemory.Failure) -> MessageSeal? {
        let types = message.files.map(\.contentType)
        let text = body.map(BodyChoice.preferred)
        if SealedMail.mayBeEncrypted(files: types, text: text) {
            guard decrypts else { return MessageSeal(json: SealJSON(encrypted: true), lines: ["encrypted"]) }
            return MessageSeal(try await memory.open(message, source, terminal: terminal))
        }
        guard SealedMail.mayBeSigned(files: types, text: text), let check = await memory.check(message, source) else {
            return nil
        }
        let json = SealJSON(check.verdict, isWhole: check.isWhole)
        return MessageSeal(json: json, lines: [check.verdict.words(isWhole: check.isWhole)], body: check.body)
    }

    private init(json: SealJSON, lines: [String], body: MessageBody? = nil) {
        (self.json, self.lines, self.body) = (json, lines, body)
    }

    private init(_ opened: GnuPG.Opened) {
        json = opened.verdict.map { SealJSON($0, isWhole: opened.isAllSigned) } ?? SealJSON()
        (json.encrypted, json.decrypted) = (true, true)
        if !opened.isWhole { json.partly = true }
        json.subject = opened.mail.subject.isEmpty ? nil : opened.mail.subject
        lines = ["decrypted", opened.verdict?.words(isWhole: opened.isAllSigned) ?? "not signed"]
        if !opened.isWhole { lines.append("only part of this was encrypted, and only that part is shown") }
        if let subject = json.subject { lines.append("subject: " + CleanText.line(subject)) }
        body = opened.mail.body
    }
}

/// The OpenPGP seal of a message, for programs.
package struct SealJSON: Encodable, Sendable {
    /// Left out where there is none.
    var signature: String?
    var key: String?
    /// The address that a good signature is from.
    var email: String?
    /// True where the message holds more than its signed or encrypted part; otherwise left out.
    var partly: Bool?
    var encrypted: Bool?
    var decrypted: Bool?
    /// The subject that was encrypted with the text.
    var subject: String?

    init(encrypted: Bool? = nil) { self.encrypted = encrypted }

    init(_ verdict: SignatureVerdict, isWhole: Bool) {
        signature = verdict.name
        key = verdict.key
        if case .good(_, let address, _) = verdict { email = address }
        partly = isWhole ? nil : true
    }
}
