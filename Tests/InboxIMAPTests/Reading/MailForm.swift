import Foundation
import MailContent
import TestSupport

@testable import InboxIMAP

/// Mails of any form, made at random.
struct MailForm {
    var random: SeededRandom
    /// Whether parts of a digest may be without a type: messages (RFC 2046 §5.1.5), for a server that knows that.
    var leavesDigestsOpen = true

    mutating func mail() -> [UInt8] {
        let head = "From: Ada <ada@a.example>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\n"
        return Array((head + part(depth: 0, under: "")).utf8)
    }

    private static let names = [
        "a.pdf", "a b.txt", "Käse.pdf", "say \\\"hi\\\".txt", "=?utf-8?q?K=C3=A4se.doc?=", "semi;colon.zip", "漢字.png",
    ]
    private static let leaves = [
        "text/plain", "text/html", "text/plain; format=flowed", "text/plain; charset=iso-8859-1", "text/calendar",
        "text/calendar; method=REQUEST; charset=utf-8", "text/x-amp-html", "text/markdown", "text/enriched",
        "text/x-patch", "text/csv; charset=\"windows-1252\"", "application/pdf", "image/png", "message/rfc822",
        "application/octet-stream", "application/pgp-signature",
    ]

    private mutating func part(depth: Int, under type: String) -> String {
        guard depth < 4, random.chance(depth == 0 ? 75 : 30) else { return leaf(under: type) }
        let subtype = random.pick(["mixed", "alternative", "related", "signed", "digest", "report"])
        let boundary = "b\(depth)_\(random.int(0..<100_000))"
        let children = (0..<random.int(1..<4)).map { _ in part(depth: depth + 1, under: subtype) }
        return "Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\r\n\r\n"
            + (random.chance(30) ? "preamble\r\n" : "")
            + children.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
            + (random.chance(20) ? "epilogue\r\n" : "")
    }

    private mutating func leaf(under multipart: String) -> String {
        var header = ""
        let type = random.pick(Self.leaves)
        if random.chance(90) || multipart == "digest" && !leavesDigestsOpen {
            header +=
                "Content-Type: \(type)" + (random.chance(30) ? "; name=\"\(random.pick(Self.names))\"" : "")
                + "\r\n"
        }
        if random.chance(50) {
            header +=
                "Content-Disposition: \(random.pick(["attachment", "inline", "ATTACHMENT", "form-data"]))"
                + (random.chance(60) ? "; filename=\"\(random.pick(Self.names))\"" : "") + "\r\n"
        }
        if random.chance(30) { header += "Content-ID: <id\(random.int(0..<1_000))@a>\r\n" }
        let text = (0..<random.int(0..<300)).map { _ in random.pick(["word", "two\r\n", "Käse", "="]) }
            .joined(separator: " ")
        switch random.int(0..<3) {
        case 0:
            let coded = Data(text.utf8).base64EncodedString(options: [.lineLength76Characters])
            return header + "Content-Transfer-Encoding: base64\r\n\r\n" + coded
        case 1: return header + "Content-Transfer-Encoding: 8bit\r\n\r\n" + text
        default: return header + "\r\n" + text
        }
    }
}

extension IMAPPart {
    /// What a server tells of a mail.
    init(of mail: [UInt8]) {
        let tree = MimeTree(LineReader(mail))
        self.init(0, of: tree)
    }

    private init(_ index: Int, of tree: MimeTree) {
        let part = tree.parts[index]
        self.init(
            section: part.partID, contentType: part.contentType, parameters: part.parameters,
            contentID: part.contentID, encoding: part.transferEncoding.isEmpty ? "7bit" : part.transferEncoding,
            size: part.content.count, disposition: part.disposition.value.isEmpty ? nil : part.disposition.value,
            fileName: part.disposition.parameters["filename"], parts: part.children.map { IMAPPart($0, of: tree) })
    }
}
