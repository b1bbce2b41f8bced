/// The properties that an Email/get can request (RFC 8621 §4.1 and §4.2).
enum EmailProperties {
    static let all: Set<String> = metadata.union(headers).union(bodies)

    static let metadata: Set<String> = ["id", "blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt"]
    static let headers: Set<String> = [
        "messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt",
        "headers",
    ]
    static let bodies: Set<String> = [
        "bodyStructure", "bodyValues", "textBody", "htmlBody", "attachments", "hasAttachment", "preview",
    ]

    /// The properties that require reading the message's own headers.
    static let read: Set<String> = ["references", "sender", "sentAt", "headers"]

    /// What clients ask for with their lists; the row has it.
    static let listID = "header:List-Id:asText"

    static let defaults: Set<String> = all.subtracting(["headers", "bodyStructure"])

    static func isKnown(_ name: String) -> Bool {
        all.contains(name) || HeaderProperty(name) != nil
    }
}

/// The requested form of bodies (RFC 8621 §4.2).
struct BodyWishes: Sendable {
    var properties: Set<String> = Self.defaults
    var fetchesText = false
    var fetchesHTML = false
    var fetchesAll = false
    /// 0 for no limit.
    var maxBytes = 0

    static let defaults: Set<String> = [
        "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location",
    ]
    static let names: Set<String> = [
        "bodyProperties", "fetchTextBodyValues", "fetchHTMLBodyValues", "fetchAllBodyValues", "maxBodyValueBytes",
    ]

    init(_ arguments: Arguments) throws {
        if let properties = try arguments.texts("bodyProperties") {
            let known = Self.defaults.union(["headers", "subParts"])
            let unknown = properties.filter { !known.contains($0) && HeaderProperty($0) == nil }
            guard unknown.isEmpty else {
                throw MethodError.invalidArgument("bodyProperties", "unknown: \(unknown.joined(separator: ", "))")
            }
            self.properties = Set(properties)
        }
        fetchesText = try arguments.bool("fetchTextBodyValues") ?? false
        fetchesHTML = try arguments.bool("fetchHTMLBodyValues") ?? false
        fetchesAll = try arguments.bool("fetchAllBodyValues") ?? false
        maxBytes = try arguments.unsigned("maxBodyValueBytes") ?? 0
    }
}
