/// A push: which types changed in which accounts (RFC 8620 §7.1). It is only a hint; the changes must be requested.
struct StateChange: Decodable {
    let changed: [String: [String: String]]
    /// The server's mark of what it has reported over a WebSocket (RFC 8887 §4.3.5.1).
    let pushState: String?

    private enum CodingKeys: String, CodingKey { case changed, pushState }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        pushState = fields.text(.pushState)
        let accounts = try fields.members(AnyKey.self, of: .changed)
        var changed: [String: [String: String]] = [:]
        for account in accounts.allKeys {
            let types = try? accounts.members(AnyKey.self, of: account)
            for type in types?.allKeys ?? [] {
                changed[account.stringValue, default: [:]][type.stringValue] = types?.text(type)
            }
        }
        self.changed = changed
    }

    init?(_ text: String) {
        guard let change = try? JSONReader.read(StateChange.self, from: Array(text.utf8)) else { return nil }
        self = change
    }

    /// Whether the push reports a state that is not known yet.
    func isNews(account: String, known: SyncState?) -> Bool {
        guard let types = changed[account] else { return false }
        if let email = types["Email"], email != known?.email { return true }
        if let mailbox = types["Mailbox"], mailbox != known?.mailbox { return true }
        if let contacts = types["ContactCard"], contacts != known?.contacts { return true }
        return false
    }
}

/// `{"interval": 30}`, in seconds (RFC 8620 §7.3).
struct Ping: Decodable {
    private static let longest = 900.0

    let interval: Double

    static func interval(_ text: String) -> Duration? {
        guard let ping = try? JSONReader.read(Ping.self, from: Array(text.utf8)) else { return nil }
        // Stalwart gives milliseconds. Taken for seconds, a dead stream would pass for a live one for the better part of an hour.
        let seconds = ping.interval > longest ? ping.interval / 1000 : ping.interval
        return .seconds(min(max(seconds, 1), longest))
    }
}
