import InboxKit
import InboxModel
import TerminalUI

/// What the drawer lists: accounts, mailboxes, pinned views and tags, with their numbers kept live, and how full the accounts are.
@UI
final class DrawerListing {
    private let around: any Surroundings
    private let accounts: ModelProvider<Account>
    private let mailboxes: ModelProvider<Mailbox>
    private let changed: () -> Void
    /// The numbers of the entries that are no mailboxes.
    private(set) lazy var counts = ViewCounts(changed: changed)
    private(set) lazy var tags = DrawerTags(session: around.session, changed: changed)
    private(set) lazy var pinned = KeptViews(KeptViews.pinned, session: around.session, changed: changed)
    private(set) lazy var quotas = Quotas(session: around.session) { [around] in around.setNeedsDraw() }

    /// - Parameter changed: Called when an entry or its number changes, except for those of accounts and mailboxes.
    init(
        accounts: ModelProvider<Account>, mailboxes: ModelProvider<Mailbox>, around: any Surroundings,
        changed: @escaping () -> Void
    ) {
        (self.accounts, self.mailboxes, self.around, self.changed) = (accounts, mailboxes, around, changed)
    }

    /// Follows what there is now, before the drawer is opened: that key must not wait for a first look at a slow store.
    func follow() {
        followCounts()
        _ = tags
    }

    private func followCounts() {
        counts.follow(
            accounts.items.flatMap {
                [.starred($0.id), .unread($0.id), .replyLater($0.id), .snoozed($0.id), .role($0.id, .drafts)]
            } + pinned.views,
            session: around.session,
            clock: around.clock)
    }

    /// - Parameters:
    ///   - shown: The view that the list shows.
    ///   - unfolded: Whether tags are listed even if the drawer folds them.
    func items(shown: MailView, unfolded: Bool = false) -> [DrawerItem] {
        followCounts()
        return DrawerItem.all(
            accounts.items, mailboxes.items, pinned: pinned.views, tags: tags.all,
            foldsTags: tags.isFolded && !unfolded, shown: shown
        ) { counts.count($0) }
    }

    func foldTags() { tags.fold(!tags.isFolded, around: around) }

    /// The pinned views that the drawer shows: those that still exist.
    var shownPins: [MailView] { pinned.views.filter { $0.exists(accounts.items, mailboxes.items) } }

    /// Returns the pinned view that shows the same; a named search is also recognised by its words.
    func pin(showing view: MailView) -> MailView? {
        pinned.views.first { $0 == view || ($0.query != nil && $0.query == view.query) }
    }
}
