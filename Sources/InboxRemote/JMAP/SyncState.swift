import Foundation

/// From where on changes are asked for: one state string for each type (RFC 8620 §5.2), together one text to keep.
struct SyncState: Codable, Hashable {
    var email: String
    var mailbox: String
    /// Of the contacts; nil until they were read.
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
