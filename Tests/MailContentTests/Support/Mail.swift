import MailContent

extension ParsedMessage {
    static func parse(_ text: String) -> ParsedMessage {
        parse(Array(text.utf8))
    }

    /// Parses a message with one header line and no body.
    static func header(_ line: String) -> ParsedMessage {
        parse(line + "\n\n")
    }
}

/// Returns the scalars in a text that cleaning should have removed.
func forbidden(in text: String, linesAllowed: Bool) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A: !linesAllowed
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFDD0...0xFDEF, 0x200B, 0x2060, 0xFEFF: true
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: !linesAllowed
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
