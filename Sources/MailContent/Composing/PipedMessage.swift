/// What a program pipes in to be sent: a message with its headers, or a bare text.
package enum PipedMessage {
    case message(ParsedMessage)
    case text(String)
    case nothing
    /// A text without headers when no recipients were given either.
    case unaddressed
    /// The headers end at this line, which is neither a header nor empty: everything after it would be sent as text.
    case broken(line: String)

    /// - Parameter isAddressed: whether the recipients are given apart from the message, so that a text needs no headers.
    package init(_ bytes: [UInt8], isAddressed: Bool) {
        guard bytes.contains(where: { $0 > 0x20 }) else {
            self = .nothing
            return
        }
        let message = ParsedMessage.parse(bytes)
        // A text such as `Error: the disk is full` has the form of a header, but no known name.
        let isMail = message.headers.contains { Self.isKnown($0.name.lowercased()) }
        guard isMail || !isAddressed else {
            self = .text(PipedText.read(bytes))
            return
        }
        let wrong = HeaderBlock.end(of: bytes).wrongLine
        if !isMail, wrong != nil || message.headers.isEmpty {
            self = .unaddressed
        } else if let wrong {
            self = .broken(line: String(decoding: wrong.prefix(200), as: UTF8.self))
        } else {
            self = .message(message)
        }
    }

    private static func isKnown(_ name: String) -> Bool {
        names.contains(name) || beginnings.contains { name.hasPrefix($0) }
    }

    private static let names: Set<String> = [
        "from", "to", "cc", "bcc", "reply-to", "sender", "subject", "date", "message-id", "in-reply-to", "references",
        "mime-version", "received", "return-path", "auto-submitted", "precedence", "importance", "priority",
    ]
    private static let beginnings = ["content-", "x-", "list-", "resent-"]
}
