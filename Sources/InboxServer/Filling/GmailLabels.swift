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

    // English, German, French, Spanish, Catalan, Italian, Portuguese and Dutch, in lower case. In other languages
    // Gmail's own labels become labels like the user's.
    private static let unread: Set = [
        "unread", "ungelesen", "non lu", "non lus", "no leído", "no leídos", "no llegit", "no llegits", "da leggere",
        "não lida", "não lidas", "não lido", "não lidos", "ongelezen",
    ]
    private static let starred: Set = [
        "starred", "markiert", "favoris", "suivis", "destacados", "destacats", "speciali", "com estrela", "met ster",
    ]
    private static let roles: [String: MailboxRow.Role] = [
        "inbox": .inbox, "posteingang": .inbox, "boîte de réception": .inbox, "recibidos": .inbox,
        "safata d'entrada": .inbox, "safata d’entrada": .inbox, "posta in arrivo": .inbox, "caixa de entrada": .inbox,
        "postvak in": .inbox,
        "sent": .sent, "gesendet": .sent, "envoyé": .sent, "envoyés": .sent, "messages envoyés": .sent,
        "enviado": .sent, "enviados": .sent, "enviats": .sent, "inviati": .sent, "posta inviata": .sent,
        "e-mails enviados": .sent, "correio enviado": .sent, "verzonden": .sent, "verzonden berichten": .sent,
        "draft": .drafts, "drafts": .drafts, "entwurf": .drafts, "entwürfe": .drafts, "brouillon": .drafts,
        "brouillons": .drafts, "borrador": .drafts, "borradores": .drafts, "esborranys": .drafts, "bozze": .drafts,
        "rascunho": .drafts, "rascunhos": .drafts, "concepten": .drafts,
        "trash": .trash, "bin": .trash, "papierkorb": .trash, "corbeille": .trash, "papelera": .trash,
        "paperera": .trash, "cestino": .trash, "lixeira": .trash, "prullenbak": .trash,
        "spam": .spam,
    ]
    private static let marks: Set = [
        "opened", "geöffnet", "ouvert", "ouverts", "abierto", "abiertos", "oberts", "geopend",
        "archived", "archiviert", "archivé", "archivés", "messages archivés", "archivado", "archivados", "arxivats",
        "archiviati", "arquivado", "arquivados", "gearchiveerd",
        "important", "importants", "wichtig", "importante", "importantes", "importanti", "belangrijk",
    ]
    /// “Categoría: Promociones”, and the same with a blank alone.
    private static let categories = ["category", "kategorie", "catégorie", "categoría", "categoria", "categorie"]
        .flatMap { [$0 + " ", $0 + ":"] }

    /// Whether a label says nothing that is not known, or is Gmail's own guess.
    private static func meansNothing(_ known: String) -> Bool {
        marks.contains(known) || (categories + ["imap_", "^"]).contains { known.hasPrefix($0) }
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
