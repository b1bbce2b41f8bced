import GRDB

/// A folder, a label or a keyword of an account.
struct MailboxRow: Sendable {
    /// The roles of mailboxes, named as in the API.
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

        /// With labels, archived mail is the mail that has only `all`.
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
    /// Whether it is the user's own mark, not a folder: a message has one folder and any number of keywords.
    let isKeyword: Bool

    init(id: Int64, publicID: String, role: Role?, displayName: String, isKeyword: Bool) {
        self.id = id
        self.publicID = publicID
        self.role = role
        self.displayName = displayName
        self.isKeyword = isKeyword
    }

    init(row: Row) {
        id = row[0]
        publicID = row[1]
        role = (row[2] as String?).flatMap(Role.init(rawValue:))
        displayName = row[3]
        isKeyword = row[4]
    }

    /// Returns the object type in the change log.
    func object(of account: ServedAccount) -> ChangeObject { isKeyword ? .keyword : account.mailboxObject }

    /// The JSON within threads and messages.
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

/// All mailboxes and keywords of an account, which are few enough for lookups in memory.
struct MailboxList: Sendable {
    private(set) var all: [MailboxRow] = []
    /// The user's own keywords, which accounts with folders have in addition.
    private(set) var keywords: [MailboxRow] = []
    private var byID: [Int64: MailboxRow] = [:]
    /// By their names in lower case, like keywords.
    private var byName: [String: MailboxRow] = [:]
    private var keywordsByName: [String: MailboxRow] = [:]

    init(_ db: Database, account: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT id, publicID, role, displayName, isKeyword FROM mailbox WHERE accountID = ? ORDER BY id")
        for row in try Row.fetchAll(statement, arguments: [account]) { add(MailboxRow(row: row)) }
    }

    /// Adds a mailbox or keyword that was created.
    mutating func add(_ row: MailboxRow) {
        let name = row.displayName.lowercased()
        if row.isKeyword {
            keywords.append(row)
            keywordsByName[name] = keywordsByName[name] ?? row
        } else {
            all.append(row)
            byID[row.id] = row
            byName[name] = byName[name] ?? row
        }
    }

    subscript(id: Int64) -> MailboxRow? { byID[id] }

    subscript(role: MailboxRow.Role) -> MailboxRow? { all.first { $0.role == role } }

    /// Returns those of the ids that are keywords.
    func keywords(among mailboxes: Set<Int64>) -> Set<Int64> {
        mailboxes.intersection(keywords.map(\.id))
    }

    /// Returns the mailboxes of the first set with the keywords of the second.
    func changingKeywords(of mailboxes: Set<Int64>, to others: Set<Int64>) -> Set<Int64> {
        mailboxes.subtracting(keywords.map(\.id)).union(keywords(among: others))
    }

    /// Returns what the user created and may put on any message: keywords, or labels.
    func own(hasLabels: Bool) -> [MailboxRow] {
        hasLabels ? all.filter { $0.role == nil } : keywords
    }

    /// Whether another mailbox or keyword has that name.
    func isTaken(_ name: String, except id: Int64?) -> Bool {
        let name = name.lowercased()
        let others = [byName[name], keywordsByName[name], MailboxRow.Role(rawValue: name).flatMap { self[$0] }]
        return others.contains { other in other.map { $0.id != id } ?? false }
    }

    func withPublicID(_ publicID: String) -> MailboxRow? { all.first { $0.publicID == publicID } }

    func named(_ displayName: some StringProtocol) -> MailboxRow? { byName[displayName.lowercased()] }

    /// Whether a message in these mailboxes counts as sent.
    func isSent(_ mailboxes: Set<Int64>) -> Bool {
        self[.sent].map { mailboxes.contains($0.id) } ?? false
    }

    /// Returns the mailboxes for a filter `in=`: by id, role or display name.
    func matching(_ text: String) -> [MailboxRow] {
        all.filter {
            $0.publicID == text || $0.role?.rawValue == text.lowercased()
                || $0.displayName.lowercased() == text.lowercased()
        }
    }
}
