package import InboxModel
import MailContent

/// The seal of a message, for commands.
package struct MessageSeal: Sendable {
    package var json: SealJSON
    /// The seal in words, cleaned.
    package var lines: [String]
    /// The body to show instead of the server's; nil to show the server's.
    package var body: MessageBody?

    /// Whether what was signed or encrypted takes the place of the file that would be shown with the text of a message.
    package func replaces(_ message: Message) -> Bool {
        guard json.kind == .smime, body != nil || json.encrypted == true else { return false }
        return message.cardFile.map { FileText.isSealed($0.contentType) } ?? false
    }

    init(json: SealJSON, lines: [String], body: MessageBody? = nil) {
        (self.json, self.lines, self.body) = (json, lines, body)
    }

    init(_ opened: GnuPG.Opened) {
        json =
            opened.verdict.map { SealJSON($0, isWhole: opened.isAllSigned, opened.kind) }
            ?? SealJSON(encrypted: nil, opened.kind)
        (json.encrypted, json.decrypted) = (true, true)
        if !opened.isWhole { json.partly = true }
        json.subject = opened.mail.subject.isEmpty ? nil : opened.mail.subject
        lines = ["decrypted", opened.verdict?.words(isWhole: opened.isAllSigned, of: opened.kind) ?? "not signed"]
        if opened.mayBeChanged { lines.append(GnuPG.Opened.changeable) }
        if !opened.isWhole { lines.append("only part of this was encrypted, and only that part is shown") }
        if let subject = json.subject { lines.append("subject: " + CleanText.line(subject)) }
        body = opened.mail.body
    }
}

/// The seal of a message, for programs.
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
    /// Names the field of the message that holds it.
    package let kind: SealKind

    private enum CodingKeys: CodingKey {
        case signature, key, email, partly, encrypted, decrypted, subject
    }

    init(encrypted: Bool?, _ kind: SealKind = .openpgp) { (self.encrypted, self.kind) = (encrypted, kind) }

    init(_ verdict: SignatureVerdict, isWhole: Bool, _ kind: SealKind) {
        self.kind = kind
        signature = verdict.name
        key = verdict.key
        if case .good(_, let address, _) = verdict { email = address }
        partly = isWhole ? nil : true
    }
}
