import Foundation
import InboxModel

/// What a list shows: a mailbox, or threads of several.
enum MailView: Hashable, Sendable, Codable {
    case role(AccountID, MailboxRole)
    case mailbox(AccountID, MailboxID)
    case starred(AccountID)
    /// What is unread in the inbox.
    case unread(AccountID)
    case allInboxes
    case search(String)

    func predicate(_ clock: WallClock) -> MailPredicate {
        switch self {
        case .role(let account, let role): .account(account) && .mailbox(.role(role))
        case .mailbox(let account, let mailbox): .account(account) && .mailbox(.ids([mailbox]))
        case .starred(let account):
            .all([.account(account), .starred, .not(.mailbox(.role(.trash))), .not(.mailbox(.role(.junk)))])
        case .unread(let account): .all([.account(account), .mailbox(.role(.inbox)), .unread])
        case .allInboxes: .mailbox(.role(.inbox))
        case .search(let text): LiveQuery(text, clock: clock).query.predicate
        }
    }

    /// Nil for views over all accounts.
    var account: AccountID? {
        switch self {
        case .role(let account, _), .mailbox(let account, _), .starred(let account), .unread(let account): account
        case .allInboxes, .search: nil
        }
    }

    /// Whether rows name the recipients instead of the senders.
    var isOutgoing: Bool {
        if case .role(_, let role) = self { role == .sent || role == .drafts } else { false }
    }

    func title(_ mailboxes: [Mailbox]) -> String {
        switch self {
        case .role(_, let role): Wording.name(of: role)
        case .mailbox(_, let id): mailboxes.first { $0.id == id }.map { Wording.name(of: $0) } ?? "Mailbox"
        case .starred: "Starred"
        case .unread: "Unread"
        case .allInboxes: "All inboxes"
        case .search(let text): text
        }
    }

    /// Whether it can still be shown: its account, and its mailbox once mailboxes are known.
    func exists(_ accounts: [Account], _ mailboxes: [Mailbox]) -> Bool {
        switch self {
        case .mailbox(let account, let id):
            accounts.contains { $0.id == account } && mailboxes.contains { $0.id == id }
        case .role(let account, _), .starred(let account), .unread(let account): accounts.contains { $0.id == account }
        case .allInboxes, .search: true
        }
    }
}

/// Where the user was, for the next start.
struct ListPlace: Hashable, Sendable, Codable {
    static let key = "list.place"

    var view: MailView
    var thread: ThreadID?
    /// The first row of a window that holds the thread, so that it is found again deep down in a long list.
    var windowStart: Int

    init(view: MailView, thread: ThreadID?, windowStart: Int = 0) {
        self.view = view
        self.thread = thread
        self.windowStart = windowStart
    }

    init?(text: String?) {
        guard let text, let place = try? JSONDecoder().decode(ListPlace.self, from: Data(text.utf8)) else { return nil }
        self = place
    }

    var text: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
