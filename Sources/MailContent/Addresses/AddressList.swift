public import InboxModel

/// Recipients as a person types or pastes them: "Ann Smith <ann@example.org>, bob@example.org".
public enum AddressList {
    /// The valid addresses, and what is left of the text: the parts between commas that hold none.
    /// Semicolons and line ends separate like commas, and so do blanks between addresses. Other words beside an address
    /// without brackets are left out.
    public static func parse(_ text: String) -> (addresses: [MailAddress], rest: String) {
        var addresses: [MailAddress] = []
        var rest: [String] = []
        let separated = text.map { $0 == ";" || $0.isNewline ? "," : $0 }
        for piece in AddressSplitter(Array(String(separated).utf8)).pieces {
            let found = self.addresses(in: piece)
            if found.isEmpty { rest.append(String(decoding: piece, as: UTF8.self).trimmingBlanks()) }
            addresses += found
        }
        return (addresses, rest.joined(separator: ", "))
    }

    /// As a header and a person write it: the name in quotes where it needs them.
    public static func text(of address: MailAddress) -> String {
        guard !address.name.isEmpty else { return address.email }
        let isPlain = address.name.unicodeScalars.allSatisfy { !specials.contains($0) }
        let name =
            isPlain
            ? address.name
            : "\"" + address.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        return "\(name) <\(address.email)>"
    }

    private static let specials = Set("()<>[]:;@\\,.\"".unicodeScalars)

    private static func addresses(in piece: [UInt8]) -> [MailAddress] {
        let parts = bracketed(piece)
        if parts.count > 1 {
            let each = parts.map(addresses(in:))
            if each.allSatisfy({ !$0.isEmpty }) { return each.flatMap(\.self) }
        }
        // "write to bob@example.org please", "ann@example.org bob@example.org"
        let words = String(decoding: piece, as: UTF8.self).split(whereSeparator: {
            $0.isWhitespace || "<>()".contains($0)
        })
        let bare = words.map(String.init).filter(EmailAddress.isValid).map { MailAddress(email: $0) }
        if bare.count > 1, !piece.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "(") }) {
            return bare
        }
        var read = AddressPiece.address(of: piece)
        read.name = read.name.trimmingBlanks()
        return EmailAddress.isWritable(read.email) ? [read] : bare
    }

    /// "Ann <ann@example.org> Bob <bob@example.org>": the parts that end in a bracket, where no quotes can hold one.
    private static func bracketed(_ piece: [UInt8]) -> [[UInt8]] {
        guard !piece.contains(UInt8(ascii: "\"")) else { return [piece] }
        var parts: [[UInt8]] = []
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            parts.append(Array(rest[...end]))
            rest = rest[(end + 1)...]
        }
        let isBlank = rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isBlank ? parts : parts + [Array(rest)]
    }
}
