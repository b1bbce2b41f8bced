import Foundation

/// The labels that mail exported from Gmail has (Google Takeout): in the header X-Gmail-Labels, in CSV, with the names of Gmail's own
/// labels in the language of the account.
struct GmailLabels: Equatable {
    static let header = "x-gmail-labels"

    var isUnread = false
    var isStarred = false
    /// `archive` for mail that is in none of Gmail's own places.
    var role = MailboxRow.Role.archive
    /// The user's own labels, in order.
    var own: [String] = []

    /// - Parameter value: the header's text, decoded.
    init(_ value: String) {
        var roles: Set<MailboxRow.Role> = []
        for name in Self.names(in: value) {
            let known = name.lowercased()
            if Self.unread.contains(known) {
                isUnread = true
            } else if Self.starred.contains(known) {
                isStarred = true
            } else if let role = Self.roles[known] {
                roles.insert(role)
            } else if !Self.meansNothing(known), !own.contains(name) {
                own.append(name)
            }
        }
        role = Self.order.first(where: roles.contains) ?? .archive
    }

    /// Mail that was sent to oneself is in two places; it stays where it would be missed.
    private static let order: [MailboxRow.Role] = [.trash, .spam, .drafts, .inbox, .sent]

    // English, German and French. In other languages Gmail's own labels become labels like the user's.
    private static let unread: Set = ["unread", "ungelesen", "non lus", "non lu"]
    private static let starred: Set = ["starred", "markiert", "favoris", "suivis"]
    private static let roles: [String: MailboxRow.Role] = [
        "inbox": .inbox, "posteingang": .inbox, "boîte de réception": .inbox,
        "sent": .sent, "gesendet": .sent, "messages envoyés": .sent,
        "draft": .drafts, "drafts": .drafts, "entwürfe": .drafts, "brouillons": .drafts,
        "trash": .trash, "bin": .trash, "papierkorb": .trash, "corbeille": .trash,
        "spam": .spam,
    ]

    /// Whether a label says nothing that is not known, or is Gmail's own guess.
    private static func meansNothing(_ known: String) -> Bool {
        let marks: Set = [
            "opened", "geöffnet", "ouvert", "archived", "archiviert", "messages archivés", "important", "wichtig",
        ]
        return marks.contains(known)
            || ["category ", "kategorie ", "catégorie ", "imap_", "^"].contains { known.hasPrefix($0) }
    }

    /// The fields of a line of CSV (RFC 4180 §2), without blanks around them.
    private static func names(in line: String) -> [String] {
        var (fields, field, isQuoted) = ([String](), "", false)
        for letter in line {
            if letter == "\"" {
                isQuoted.toggle()
            } else if letter == ",", !isQuoted {
                fields.append(field)
                field = ""
            } else {
                field.append(letter)
            }
        }
        return (fields + [field]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
