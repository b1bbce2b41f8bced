package import Foundation
package import InboxModel

/// An outgoing message and its bytes (RFC 5322, RFC 2045–2047, 2231): lines end in CRLF, and all bytes are ASCII.
package struct ComposedMessage: Sendable {
    package var date: Date
    package var from: [MailAddress] = []
    package var replyTo: [MailAddress] = []
    package var to: [MailAddress] = []
    package var cc: [MailAddress] = []
    /// For drafts only: a sent message has no Bcc field.
    package var bcc: [MailAddress] = []
    package var subject = ""
    /// With its angle brackets, as in `inReplyTo` and `references`.
    package var messageID: String
    package var inReplyTo: String?
    /// Oldest first.
    package var references: [String] = []
    /// The header fields that no other property holds. A Date that is near `date` takes its place.
    package var others: [DraftHeader] = []
    package var body = MessageBody()
    package var files: [OutgoingFile] = []
    /// The suffix of the boundaries, so that the same message always has the same bytes.
    package var seed: String

    /// - Parameter seed: `nil` derives the seed from the Message-ID.
    package init(date: Date, messageID: String, seed: String? = nil) {
        self.date = date
        self.messageID = messageID
        self.seed = seed ?? String(messageID.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))
    }

    package var bytes: [UInt8] { Array((headers + content).utf8) }

    /// The text and files without the message headers, as one MIME entity: what is signed or encrypted. Computed on each access.
    package var content: String {
        let structure = structure
        let entity = part(structure)
        // The line break at the end of each part belongs to the boundary after it (RFC 2046 §5.1.1). A text on its own that ends with one
        // would get an empty line.
        guard case .text(let text, _) = structure, text.utf8.last == 0x0A else { return entity }
        // CR and LF are one character.
        return String(entity.dropLast())
    }

    var headers: String {
        var text = HeaderWriter.field("Date", raw: HeaderDate.text(others.date(near: date) ?? date))
        for (name, people) in [("From", from), ("Reply-To", replyTo), ("To", to), ("Cc", cc), ("Bcc", bcc)]
        where !people.isEmpty {
            text += HeaderWriter.field(name, addresses: people)
        }
        // RFC 5322 needs no destination field when every recipient is hidden, but some servers require one.
        if to.isEmpty, cc.isEmpty, bcc.isEmpty { text += HeaderWriter.field("To", raw: "undisclosed-recipients:;") }
        text += HeaderWriter.field("Subject", text: subject)
        text += HeaderWriter.field("Message-ID", ids: [messageID])
        text += HeaderWriter.field("In-Reply-To", ids: [inReplyTo].compactMap { $0 })
        text += HeaderWriter.field("References", ids: Self.shortened(references))
        text += others.withoutDate.map(HeaderWriter.field).joined()
        return text + "MIME-Version: 1.0\r\n"
    }

    /// Keeps the first and the newest ids of a long conversation: they are enough to place an answer.
    private static func shortened(_ references: [String]) -> [String] {
        references.count <= 50 ? references : [references[0]] + references.suffix(49)
    }

    private indirect enum Part {
        case text(String, subtype: String)
        case file(OutgoingFile, contentID: String?)
        case calendar(OutgoingFile)
        case group(String, [Part])
    }

    /// mixed(related(alternative(text, html, answer), images of the text…), files…), without the levels that would hold a single part.
    private var structure: Part {
        let html = body.html ?? ""
        func isInline(_ file: OutgoingFile) -> Bool { HeaderWriter.isID(file.id) && html.contains("cid:\(file.id)") }
        let inline = files.filter(isInline)
        var attached = files.filter { !isInline($0) }
        var forms: [Part] = []
        if let plain = body.plain ?? (body.html == nil ? "" : nil) { forms.append(.text(plain, subtype: "plain")) }
        if let html = body.html { forms.append(.text(html, subtype: "html")) }
        // Calendars accept an answer only as an alternative to the text (RFC 6047 §2.4).
        if let answer = attached.firstIndex(where: \.answersInvitation) {
            forms.append(.calendar(attached.remove(at: answer)))
        }
        var part = forms.count == 1 ? forms[0] : .group("alternative", forms)
        if !inline.isEmpty { part = .group("related", [part] + inline.map { .file($0, contentID: $0.id) }) }
        if !attached.isEmpty { part = .group("mixed", [part] + attached.map { .file($0, contentID: nil) }) }
        return part
    }

    private func part(_ part: Part) -> String {
        switch part {
        case .text(let text, let subtype):
            let flowed = subtype == "plain" ? FlowedText.wrapped(text, isExact: body.html != nil) : nil
            return
                "Content-Type: text/\(subtype); charset=utf-8\(flowed == nil ? "" : "; format=flowed")\r\n"
                + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + QuotedPrintable.encoded(flowed ?? text)
        case .file(let file, let contentID):
            let parameters = file.name.isEmpty ? [] : HeaderWriter.parameter("filename", file.name)
            let disposition = ([contentID == nil ? "attachment" : "inline"] + parameters).joined(separator: ";\r\n ")
            let head =
                "Content-Type: \(file.safeType)\r\nContent-Disposition: \(disposition)\r\n"
                + (contentID.map { "Content-ID: <\($0)>\r\n" } ?? "")
            if file.isSentAsItIs {
                return head + "\r\n" + Self.withNetworkLineEnds(file.content) + "\r\n"
            }
            return head + Self.encoded(file.content)
        case .calendar(let file):
            let name = file.name.isEmpty ? [] : HeaderWriter.parameter("name", file.name)
            let type = ([file.safeType] + name).joined(separator: ";\r\n ")
            return "Content-Type: \(type)\r\n" + Self.encoded(file.content)
        case .group(let subtype, let parts):
            // Encoded content never contains "=_".
            let boundary = "=_\(subtype)_\(seed)"
            return "Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\r\n\r\n"
                + parts.map { "--\(boundary)\r\n" + self.part($0) }.joined() + "--\(boundary)--\r\n"
        }
    }

    static func encoded(_ bytes: [UInt8]) -> String {
        "Content-Transfer-Encoding: base64\r\n\r\n"
            + Data(bytes).base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ])
            + "\r\n"
    }

    static func withNetworkLineEnds(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).withLineFeeds().split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\r\n")
    }
}
