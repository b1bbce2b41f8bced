import InboxKit
import InboxModel
import TerminalUI

/// What the search line offers while the user types: names and values to complete, and earlier searches.
@UI
final class SearchOffers {
    private let session: MailSession
    private let accounts: ModelProvider<Account>
    private let mailboxes: ModelProvider<Mailbox>
    private lazy var people = contacts()
    private lazy var searched = KeptViews(KeptViews.searched, session: session)
    /// The number of earlier searches that are kept.
    private static let most = 50

    init(session: MailSession, accounts: ModelProvider<Account>, mailboxes: ModelProvider<Mailbox>) {
        (self.session, self.accounts, self.mailboxes) = (session, accounts, mailboxes)
    }

    private func contacts() -> ModelProvider<Contact> { session.contactProvider(sort: .use, window: 0..<300) }

    /// What Tab completes, as far as it is loaded.
    var completion: QueryCompletion {
        let names = mailboxes.items.filter { $0.role == nil }.map { Wording.line($0.name) }
        return QueryCompletion(
            known: mailboxes.items, mailboxes: names.sorted(), accounts: accounts.items,
            people: people.items.map {
                let address = $0.address
                return .init(name: Wording.line(address.name), email: Wording.line(address.email))
            },
            tags: { [session] in ((try? session.tags()) ?? []).map { Wording.line($0.rawValue) } })
    }

    /// Whether people or mailboxes were loaded since: nothing waits for them.
    func haveGrown(since known: QueryCompletion) -> Bool {
        known.people.isEmpty && !people.items.isEmpty || known.known.isEmpty && !mailboxes.items.isEmpty
    }

    /// The earlier searches, the last one first.
    var earlier: [String] { searched.views.compactMap(\.query) }

    func keep(_ search: MailView) throws(DataError) { try searched.putFirst(search, limit: Self.most) }
}
