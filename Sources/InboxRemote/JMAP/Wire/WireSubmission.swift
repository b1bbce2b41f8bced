import InboxModel

/// An EmailSubmission (RFC 8621 §7).
struct WireSubmission: Decodable, Sendable {
    static let properties = ["id", "emailId", "undoStatus", "sendAt"]

    var id: String
    var emailId: String
    var undoStatus: String?
    var sendAt: String?
}

/// A submission's delivery status for each recipient, if reported (RFC 8621 §7, deliveryStatus).
struct WireDeliveries: Decodable, Sendable {
    private struct Delivery: Decodable, Sendable {
        var delivered: String?
        var smtpReply: String?
    }

    private var deliveryStatus: [String: Delivery]?

    /// The recipients that the message did not, or may not, have reached, with the mail server's words.
    var refusals: [String: String] {
        (deliveryStatus ?? [:]).compactMapValues { delivery in
            let reply = delivery.smtpReply?.inOneLine ?? ""
            let isOpen = delivery.delivered == "unknown" && (reply.hasPrefix("4") || reply.hasPrefix("5"))
            guard delivery.delivered == "no" || isOpen else { return nil }
            return String(reply.prefix(200))
        }
    }
}

/// An Identity (RFC 8621 §6). Its address may be empty, or a wildcard for a whole domain.
struct WireIdentity: Decodable, Sendable {
    var id: String
    var email: String?
    var name: String?
    var textSignature: String?
    var replyTo: [MailAddress]
    var bcc: [MailAddress]

    private enum CodingKeys: String, CodingKey { case id, email, name, textSignature, replyTo, bcc }

    /// An invalid name, signature or address must not prevent sending.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = try fields.decode(String.self, forKey: .id)
        email = fields.text(.email)
        name = fields.text(.name)
        textSignature = fields.text(.textSignature)
        replyTo = fields.writablePeople(.replyTo)
        bcc = fields.writablePeople(.bcc)
    }

    func covers(_ address: String) -> Bool {
        guard let email = email?.lowercased() else { return false }
        return email == address.lowercased()
            || (email.hasPrefix("*@") && address.lowercased().hasSuffix(email.dropFirst()))
    }
}
