/// The number of emails in a mailbox (RFC 8621 §2), if the server reports it.
struct WireTotal: Decodable, Sendable {
    var totalEmails: Int?

    private enum CodingKeys: String, CodingKey { case totalEmails }

    init(from decoder: any Decoder) throws {
        totalEmails = try decoder.members(CodingKeys.self).whole(.totalEmails)
    }
}
