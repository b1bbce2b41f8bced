public import InboxModel

/// Parses recipients as a person types or pastes them: "Ann Smith <ann@example.org>, bob@example.org".
public enum AddressList {
    /// Returns the valid addresses, and the rest of the text: the parts between commas that hold no address, and words beside an address
    /// that are not its name, because each may have been meant as a recipient. Semicolons and line ends separate like commas, and so do
    /// blanks between addresses.
    public static func parse(_ text: String) -> (addresses: [MailAddress], rest: String) {
        var addresses: [MailAddress] = []
        var rest: [String] = []
        let separated = text.map { $0 == ";" || $0.isNewline ? "," : $0 }
        for piece in AddressSplitter(Array(String(separated).utf8)).pieces {
            for part in parts(of: piece) {
                let (found, words) = read(part)
                addresses += found
                if !words.isEmpty { rest.append(words) }
            }
        }
        return (addresses, rest.joined(separator: ", "))
    }

    /// Returns the parts between the unquoted commas, semicolons and line breaks of a text, without the names of groups.
    public static func pieces(of text: String) -> [String] {
        let separated = text.map { $0.isNewline ? "," : $0 }
        return AddressSplitter(Array(String(separated).utf8)).pieces
            .map { String(decoding: $0, as: UTF8.self).trimmingBlanks() }
    }

    /// Returns an address as written in a header or by a person, with the name in quotes where necessary.
    public static func text(of address: MailAddress) -> String {
        guard !address.name.isEmpty else { return address.email }
        let scalars = address.name.unicodeScalars
        let isPlain = scalars.allSatisfy { !specials.contains($0) }
        // By scalar: a quote that joins its neighbour is another `Character`, and would still end the name (H-3).
        let quoted = scalars.map { $0 == "\\" || $0 == "\"" ? "\\" + String($0) : String($0) }.joined()
        return "\(isPlain ? address.name : "\"" + quoted + "\"") <\(address.email)>"
    }

    private static let specials = Set("()<>[]:;@\\,.\"".unicodeScalars)

    /// Reads "Ann <ann@example.org>", "ann@example.org (Ann)", "ann@example.org bob@example.org", "bob@example.org and frank".
    private static func read(_ part: [UInt8]) -> (found: [MailAddress], rest: String) {
        let text = String(decoding: part, as: UTF8.self).trimmingBlanks()
        var address = AddressPiece.address(of: part)
        address.name = address.name.trimmingBlanks()
        let words = words(in: part)
        // Text before an angle bracket is a name, and text in parentheses is a comment on an address.
        if EmailAddress.isWritable(address.email), part.contains(UInt8(ascii: "<")) || words.count == 1 {
            return ([address], "")
        }
        let found = words.filter(EmailAddress.isValid).map { MailAddress(email: $0) }
        return found.isEmpty ? ([], text) : (found, words.filter { !EmailAddress.isValid($0) }.joined(separator: " "))
    }

    /// Returns the words of a part, without those in parentheses. Blanks in quotes separate no words.
    private static func words(in part: [UInt8]) -> [String] {
        var words: [[UInt8]] = [[]]
        var depth = 0
        let hasComments = part.contains(UInt8(ascii: ")"))
        scan(part) { byte, isQuoted in
            switch byte {
            case UInt8(ascii: "(") where !isQuoted && hasComments: depth += 1
            case UInt8(ascii: ")") where !isQuoted && depth > 0: depth -= 1
            case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted,
                UInt8(ascii: "<") where !isQuoted, UInt8(ascii: ">") where !isQuoted:
                words.append([])
            default: if depth == 0 { words[words.count - 1].append(byte) }
            }
        }
        return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Splits "Ann <ann@example.org> Bob <bob@example.org>" after each angle bracket.
    private static func parts(of piece: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        scan(piece) { byte, isQuoted in
            parts[parts.count - 1].append(byte)
            if byte == UInt8(ascii: ">"), !isQuoted { parts.append([]) }
        }
        // Parentheses after an address belong to it.
        return parts.filter { !words(in: $0).isEmpty }
    }

    /// Visits each byte, and tells whether it is quoted. An unclosed quote quotes nothing.
    private static func scan(_ bytes: [UInt8], _ visit: (UInt8, Bool) -> Void) {
        let quotes = bytes.indices.filter {
            bytes[$0] == UInt8(ascii: "\"") && ($0 == 0 || bytes[$0 - 1] != UInt8(ascii: "\\"))
        }
        let closed = Set(quotes.prefix(quotes.count - quotes.count % 2))
        var isQuoted = false
        for index in bytes.indices {
            if closed.contains(index) { isQuoted.toggle() }
            visit(bytes[index], isQuoted)
        }
    }
}
