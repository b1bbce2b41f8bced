import InboxModel

/// The fields that a client gives for a draft, or for a message to send at once. Nil means absent or null.
struct DraftFields: Sendable {
    var to: [MailAddress]?
    var cc: [MailAddress]?
    var bcc: [MailAddress]?
    var from: [MailAddress]?
    var replyTo: [MailAddress]?
    var subject: String?
    var html: String?
    var files: [String]?
    var thread: String?
    var replyToMessage: String?
    /// The client's own Message-ID, with its angle brackets.
    var messageID: String?
    /// The references to an answered message that is not stored here, that message last.
    var references: [String] = []

    /// - Parameter isUpdate: in an update the sender is named `from_addr`; its `from` is the old sender, which clients send
    ///   back unread.
    init(_ body: JSONValue, isUpdate: Bool = false) throws {
        to = try Self.addresses("to", in: body)
        cc = try Self.addresses("cc", in: body)
        bcc = try Self.addresses("bcc", in: body)
        from = try Self.addresses(isUpdate ? "from_addr" : "from", in: body, atMost: 1)
        if from == nil, !isUpdate { from = try Self.addresses("from_addr", in: body, atMost: 1) }
        replyTo = try Self.addresses("reply_to", in: body, atMost: 1)
        subject = try Self.text("subject", in: body)
        html = try Self.text("body", in: body)
        files = try Self.ids("file_ids", in: body)
        thread = try Self.id("thread_id", in: body)
        replyToMessage = try Self.id("reply_to_message_id", in: body)
        messageID = try Self.messageID(in: body)
        references = Self.references(in: body)
    }

    private static func value(_ name: String, in body: JSONValue) -> JSONValue? {
        guard let value = body[name], !value.isNull else { return nil }
        return value
    }

    private static func text(_ name: String, in body: JSONValue) throws -> String? {
        guard let value = value(name, in: body) else { return nil }
        guard let text = value.textValue else { throw APIError.invalid("\(name) must be a text") }
        return text
    }

    private static func id(_ name: String, in body: JSONValue) throws -> String? {
        guard let text = try text(name, in: body) else { return nil }
        guard PublicID.isPlausible(text) else { throw APIError.invalid("Invalid id \(text) for \(name)") }
        return text
    }

    private static func ids(_ name: String, in body: JSONValue) throws -> [String]? {
        guard let value = value(name, in: body) else { return nil }
        guard let values = value.arrayValue else { throw APIError.invalid("\(name) must be a list of ids") }
        var seen: Set<String> = []
        return try values.map { value in
            guard let id = value.textValue, PublicID.isPlausible(id) else {
                throw APIError.invalid("Invalid id in \(name)")
            }
            return id
        }.filter { seen.insert($0).inserted }
    }

    private static func addresses(_ name: String, in body: JSONValue, atMost limit: Int = 10_000) throws
        -> [MailAddress]?
    {
        guard let value = value(name, in: body) else { return nil }
        guard let values = value.arrayValue, values.count <= limit else {
            throw APIError.invalid("\(name) must be a list of at most \(limit) addresses")
        }
        return try values.map { value in
            guard let email = value["email"]?.textValue else {
                throw APIError.invalid("Every address in \(name) needs an email")
            }
            let given = value["name"].flatMap { $0.isNull ? nil : $0 }
            guard let text = given.map(\.textValue) ?? "" else {
                throw APIError.invalid("A name in \(name) is no text")
            }
            return MailAddress(name: text, email: email.trimmingPrefix(while: \.isWhitespace).description)
        }
    }

    private static func messageID(in body: JSONValue) throws -> String? {
        guard let headers = value("headers", in: body), case .object(let members) = headers else { return nil }
        guard let value = members.first(where: { $0.name.lowercased() == "message-id" })?.value, !value.isNull else {
            return nil
        }
        guard let text = value.textValue, isMessageID(text) else {
            throw APIError.invalid("Message-Id must have the form <left@right>")
        }
        return text
    }

    /// Drops values that are not message ids.
    private static func references(in body: JSONValue) -> [String] {
        guard let headers = value("headers", in: body), case .object(let members) = headers else { return [] }
        func member(_ name: String) -> JSONValue? { members.first { $0.name.lowercased() == name }?.value }
        let way = (member("references")?.arrayValue ?? []).compactMap(\.textValue)
        let answered = [member("in-reply-to")?.textValue].compactMap(\.self)
        return Array((way.filter { !answered.contains($0) } + answered).filter(isMessageID).suffix(100))
    }

    /// Whether it is an id in angle brackets, of printable characters (RFC 5322 §3.6.4).
    private static func isMessageID(_ text: String) -> Bool {
        guard text.hasPrefix("<"), text.hasSuffix(">"), (5...250).contains(text.utf8.count) else { return false }
        let inner = text.dropFirst().dropLast()
        return inner.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
            && inner.dropFirst().dropLast().contains("@")
    }
}
