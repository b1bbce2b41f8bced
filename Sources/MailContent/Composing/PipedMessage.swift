/// What a program hands over to be sent: a message with its headers, or a bare text.
public enum PipedMessage {
    case message(ParsedMessage)
    case text(String)
    case nothing
    /// A text without headers, and nobody to whom it goes.
    case unaddressed
    /// Its headers end at that line, which is neither one of them nor empty: what follows would be sent as text.
    case broken(line: String)

    /// - Parameter isAddressed: it is told apart from the message to whom it goes, so that a text can do without headers.
    public init(_ bytes: [UInt8], isAddressed: Bool) {
        guard bytes.contains(where: { $0 > 0x20 }) else {
            self = .nothing
            return
        }
        let message = ParsedMessage.parse(bytes)
        // As in `Error: the disk is full`, which is a header by its form alone.
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
