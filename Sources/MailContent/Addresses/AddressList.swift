public import InboxModel

/// Recipients as a person types or pastes them: "Ann Smith <ann@example.org>, bob@example.org".
public enum AddressList {
    /// The valid addresses, and what is left of the text: the parts between commas that hold none.
    /// Semicolons and line ends separate like commas. Of a part without brackets the first valid address is taken.
    public static func parse(_ text: String) -> (addresses: [MailAddress], rest: String) {
        var addresses: [MailAddress] = []
        var rest: [String] = []
        let separated = text.map { $0 == ";" || $0.isNewline ? "," : $0 }
        for piece in AddressSplitter(Array(String(separated).utf8)).pieces {
            if let address = address(in: piece) {
                addresses.append(address)
            } else {
                rest.append(String(decoding: piece, as: UTF8.self).trimmingBlanks())
            }
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

    private static func address(in piece: [UInt8]) -> MailAddress? {
        var read = AddressPiece.address(of: piece)
        read.name = read.name.trimmingBlanks()
        if EmailAddress.isWritable(read.email) { return read }
        // "write to bob@example.org please"
        let words = String(decoding: piece, as: UTF8.self).split(whereSeparator: {
            $0.isWhitespace || "<>()".contains($0)
        })
        return words.first { EmailAddress.isValid(String($0)) }.map { MailAddress(email: String($0)) }
    }
}
