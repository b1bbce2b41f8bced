import Foundation
package import InboxModel

/// Writes header fields from arbitrary input: encoded where necessary, folded where possible, and never with a line break or other
/// control character from the input.
package enum HeaderWriter {
    /// Writes a field of unstructured text (RFC 5322 §2.2, RFC 2047 §5).
    package static func field(_ name: String, text: String) -> String {
        let clean = cleaned(text)
        let words = clean.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return fold(name, isPlain(clean) && words.allSatisfy(isShort) ? words : encodedWords(clean))
    }

    /// Writes a field of addresses.
    package static func field(_ name: String, addresses: [MailAddress]) -> String {
        var words: [String] = []
        for (index, address) in addresses.enumerated() {
            let comma = index + 1 < addresses.count ? "," : ""
            let email = written(address.email)
            let name = cleaned(address.name)
            words += phrase(name)
            // An address longer than a line is cut. In angle brackets, no piece of it reads as another address.
            let isBare = name.isEmpty && email.utf8.count < longest
            words.append((isBare ? email : "<" + email + ">") + comma)
        }
        return fold(name, words)
    }

    /// Writes a field of Message-IDs. Values that are no Message-ID (RFC 5322 §3.6.4) could break the header and are dropped; returns an
    /// empty string when none is left.
    static func field(_ name: String, ids: [String]) -> String {
        let ids = ids.filter { $0.hasPrefix("<") && $0.hasSuffix(">") && isID($0.dropFirst().dropLast()) }
        return ids.isEmpty ? "" : fold(name, ids)
    }

    /// Whether a header can hold `text` between angle brackets.
    static func isID(_ text: some StringProtocol) -> Bool {
        let length = text.utf8.count
        return length > 0 && length < longest
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
    }

    /// Writes a field of Maraca's own plain ASCII text, folded at its blanks.
    package static func field(_ name: String, raw: String) -> String {
        fold(name, raw.split(separator: " ").map(String.init))
    }

    /// Writes a field that a program composed: a plain ASCII value stays as it is, including any encoded words (RFC 2047).
    package static func field(_ header: DraftHeader) -> String {
        let clean = cleaned(header.value)
        let isPlain = clean.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isPlain ? field(header.name, raw: clean) : field(header.name, text: clean)
    }

    /// Returns a parameter such as `filename` as pieces to fold between: a quoted string, or sections of UTF-8 (RFC 2231 §3 and §4).
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

    /// Replaces each run of line breaks and other controls with a single blank, and trims the ends.
    package static func cleaned(_ text: String) -> String {
        text.unicodeScalars.split { scalar in
            let category = scalar.properties.generalCategory
            return category == .control || category == .lineSeparator || category == .paragraphSeparator
                || category == .surrogate
        }.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }

    /// Below the limit of 998 characters per line (RFC 5322 §2.1.1), with room for what surrounds a word.
    private static let longest = 900

    private static func isShort(_ word: String) -> Bool { word.utf8.count < longest }

    /// Whether a header can hold a text unencoded. Consecutive blanks rule that out, since folding would reduce them.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && !text.contains("  ")
    }

    /// Returns an address that no reader can take for two, or for a group (RFC 5322 §3.4): characters with a meaning in address lists are
    /// quoted in the local part and dropped from the domain.
    private static func written(_ email: String) -> String {
        // By scalar: for Swift's `Character`, a combining mark after a comma makes it a different character.
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

    /// Returns the words of a display name (RFC 5322 §3.2.5).
    private static func phrase(_ name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        guard isPlain(name), name.utf8.count < 200 else { return encodedWords(name) }
        let isAtoms = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x20
                || byte == 0x2D
        }
        return isAtoms ? name.split(separator: " ").map(String.init) : [quoted(name)]
    }

    /// Returns encoded words of at most 75 characters, each with only whole characters (RFC 2047 §2 and §5).
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

    /// Folds a field into lines of at most 78 characters where its words allow it. A word beyond the limit of 998 is cut.
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
