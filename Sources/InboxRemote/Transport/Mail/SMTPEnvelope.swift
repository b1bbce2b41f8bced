/// A submission in the form of the protocol.
struct SMTPEnvelope: Sendable {
    let sender: String
    let recipients: [String]
    /// The text with its end (RFC 5321 §4.5.2).
    let text: [UInt8]
    private let is8Bit: Bool

    init(_ submission: SMTPSubmission) {
        sender = submission.sender
        recipients = submission.recipients
        text = Self.wrapped(submission.bytes)
        is8Bit = submission.bytes.contains { $0 >= 0x80 }
    }

    /// Whether an address is not ASCII (RFC 6531).
    var needsUTF8: Bool { (recipients + [sender]).contains { $0.utf8.contains { $0 >= 0x80 } } }

    /// The parameters of MAIL that the server knows, each with a space before it.
    func parameters(for extensions: Set<String>) -> String {
        var parameters = ""
        if extensions.contains("SIZE") { parameters += " SIZE=\(text.count)" }
        if is8Bit || needsUTF8, extensions.contains("8BITMIME") { parameters += " BODY=8BITMIME" }
        if needsUTF8 { parameters += " SMTPUTF8" }
        return parameters
    }

    /// Doubles the dots at the beginning of lines and appends the end. A lone CR or LF becomes a line end: servers differ in whether it
    /// is one (RFC 5321 §2.3.8), and for some a dot after it would end the text.
    private static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        let (cr, lf, dot) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "."))
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 64 + 8)
        bytes.withUnsafeBufferPointer { bytes in
            var isAtStart = true
            var last: UInt8 = 0
            for byte in bytes {
                if last == cr, byte != lf {
                    text.append(lf)
                    isAtStart = true
                } else if byte == lf, last != cr {
                    text.append(cr)
                }
                if isAtStart, byte == dot { text.append(dot) }
                text.append(byte)
                isAtStart = byte == lf
                last = byte
            }
            if last == cr {
                text.append(lf)
            } else if !isAtStart {
                text += [cr, lf]
            }
        }
        return text + [dot, cr, lf]
    }
}

extension SMTPSubmission {
    /// Whether its addresses can't end a command early, and there is someone to send it to.
    var isSendable: Bool {
        !recipients.isEmpty && (recipients + [sender]).allSatisfy { $0.isMailAddress }
    }
}

extension String {
    fileprivate var isMailAddress: Bool {
        !isEmpty && utf8.count <= 400
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "<" && $0 != ">" }
    }
}
