import GRDB

/// A folder, or a label, of an account.
struct MailboxRow: Sendable {
    /// The API's names of what a mailbox is for.
    enum Role: String, CaseIterable, Sendable {
        case inbox, all, drafts, sent, archive, trash, spam, important

        var displayName: String {
            switch self {
            case .inbox: "INBOX"
            case .all: "All Mail"
            case .drafts: "Drafts"
            case .sent: "Sent"
            case .archive: "Archive"
            case .trash: "Trash"
            case .spam: "Spam"
            case .important: "Important"
            }
        }

        /// With labels the archive is whatever only `all` holds.
        func exists(withLabels hasLabels: Bool) -> Bool {
            switch self {
            case .archive: !hasLabels
            case .all, .important: hasLabels
            default: true
            }
        }
    }

    let id: Int64
    let publicID: String
    let role: Role?
    let displayName: String

    init(row: Row) {
        id = row[0]
        publicID = row[1]
        role = (row[2] as String?).flatMap(Role.init(rawValue:))
        displayName = row[3]
    }

    /// As it stands in threads and messages.
    var shortJSON: JSONValue {
        .object([
            JSONMember("display_name", .text(displayName)),
            JSONMember("id", .text(publicID)),
            JSONMember("name", .optional(role?.rawValue)),
        ])
    }

    func json(account: ServedAccount) -> JSONValue {
        .object([
            JSONMember("account_id", .text(account.publicID)),
            JSONMember("display_name", .text(displayName)),
            JSONMember("id", .text(publicID)),
            JSONMember("name", .optional(role?.rawValue)),
            JSONMember("object", .text(account.mailboxObject.rawValue)),
        ])
    }
}

/// All mailboxes of an account: few enough to be looked up in memory.
struct MailboxList: Sendable {
    let all: [MailboxRow]
    private let byID: [Int64: MailboxRow]

    init(_ db: Database, account: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT id, publicID, role, displayName FROM mailbox WHERE accountID = ? ORDER BY id")
        all = try Row.fetchAll(statement, arguments: [account]).map(MailboxRow.init(row:))
        byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    }

    subscript(id: Int64) -> MailboxRow? { byID[id] }

    subscript(role: MailboxRow.Role) -> MailboxRow? { all.first { $0.role == role } }

    func withPublicID(_ publicID: String) -> MailboxRow? { all.first { $0.publicID == publicID } }

    func named(_ displayName: String) -> MailboxRow? {
        all.first { $0.displayName.lowercased() == displayName.lowercased() }
    }

    /// Whether a message in these mailboxes counts as sent.
    func isSent(_ mailboxes: Set<Int64>) -> Bool {
        self[.sent].map { mailboxes.contains($0.id) } ?? false
    }

    /// Those that a filter `in=` means: by id, role or display name.
    func matching(_ text: String) -> [MailboxRow] {
        all.filter {
            $0.publicID == text || $0.role?.rawValue == text.lowercased()
                || $0.displayName.lowercased() == text.lowercased()
        }
    }
}
