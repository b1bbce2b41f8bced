/// How much is in a mailbox (RFC 8621 §2).
struct WireTotal: Decodable, Sendable {
    var totalEmails: Int

    private enum CodingKeys: String, CodingKey { case totalEmails }

    init(from decoder: any Decoder) throws {
        totalEmails =
            (try? decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .totalEmails)) ?? 0
    }
}
