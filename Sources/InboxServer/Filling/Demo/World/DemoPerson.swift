import InboxModel

/// The owner, or a person who writes to the owner.
struct DemoPerson: Sendable, Hashable {
    /// A short and unique key, used in Message-IDs.
    let key: String
    let address: MailAddress
    /// The person's time zone, in minutes east of Greenwich.
    var zone = 0
    /// The person's mail program for X-Mailer; empty for none.
    var mailer = ""
    /// The signature; empty for none.
    var signature = ""
    /// Whether the person's mail program quotes the answered message below the reply.
    var quotes = false
    /// Whether the mail program sends HTML besides the text.
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
