import GRDB
import MailContent

/// Email/parse (RFC 8621 §4.9): parses messages in blobs, such as those attached to other messages.
enum EmailParse {
    private static let defaults: Set<String> = [
        "messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt",
        "hasAttachment", "preview", "bodyValues", "textBody", "htmlBody", "attachments",
    ]

    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(BodyWishes.names.union(["accountId", "blobIds", "properties"]))
        guard let ids = try call.arguments.texts("blobIds") else {
            throw MethodError.invalidArgument("blobIds", "is missing")
        }
        guard ids.count <= call.host.limits.objectsInGet else { throw MethodError.plain("requestTooLarge") }
        let properties = try call.arguments.texts("properties").map(Set.init) ?? defaults
        guard properties.allSatisfy(EmailProperties.isKnown) else {
            throw MethodError.invalidArgument("properties", "some are unknown")
        }
        let bodies = try BodyWishes(call.arguments)
        return try await call.database.read { db in
            var parsed: [JSONMember] = []
            var (notParsable, notFound): ([String], [String]) = ([], [])
            for id in Set(ids).sorted() {
                guard let blob = try BlobStore(call).bytes(id, in: db) else {
                    notFound.append(id)
                    continue
                }
                guard !RawHeader.all(in: blob.bytes).isEmpty else {
                    notParsable.append(id)
                    continue
                }
                let email = ParsedBlob(id: id, bytes: blob.bytes, bodies: bodies)
                parsed.append(JSONMember(id, .object(properties.sorted().map { JSONMember($0, email.value($0)) })))
            }
            func list(_ ids: [String]) -> JSONValue { ids.isEmpty ? .null : .texts(ids) }
            return MethodOutcome([
                JSONMember("accountId", .text(call.account.publicID)),
                JSONMember("notFound", list(notFound)), JSONMember("notParsable", list(notParsable)),
                JSONMember("parsed", parsed.isEmpty ? .null : .object(parsed)),
            ])
        }
    }
}

/// A message that exists only as bytes.
private struct ParsedBlob {
    let id: String
    let bytes: [UInt8]
    let wishes: BodyWishes
    private let headers: [RawHeader]
    private let parts: EmailBodies

    init(id: String, bytes: [UInt8], bodies: BodyWishes) {
        (self.id, self.bytes, wishes) = (id, bytes, bodies)
        headers = RawHeader.all(in: bytes)
        // Parts of a blob have no blob ids of their own here.
        parts = EmailBodies(bytes) { _ in nil }
    }

    func value(_ property: String) -> JSONValue {
        switch property {
        case "id", "threadId", "mailboxIds", "keywords", "receivedAt": return .null
        case "blobId": return .text(id)
        case "size": return .integer(bytes.count)
        case "headers": return .array(headers.map(\.json))
        case "hasAttachment": return .bool(parts.hasAttachment)
        case "preview": return .text(ParsedMessage.parse(bytes).snippet)
        case "bodyStructure": return parts.structure(wishes)
        case "bodyValues": return parts.values(wishes)
        case "textBody": return parts.textBody(wishes)
        case "htmlBody": return parts.htmlBody(wishes)
        case "attachments": return parts.attachments(wishes)
        default:
            guard let known = HeaderLine.conveniences[property] else {
                return HeaderProperty(property)?.value(in: headers) ?? .null
            }
            return HeaderProperty("header:\(known.header):\(known.form.rawValue)")?.value(in: headers) ?? .null
        }
    }
}
