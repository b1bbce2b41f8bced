import Foundation
import InboxModel

/// Header values in wire format.
enum DemoHeader {
    /// Returns unstructured text: unchanged if it is ASCII, otherwise as encoded words of at most 75 bytes (RFC 2047 §2).
    static func text(_ text: String) -> String {
        isPlain(text) ? text : encodedWords(text)
    }

    /// Returns `Ann Ortiz <ann@example.test>`, with the name quoted or encoded where necessary (RFC 5322 §3.4, RFC 2047 §5).
    static func address(_ address: MailAddress) -> String {
        if address.name.isEmpty { return address.email }
        return "\(phrase(address.name)) <\(address.email)>"
    }

    /// Returns several addresses, one on each line.
    static func addresses(_ list: [MailAddress]) -> String {
        list.map(address).joined(separator: ",\r\n ")
    }

    /// Returns message identifiers, each on a line, so that no line grows too long (RFC 5322 §2.1.1).
    static func identifiers(_ list: [String]) -> String {
        list.map { "<\($0)>" }.joined(separator: "\r\n ")
    }

    /// Folds ASCII text at blanks to lines of about 76 bytes (RFC 5322 §2.2.3); `used` is the width of the name.
    static func folded(_ value: String, after used: Int) -> String {
        guard value.utf8.count + used > 76, !value.utf8.contains(UInt8(ascii: "\r")) else { return value }
        var result = ""
        var width = used
        for word in value.split(separator: " ") {
            let length = word.utf8.count
            if !result.isEmpty {
                if width + 1 + length > 76 {
                    result += "\r\n "
                    width = 1
                } else {
                    result += " "
                    width += 1
                }
            }
            result += word
            width += length
        }
        return result
    }

    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 32 && $0 < 127 }
    }

    private static func phrase(_ name: String) -> String {
        guard isPlain(name) else { return encodedWords(name) }
        let isAtoms = name.utf8.allSatisfy { byte in
            byte == 32 || byte == 45 || (48...57).contains(byte) || (65...90).contains(byte)
                || (97...122).contains(byte)
        }
        return isAtoms ? name : "\"\(name)\""
    }

    /// Returns base64 words; none ends inside a character (RFC 2047 §5).
    private static func encodedWords(_ text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for character in text {
            let next = Array(String(character).utf8)
            if bytes.count + next.count > 42 {
                words.append(encodedWord(bytes))
                bytes = []
            }
            bytes += next
        }
        if !bytes.isEmpty { words.append(encodedWord(bytes)) }
        return words.joined(separator: "\r\n ")
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
    }
}
