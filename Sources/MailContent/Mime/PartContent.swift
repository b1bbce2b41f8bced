/// The content of a part without its transfer encoding.
package struct PartContent: Sendable {
    package var bytes: [UInt8]
    package var problem: String?

    package init(of part: MimePart, in message: [UInt8]) {
        let raw = message[part.content]
        switch part.transferEncoding {
        case "base64":
            let isText = part.contentType == "text/plain" || part.contentType == "text/html"
            self = (isText && !part.isAttachment ? .base64WithTextBelow(raw) : nil) ?? .base64(raw)
        case "quoted-printable":
            bytes = GMime.decode(raw, .quotedPrintable)
            problem =
                Self.brokenEscapes(in: raw) > 0 ? "Quoted-printable text has broken escapes, left as they are" : nil
        case "x-uuencode", "uuencode", "x-uue", "uue":
            if let file = Uuencoded.all(in: Array(raw)).first {
                bytes = file.bytes
            } else {
                bytes = Array(raw)
                problem = "Uuencoded content can't be decoded; it is shown as it came"
            }
        case "", "7bit", "8bit", "binary":
            bytes = Array(raw)
        case let other:
            bytes = Array(raw)
            problem =
                "The transfer encoding “\(CleanText.line(String(other.prefix(40))))” is unknown; the content is shown as it came"
        }
    }
}

private extension PartContent {
    init(_ bytes: [UInt8], problem: String?) {
        self.bytes = bytes
        self.problem = problem
    }

    /// Decodes base64. Keeps content as it is when it is declared as base64 but plainly isn't.
    static func base64(_ raw: ArraySlice<UInt8>) -> PartContent {
        var good = 0
        var foreign = 0
        var end = raw.endIndex
        for index in raw.indices {
            let byte = raw[index]
            if byte == 0x3D {
                end = min(end, index)
            } else if isBase64(byte) {
                if index < end { good += 1 } else { foreign += 1 }
            } else if byte > 0x20 || byte == 0x20 && index + 1 < raw.endIndex && raw[index + 1] > 0x20 {
                foreign += 1
            }
        }
        let decoded = GMime.decode(raw, .base64)
        if foreign * 8 > good, foreign * 2 > good || good < 24 || !isPlainText(decoded) {
            return PartContent(Array(raw), problem: "Content said to be base64 isn't; it is shown as it came")
        }
        // Complete base64 is padded to a multiple of four characters (RFC 2045 §6.8).
        let isCut = good % 4 == 1 || good % 4 > 1 && end == raw.endIndex || foreign > 0
        return PartContent(decoded, problem: isCut ? "Base64 content is damaged; what can be read is shown" : nil)
    }

    /// Decodes base64 text below which a mailing list appended unencoded text.
    /// - Returns: `nil` where nothing is appended, or where the content may never have been base64.
    static func base64WithTextBelow(_ raw: ArraySlice<UInt8>) -> PartContent? {
        var end = raw.startIndex
        var good = 0
        while end < raw.endIndex {
            let lineEnd = raw[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? raw.endIndex
            let line = raw[end..<lineEnd].filter { $0 > 0x20 }
            guard line.allSatisfy({ isBase64($0) || $0 == 0x3D }),
                raw[end..<lineEnd].drop(while: { $0 > 0x20 }).allSatisfy({ $0 <= 0x20 })
            else { break }
            good += line.count
            end = lineEnd
        }
        guard end < raw.endIndex, good > 0, good % 4 == 0, !raw[end...].split(separator: 0x0A).contains(where: isCoded)
        else { return nil }
        let decoded = GMime.decode(raw[..<end], .base64)
        guard holdsNoControls(decoded) else { return nil }
        let gap: [UInt8] = decoded.last == 0x0A ? [] : [0x0A]
        return PartContent(decoded + gap + raw[end...], problem: nil)
    }

    static func holdsNoControls(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// Whether bytes are plain UTF-8 text: decoding what isn't base64 hardly ever yields that by chance.
    static func isPlainText(_ bytes: [UInt8]) -> Bool {
        holdsNoControls(bytes) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Whether a line is typical output of a base64 encoder. Such a line after a damaged one means that the base64 continues.
    static func isCoded(_ line: ArraySlice<UInt8>) -> Bool {
        let letters = line.last == 0x0D ? line.dropLast() : line
        return letters.count >= 48 && letters.count % 4 == 0 && letters.allSatisfy { isBase64($0) || $0 == 0x3D }
    }

    static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
        default: false
        }
    }

    /// Counts the equals signs that neither begin two hex digits nor end a line (RFC 2045 §6.7).
    static func brokenEscapes(in raw: ArraySlice<UInt8>) -> Int {
        var broken = 0
        for index in raw.indices where raw[index] == 0x3D {
            var next = index + 1
            if next + 1 < raw.endIndex, isHex(raw[next]), isHex(raw[next + 1]) { continue }
            while next < raw.endIndex, raw[next] == 0x20 || raw[next] == 0x09 || raw[next] == 0x0D { next += 1 }
            if next < raw.endIndex, raw[next] != 0x0A { broken += 1 }
        }
        return broken
    }

    static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
