import InboxModel

/// Parses a single address of a list that is already split.
enum AddressPiece {
    /// Returns the address. Text that can't be parsed becomes a name without an address, so that nothing is hidden.
    static func address(of piece: [UInt8]) -> MailAddress {
        if let bracket = bracket(in: piece),
            let email = GMime.addresses(Array(piece[bracket...]), limit: 1).addresses.first?.email
                ?? simple(piece[(bracket + 1)...])
        {
            let name = EncodedWords.decoded(phrase(piece[..<bracket])).trimmingBlanks()
            guard name.isEmpty, let end = piece.lastIndex(of: 0x3E), end > bracket else {
                return MailAddress(name: name, email: email)
            }
            // Some programs write the name behind the address.
            return MailAddress(name: EncodedWords.decoded(phrase(piece[(end + 1)...])), email: email)
        }
        return GMime.addresses(piece, limit: 2).addresses.last
            ?? MailAddress(name: EncodedWords.decoded(piece), email: "")
    }

    /// Parses an address that the rules forbid, such as `ann.@docomo.example`: some providers assign such addresses and deliver to them.
    private static func simple(_ rest: ArraySlice<UInt8>) -> String? {
        let email = String(decoding: rest.prefix { $0 != 0x3E }, as: UTF8.self)
        let isPlain = email.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"()<[]:;,\""#.utf8.contains($0) }
        return isPlain && EmailAddress.isWritable(email) && email.firstIndex(of: "@") == email.lastIndex(of: "@")
            ? email : nil
    }

    /// Returns the index of the `<` that begins the address: the last one that is neither quoted nor in a comment.
    private static func bracket(in piece: [UInt8]) -> Int? {
        var found: Int?
        scan(piece[...]) { index, byte in
            if byte == 0x3C { found = index }
        } quoted: { _ in
        }
        return found
    }

    /// Returns the display name: quotes resolved, comments left out, encoded words not decoded.
    private static func phrase(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var phrase: [UInt8] = []
        scan(bytes) { _, byte in
            phrase.append(byte)
        } quoted: { byte in
            phrase.append(byte)
        }
        return phrase
    }

    /// Visits each byte outside of comments. Unclosed quotes and comments count as plain text.
    private static func scan(_ bytes: ArraySlice<UInt8>, plain: (Int, UInt8) -> Void, quoted: (UInt8) -> Void) {
        var comments = 0
        var isQuoted = false
        var isEscaped = false
        let closes = quotesClose(bytes)
        let hasComments = bytes.contains(0x29)
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
                if isQuoted { quoted(byte) }
            } else if byte == 0x5C, isQuoted || comments > 0 {
                isEscaped = true
            } else if byte == 0x22, closes, comments == 0 {
                isQuoted.toggle()
            } else if isQuoted {
                quoted(byte)
            } else if byte == 0x28, hasComments {
                comments += 1
            } else if byte == 0x29, comments > 0 {
                comments -= 1
            } else if comments == 0 {
                plain(index, byte)
            }
        }
    }

    /// Whether every opening quote is closed. An escaped quote within quotes does neither.
    private static func quotesClose(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isQuoted = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == 0x5C, isQuoted {
                isEscaped = true
            } else if byte == 0x22 {
                isQuoted.toggle()
            }
        }
        return !isQuoted
    }
}
