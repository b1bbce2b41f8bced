import Foundation
package import InboxModel

/// Writes header fields that hold whatever was typed: encoded where they must be, folded where they can be, and never with a
/// line break or other control that came from outside.
package enum HeaderWriter {
    /// A field of text (RFC 5322 §2.2, RFC 2047 §5).
    package static func field(_ name: String, text: String) -> String {
        let clean = cleaned(text)
        let words =
            isPrintable(clean) && !clean.contains("=?")
            ? clean.split(separator: " ").map(String.init) : encodedWords(clean)
        return fold(name, words)
    }

    /// A field of addresses.
    package static func field(_ name: String, addresses: [MailAddress]) -> String {
        var words: [String] = []
        for (index, address) in addresses.enumerated() {
            let comma = index + 1 < addresses.count ? "," : ""
            let email = EmailAddress.written(address.email).filter { $0 != "<" && $0 != ">" }
            let isNamed = !cleaned(address.name).isEmpty
            words += phrase(cleaned(address.name))
            words.append((isNamed ? "<" : "") + email + (isNamed ? ">" : "") + comma)
        }
        return fold(name, words)
    }

    /// A field of ours, of plain characters, folded at its blanks.
    package static func field(_ name: String, raw: String) -> String {
        fold(name, raw.split(separator: " ").map(String.init))
    }

    /// A parameter such as `filename`: between quotation marks, or in pieces of UTF-8 (RFC 2231 §3 and §4); each one folds.
    package static func parameter(_ name: String, _ value: String) -> [String] {
        let clean = cleaned(value)
        if isPrintable(clean), !clean.contains("=?"), clean.utf8.count <= 60 {
            return ["\(name)=\"\(clean.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""]
        }
        var pieces: [String] = [""]
        for byte in clean.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x2E
            let text =
                isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            if pieces[pieces.count - 1].count + text.count > 55 { pieces.append("") }
            pieces[pieces.count - 1] += text
        }
        if pieces.count == 1 { return ["\(name)*=utf-8''\(pieces[0])"] }
        return pieces.enumerated().map { "\(name)*\($0)*=\($0 == 0 ? "utf-8''" : "")\($1)" }
    }

    /// Without line breaks and other controls, each run of them one blank; and without blanks around.
    package static func cleaned(_ text: String) -> String {
        text.unicodeScalars.split { scalar in
            let category = scalar.properties.generalCategory
            return category == .control || category == .lineSeparator || category == .paragraphSeparator
                || category == .surrogate
        }.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// A display name (RFC 5322 §3.2.5).
    private static func phrase(_ name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        guard isPrintable(name), !name.contains("=?") else { return encodedWords(name) }
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x20
                || byte == 0x2D
        }
        if isPlain { return name.split(separator: " ").map(String.init) }
        return ["\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""]
    }

    /// Words of at most 75 characters, each holding whole characters (RFC 2047 §2 and §5).
    private static func encodedWords(_ text: String) -> [String] {
        var words: [String] = []
        var piece: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if piece.count + bytes.count > 39 {
                words.append("=?utf-8?B?\(Data(piece).base64EncodedString())?=")
                piece = []
            }
            piece += bytes
        }
        return words + (piece.isEmpty ? [] : ["=?utf-8?B?\(Data(piece).base64EncodedString())?="])
    }

    /// Lines of at most 78 characters where the words allow it; a word longer than the limit of 998 is cut.
    private static func fold(_ name: String, _ words: [String]) -> String {
        var text = name + ":"
        var length = text.count
        for word in words.flatMap(pieces) {
            if length + 1 + word.utf8.count > 78, length > name.count + 1 {
                text += "\r\n"
                length = 0
            }
            text += " " + word
            length += 1 + word.utf8.count
        }
        return text + "\r\n"
    }

    private static func pieces(_ word: String) -> [String] {
        guard word.utf8.count > 990 else { return [word] }
        var rest = word[...]
        var result: [String] = []
        while !rest.isEmpty {
            result.append(String(rest.prefix(240)))
            rest = rest.dropFirst(240)
        }
        return result
    }
}
