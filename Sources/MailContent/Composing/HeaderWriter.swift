import Foundation
package import InboxModel

/// Writes header fields that hold whatever was typed: encoded where they must be, folded where they can be, and never with a
/// line break or other control that came from outside.
package enum HeaderWriter {
    /// A field of text (RFC 5322 §2.2, RFC 2047 §5).
    package static func field(_ name: String, text: String) -> String {
        let clean = cleaned(text)
        let words = clean.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return fold(name, isPlain(clean) && words.allSatisfy(isShort) ? words : encodedWords(clean))
    }

    /// A field of addresses.
    package static func field(_ name: String, addresses: [MailAddress]) -> String {
        var words: [String] = []
        for (index, address) in addresses.enumerated() {
            let comma = index + 1 < addresses.count ? "," : ""
            let email = written(address.email)
            let name = cleaned(address.name)
            words += phrase(name)
            // An address that is too long for a line is cut; in brackets no piece of it is another one.
            let isBare = name.isEmpty && email.utf8.count < longest
            words.append((isBare ? email : "<" + email + ">") + comma)
        }
        return fold(name, words)
    }

    /// A field of Message-IDs. What is none (RFC 5322 §3.6.4) could only break the header; without any there is no field.
    static func field(_ name: String, ids: [String]) -> String {
        let ids = ids.filter { $0.hasPrefix("<") && $0.hasSuffix(">") && isID($0.dropFirst().dropLast()) }
        return ids.isEmpty ? "" : fold(name, ids)
    }

    /// Whether a header can hold it between angle brackets.
    static func isID(_ text: some StringProtocol) -> Bool {
        let length = text.utf8.count
        return length > 0 && length < longest
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
    }

    /// A field of ours, of plain characters, folded at its blanks.
    package static func field(_ name: String, raw: String) -> String {
        fold(name, raw.split(separator: " ").map(String.init))
    }

    /// A field that a program wrote: what is plain stays as it is, with the encoded words in it (RFC 2047).
    package static func field(_ header: DraftHeader) -> String {
        let clean = cleaned(header.value)
        let isPlain = clean.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isPlain ? field(header.name, raw: clean) : field(header.name, text: clean)
    }

    /// A parameter such as `filename`: between quotation marks, or in pieces of UTF-8 (RFC 2231 §3 and §4); each one folds.
    package static func parameter(_ name: String, _ value: String) -> [String] {
        let clean = cleaned(value)
        if isPlain(clean), clean.utf8.count <= 60 {
            return ["\(name)=\(quoted(clean))"]
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

    /// No line has more than 998 characters (RFC 5322 §2.1.1), and some stand in front and behind.
    private static let longest = 900

    private static func isShort(_ word: String) -> Bool { word.utf8.count < longest }

    /// Whether a text can stand in a header as it is: where blanks follow each other, lines would be folded to less than there was.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && !text.contains("  ")
    }

    /// An address of which no reader makes two, or a group (RFC 5322 §3.4): what has a meaning in a list stands between quotes, or not
    /// at all behind the `@`.
    private static func written(_ email: String) -> String {
        // By scalars: a mark that is piled on a comma takes its meaning from it for Swift alone.
        let given = email.unicodeScalars
        let sign = given.lastIndex(of: "@") ?? given.endIndex
        let isAddress = given[sign...].starts(with: "@[".unicodeScalars) && given.last == "]"
        let plain = given[sign...].filter { !isSpecial($0) || isAddress && [":", "[", "]"].contains($0) }
        let text = EmailAddress.written(String(given[..<sign]) + String(String.UnicodeScalarView(plain))).unicodeScalars
        let at = text.lastIndex(of: "@") ?? text.endIndex
        let (local, host) = (text[..<at], text[at...])
        let isQuoted = local.count > 1 && local.first == "\"" && local.last == "\""
        let inner = isQuoted ? unescaped(local.dropFirst().dropLast()) : String(local)
        let isOdd =
            isQuoted || inner.hasPrefix(".") || inner.hasSuffix(".")
            || inner.unicodeScalars.contains { isSpecial($0) || $0 == "@" || $0 == " " }
        return (isOdd ? quoted(inner) : inner) + host.filter { $0 != " " }.map(String.init).joined()
    }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool { #"()<>[]:;,\""#.unicodeScalars.contains(scalar) }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.flatMap { $0 == "\\" || $0 == "\"" ? ["\\", $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
    }

    private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
        var kept = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text {
            isEscaped = scalar == "\\" && !isEscaped
            if !isEscaped { kept.append(scalar) }
        }
        return String(kept)
    }

    /// A display name (RFC 5322 §3.2.5).
    private static func phrase(_ name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        guard isPlain(name), name.utf8.count < 200 else { return encodedWords(name) }
        let isAtoms = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x20
                || byte == 0x2D
        }
        return isAtoms ? name.split(separator: " ").map(String.init) : [quoted(name)]
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
