package import InboxKit
package import InboxModel
import MailContent

/// What commands say of how OpenPGP seals a message.
package struct MessageSeal: Sendable {
    package var json: SealJSON
    /// Cleaned.
    package var lines: [String]
    /// What is shown instead of the text that its server gives; nil for that.
    package var body: MessageBody?

    /// - Parameters:
    ///   - body: the text that its server gives; nil where that is not to be had.
    ///   - decrypts: whether what is encrypted is opened.
    ///   - terminal: where a passphrase may be asked for.
    /// - Returns: nil where nothing is sealed.
    /// - Throws: when it could not be decrypted.
    package static func of(
        _ message: Message, _ body: MessageBody?, _ session: MailSession, _ memory: SealMemory, decrypts: Bool,
        terminal: String?
    ) async throws(SealMemory.Failure) -> MessageSeal? {
        guard !message.isDraft, message.remoteID != nil else { return nil }
        let types = message.files.map(\.contentType)
        let text = body.map(BodyChoice.preferred)
        if SealedMail.mayBeEncrypted(files: types, text: text) {
            guard decrypts else { return MessageSeal(json: SealJSON(encrypted: true), lines: ["encrypted"]) }
            return MessageSeal(try await memory.open(message, session, terminal: terminal))
        }
        guard SealedMail.mayBeSigned(files: types, text: text), let check = await memory.check(message, session) else {
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
        if !opened.isWhole { lines.append("only a part of this was encrypted: it is shown, and the rest is not") }
        if let subject = json.subject { lines.append("subject: " + CleanText.line(subject)) }
        body = opened.mail.body
    }
}

/// The same for programs.
package struct SealJSON: Encodable, Sendable {
    /// Left out where there is none.
    var signature: String?
    var key: String?
    /// Whom a good signature is by.
    var email: String?
    /// True where the message holds more than what is signed or encrypted; else it is left out.
    var partly: Bool?
    var encrypted: Bool?
    var decrypted: Bool?
    /// What was encrypted with the text.
    var subject: String?

    init(encrypted: Bool? = nil) { self.encrypted = encrypted }

    init(_ verdict: SignatureVerdict, isWhole: Bool) {
        signature = verdict.name
        key = verdict.key
        if case .good(_, let address, _) = verdict { email = address }
        partly = isWhole ? nil : true
    }
}
