import Foundation

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

    init?(_ text: String) {
        guard let state = try? JSONDecoder().decode(SyncState.self, from: Data(text.utf8)) else { return nil }
        self = state
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
