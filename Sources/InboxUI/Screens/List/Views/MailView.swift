import InboxModel

/// What a list shows: a mailbox, or threads of several.
enum MailView: Hashable, Sendable, Codable {
    case role(AccountID, MailboxRole)
    case mailbox(AccountID, MailboxID)
    case starred(AccountID)
    /// Unread mail in the inbox.
    case unread(AccountID)
    /// Mail marked for a reply.
    case replyLater(AccountID)
    /// Snoozed mail.
    case snoozed(AccountID)
    case allInboxes
    /// Mail with a tag, in any mailbox of all accounts.
    case tag(Keyword)
    case search(String)
    /// A search with a name of its own.
    case saved(name: String, query: String)

    func predicate(_ clock: WallClock) -> MailPredicate {
        switch self {
        case .role(let account, let role): .account(account) && .mailbox(.role(role))
        case .mailbox(let account, let mailbox): .account(account) && .mailbox(.ids([mailbox]))
        case .starred(let account):
            .all([.account(account), .starred, .not(.mailbox(.role(.trash))), .not(.mailbox(.role(.junk)))])
        case .replyLater(let account):
            .all([
                .account(account), .keyword(.replyLater), .not(.mailbox(.role(.trash))), .not(.mailbox(.role(.junk))),
            ])
        case .snoozed(let account): .account(account) && .keyword(.snoozed)
        case .unread(let account): .all([.account(account), .mailbox(.role(.inbox)), .unread])
        case .allInboxes: .mailbox(.role(.inbox))
        case .tag(let tag): .keyword(tag)
        case .search(let text), .saved(_, let text): LiveQuery(text, clock: clock).query.predicate
        }
    }

    /// The account; nil for views over all accounts.
    var account: AccountID? {
        switch self {
        case .role(let account, _), .mailbox(let account, _), .starred(let account), .unread(let account),
            .replyLater(let account), .snoozed(let account):
            account
        case .allInboxes, .tag, .search, .saved: nil
        }
    }

    /// Returns the entries of the drawer other than mailboxes, kept views and tags.
    /// - Parameter account: Whose views; nil omits those of a single account.
    static func standing(of account: AccountID?, amongSeveral: Bool) -> [MailView] {
        (account.map { [.starred($0), .unread($0), .replyLater($0), .snoozed($0)] } ?? [])
            + (amongSeveral ? [.allInboxes] : [])
    }

    /// Returns the mailboxes whose mail the view shows; empty where it is not limited to mailboxes.
    func mailboxes(_ all: [Mailbox]) -> [Mailbox] {
        switch self {
        case .role(let account, let role): all.filter { $0.account == account && $0.role == role }
        case .mailbox(_, let id): all.filter { $0.id == id }
        case .unread(let account): all.filter { $0.account == account && $0.role == .inbox }
        case .allInboxes: all.filter { $0.role == .inbox }
        case .starred, .replyLater, .snoozed, .tag, .search, .saved: []
        }
    }

    /// Whether the view may include mail that the store does not have. The store has all drafts and all mail put aside, whatever their age,
    /// and searches ask servers themselves.
    var mayReachBack: Bool {
        switch self {
        case .replyLater, .snoozed, .search, .saved, .role(_, .drafts): false
        case .role, .mailbox, .starred, .unread, .allInboxes, .tag: true
        }
    }

    /// The text of a search; nil for other views.
    var query: String? {
        switch self {
        case .search(let text), .saved(_, let text): text
        default: nil
        }
    }

    /// Whether rows name the recipients instead of the senders.
    var isOutgoing: Bool {
        if case .role(_, let role) = self { role == .sent || role == .drafts } else { false }
    }

    /// Whether it is the drafts mailbox, where each row is a draft, to be edited or discarded on its own.
    var isOfDrafts: Bool { if case .role(_, .drafts) = self { true } else { false } }

    /// Whether rows are conversations unless the user chose for this view.
    func showsConversations(_ settings: Settings) -> Bool { settings.conversations && !isOfDrafts }

    /// Whether it is the sent mailbox, where rows show what the user wrote.
    var isSent: Bool { if case .role(_, .sent) = self { true } else { false } }

    func title(_ mailboxes: [Mailbox]) -> String {
        switch self {
        case .role(_, let role): Wording.name(of: role)
        case .mailbox(_, let id): mailboxes.first { $0.id == id }.map { Wording.name(of: $0) } ?? "Mailbox"
        case .starred: "Starred"
        case .unread: "Unread"
        case .replyLater: "Reply later"
        case .snoozed: "Snoozed"
        case .allInboxes: "All inboxes"
        case .tag(let tag): Wording.line(tag.tagName)
        case .search(let text): text
        case .saved(let name, _): name
        }
    }

    /// Whether it can still be shown: its account exists, and its mailbox, if it has one.
    func exists(_ accounts: [Account], _ mailboxes: [Mailbox]) -> Bool {
        switch self {
        case .mailbox(let account, let id):
            accounts.contains { $0.id == account } && mailboxes.contains { $0.id == id }
        case .role(let account, _), .starred(let account), .unread(let account), .replyLater(let account),
            .snoozed(let account):
            accounts.contains { $0.id == account }
        case .allInboxes, .tag, .search, .saved: true
        }
    }
}
