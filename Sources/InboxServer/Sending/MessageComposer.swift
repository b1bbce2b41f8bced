import Foundation
import InboxModel
import MailContent

/// Makes the bytes of a message (RFC 5322, RFC 2045–2047, 2231): lines end in CRLF, all of it is ASCII, Bcc is not in it.
struct MessageComposer {
    let message: NewMessage
    let files: [OutgoingFile]

    var bytes: [UInt8] {
        Array((headers + part(body)).utf8)
    }

    private var headers: String {
        var text = HeaderWriter.field(
            "Date", raw: HeaderDate.text(Date(timeIntervalSince1970: TimeInterval(message.date))))
        text += HeaderWriter.field("From", addresses: message.from)
        if !message.replyTo.isEmpty { text += HeaderWriter.field("Reply-To", addresses: message.replyTo) }
        if !message.to.isEmpty { text += HeaderWriter.field("To", addresses: message.to) }
        if !message.cc.isEmpty { text += HeaderWriter.field("Cc", addresses: message.cc) }
        // RFC 5322 wants no destination field at all when everybody is hidden; some servers do want one.
        if message.to.isEmpty, message.cc.isEmpty { text += HeaderWriter.field("To", raw: "undisclosed-recipients:;") }
        text += HeaderWriter.field("Subject", text: message.subject)
        text += HeaderWriter.field("Message-ID", raw: message.messageID ?? "<\(message.publicID)@maraca.invalid>")
        if let id = message.inReplyTo { text += HeaderWriter.field("In-Reply-To", raw: HeaderWriter.cleaned(id)) }
        let references = message.references.map(HeaderWriter.cleaned)
        if !references.isEmpty {
            text += HeaderWriter.field("References", raw: Self.shortened(references).joined(separator: " "))
        }
        return text + "MIME-Version: 1.0\r\n"
    }

    /// The first and the newest ids of a long conversation are enough to place an answer.
    private static func shortened(_ references: [String]) -> [String] {
        references.count <= 50 ? references : [references[0]] + references.suffix(49)
    }

    private indirect enum Part {
        case text(String, subtype: String)
        case file(OutgoingFile, contentID: String?)
        case group(String, [Part])
    }

    /// What was written as plain text goes out as such: a second form would only be in the way of programs that read it, such as
    /// `git am`.
    private var text: Part {
        if let plain = PlainAsHTML.unwrapped(message.html) { return .text(plain, subtype: "plain") }
        return .group(
            "alternative",
            [.text(HTMLText.plain(message.html), subtype: "plain"), .text(message.html, subtype: "html")])
    }

    /// mixed(related(alternative(text, html), images of the text…), files…), without the levels that hold one part only.
    private var body: Part {
        let inline = files.filter { message.html.contains("cid:\($0.id)") }
        let attached = files.filter { file in !inline.contains { $0.id == file.id } }
        var part = text
        if !inline.isEmpty { part = .group("related", [part] + inline.map { .file($0, contentID: $0.id) }) }
        if !attached.isEmpty { part = .group("mixed", [part] + attached.map { .file($0, contentID: nil) }) }
        return part
    }

    private func part(_ part: Part) -> String {
        switch part {
        case .text(let text, let subtype):
            return "Content-Type: text/\(subtype); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
                + QuotedPrintable.encoded(text)
        case .file(let file, let contentID):
            let parameters = file.name.isEmpty ? [] : HeaderWriter.parameter("filename", file.name)
            let disposition = ([contentID == nil ? "attachment" : "inline"] + parameters).joined(separator: ";\r\n ")
            let head =
                "Content-Type: \(file.safeType)\r\nContent-Disposition: \(disposition)\r\n"
                + (contentID.map { "Content-ID: <\($0)>\r\n" } ?? "")
            if file.isSentAsItIs {
                return head + "\r\n" + Self.withNetworkLineEnds(file.content) + "\r\n"
            }
            return head + "Content-Transfer-Encoding: base64\r\n\r\n"
                + Data(file.content).base64EncodedString(options: [
                    .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
                ])
                + "\r\n"
        case .group(let subtype, let parts):
            // The same message has the same bytes each time; encoded content holds no "=_".
            let boundary = "=_\(subtype)_\(message.publicID)"
            return "Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\r\n\r\n"
                + parts.map { "--\(boundary)\r\n" + self.part($0) }.joined() + "--\(boundary)--\r\n"
        }
    }

    private static func withNetworkLineEnds(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).withLineFeeds().split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\r\n")
    }
}
