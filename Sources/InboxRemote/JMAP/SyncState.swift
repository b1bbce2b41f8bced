import InboxModel

/// The state from which changes are requested: one state string for each type (RFC 8620 §5.2), stored as one text.
struct SyncState: Codable, Hashable {
    var email: String
    var mailbox: String
    /// The state of the contacts; nil until they were read.
    var contacts: String?

    init(email: String, mailbox: String, contacts: String? = nil) {
        self.email = email
        self.mailbox = mailbox
        self.contacts = contacts
    }

    init?(_ text: String) { self.init(jsonText: text) }

    var text: String { (try? jsonText()) ?? "" }
}
