import InboxModel

/// Someone who writes to the owner, or the owner.
struct DemoPerson: Sendable, Hashable {
    /// Short and unique; stands in Message-IDs.
    let key: String
    let address: MailAddress
    /// Minutes east of Greenwich, as their clock stands.
    var zone = 0
    /// Their mail program, as X-Mailer names it; empty: it does not say.
    var mailer = ""
    /// Below `-- `; empty: none.
    var signature = ""
    /// Whether their program puts what they answer below what they write.
    var quotes = false
    /// Whether it sends HTML beside the text.
    var writesHTML = false

    init(
        _ key: String, _ name: String, _ email: String, zone: Int = 0, mailer: String = "", signature: String = "",
        quotes: Bool = false, writesHTML: Bool = false
    ) {
        self.key = key
        self.address = MailAddress(name: name, email: email)
        self.zone = zone
        self.mailer = mailer
        self.signature = signature
        self.quotes = quotes
        self.writesHTML = writesHTML
    }

    static func == (first: DemoPerson, second: DemoPerson) -> Bool {
        first.key == second.key
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}
