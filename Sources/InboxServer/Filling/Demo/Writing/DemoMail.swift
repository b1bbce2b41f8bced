import InboxModel

/// A mail as structured data; `bytes` serializes it (RFC 5322, RFC 2045–2047).
struct DemoMail: Sendable {
    var from: MailAddress
    var to: [MailAddress]
    var cc: [MailAddress] = []
    var subject: String
    var time: DemoTime
    /// The Message-ID without angle brackets, like the references.
    var messageID: String
    /// The Message-IDs from the first mail of the thread to the answered one.
    var references: [String] = []
    /// Already encoded.
    var moreHeaders: [(name: String, value: String)] = []
    var text: String
    var html: String?
    /// An invitation, which clients that support it show as an alternative to the text (RFC 6047 §2.4).
    var invitation: String?
    var files: [DemoFile] = []

    /// The whole message with CRLF line ends.
    var bytes: [UInt8] {
        var out = Writer()
        out.header("Date", time.header)
        out.header("From", DemoHeader.address(from))
        if !to.isEmpty { out.header("To", DemoHeader.addresses(to)) }
        if !cc.isEmpty { out.header("Cc", DemoHeader.addresses(cc)) }
        out.header("Subject", DemoHeader.text(subject))
        out.header("Message-ID", "<\(messageID)>")
        if let parent = references.last {
            out.header("In-Reply-To", "<\(parent)>")
            out.header("References", DemoHeader.identifiers(references))
        }
        for (name, value) in moreHeaders { out.header(name, value) }
        out.header("MIME-Version", "1.0")
        writeMixed(to: &out)
        return out.bytes
    }

    private func writeMixed(to out: inout Writer) {
        guard !files.isEmpty else { return writeAlternatives(to: &out) }
        let boundary = self.boundary("mixed")
        out.header("Content-Type", "multipart/mixed; boundary=\"\(boundary)\"")
        out.line("")
        out.line("--\(boundary)")
        writeAlternatives(to: &out)
        for file in files {
            out.line("--\(boundary)")
            out.file(file)
        }
        out.line("--\(boundary)--")
    }

    private func writeAlternatives(to out: inout Writer) {
        guard html != nil || invitation != nil else { return out.part("text/plain", text) }
        let boundary = self.boundary("alternative")
        out.header("Content-Type", "multipart/alternative; boundary=\"\(boundary)\"")
        out.line("")
        out.line("--\(boundary)")
        out.part("text/plain", text)
        if let html {
            out.line("--\(boundary)")
            out.part("text/html", html)
        }
        if let invitation {
            out.line("--\(boundary)")
            out.part("text/calendar", invitation, parameters: "; method=REQUEST")
        }
        out.line("--\(boundary)--")
    }

    /// `=_` cannot occur in quoted-printable or base64 (RFC 2045 §6.7).
    private func boundary(_ kind: String) -> String {
        "=_\(kind)_\(messageID.utf8.prefix { $0 != UInt8(ascii: "@") }.map { String(UnicodeScalar($0)) }.joined())"
    }
}

extension DemoMail {
    /// The bytes written so far.
    private struct Writer {
        var bytes: [UInt8] = []

        init() {
            bytes.reserveCapacity(4_096)
        }

        mutating func line(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(13)
            bytes.append(10)
        }

        mutating func header(_ name: String, _ value: String) {
            line("\(name): \(DemoHeader.folded(value, after: name.utf8.count + 2))")
        }

        mutating func part(_ type: String, _ text: String, parameters: String = "") {
            let encoding = DemoEncoding(for: text)
            let charset = encoding == .sevenBit ? "us-ascii" : "utf-8"
            header("Content-Type", "\(type); charset=\(charset)\(parameters)")
            header("Content-Transfer-Encoding", encoding.rawValue)
            line("")
            bytes += encoding.encode(text)
        }

        mutating func file(_ file: DemoFile) {
            header("Content-Type", "\(file.type);\r\n name=\"\(file.name)\"")
            header("Content-Disposition", "attachment;\r\n filename=\"\(file.name)\"")
            header("Content-Transfer-Encoding", "base64")
            line("")
            bytes += DemoEncoding.base64(file.bytes)
        }
    }
}
