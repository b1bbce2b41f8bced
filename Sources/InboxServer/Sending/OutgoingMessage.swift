import InboxModel

/// A message ready to send: the copy for the sender's mailbox, its bytes, and its recipients.
struct OutgoingMessage: Sendable {
    var kept: NewMessage
    /// Without Bcc.
    var raw: [UInt8]
    var recipients: [MailAddress]
    /// The id of the draft; nil for a message that was never saved.
    var draft: String?
    var draftVersion: Int64?
}

/// Checks the recipients of messages.
enum Recipients {
    /// Returns to, cc and bcc without duplicates. Refuses a message without recipients, and invalid addresses.
    static func check(_ message: NewMessage) throws -> [MailAddress] {
        let all = message.to + message.cc + message.bcc
        guard !all.isEmpty else { throw APIError.invalid("No recipients specified") }
        for address in all where !isPlausible(address.email) {
            throw APIError.invalid("“\(address.email)” is no mail address")
        }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.email.lowercased()).inserted }
    }

    /// Whether it is `local@domain` of printable characters, and no command could take it for an option.
    static func isPlausible(_ email: String) -> Bool {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard email.utf8.count <= 254, parts.count >= 2, let domain = parts.last, !domain.isEmpty,
            let first = email.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "@")
        else {
            return false
        }
        // A host given by its IP address, such as `ann@[127.0.0.1]`.
        let literal = domain.hasPrefix("[") && domain.hasSuffix("]") ? domain.dropFirst().dropLast() : ""
        let isLiteral =
            !literal.isEmpty
            && literal.unicodeScalars.allSatisfy { ":.0123456789abcdefIPvABCDEF".unicodeScalars.contains($0) }
        return (isLiteral ? email.dropLast(domain.count) : email[...]).unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.value > 0x20 && scalar.value != 0x7F
                && !"<>,;\"()[]\\:".unicodeScalars.contains(scalar)
        }
    }
}
