import InboxModel

/// A row of the drawer with its contents.
struct DrawerItem: Hashable, Sendable {
    var row: DrawerRow
    /// The name without the levels that the rows above show.
    var title: String
    var indent = 0
    /// The number of unread threads, or of all; 0 shows nothing.
    var count = 0
    /// Whether `count` is of unread threads.
    var isUnread = true

    /// Whether the rows below this heading are hidden.
    var isFolded = false

    /// The name with all levels, for a place apart from the rows above.
    var fullName: String { path ?? title }
    /// The full name of a mailbox whose title lacks levels.
    var path: String?

    /// Returns the heading of each row, whose letters find the row too: the address if there are several accounts, or the kind of row.
    static func owners(of items: [DrawerItem]) -> [DrawerRow: String] {
        let accounts = items.count { if case .account = $0.row { true } else { false } }
        var owners: [DrawerRow: String] = [:]
        var owner = ""
        for item in items {
            switch item.row {
            case .account: owner = accounts > 1 ? item.title : ""
            case .pinnedTitle: owner = "view"
            case .tagsTitle: owner = "tag"
            case .rule: owner = ""
            default: owners[item.row] = owner
            }
        }
        return owners
    }

    private static let roles: [MailboxRole] = [.drafts, .sent, .archive, .all, .important, .junk, .trash]

    /// - Parameters:
    ///   - pinned: The views that the user pinned; those that no longer exist are omitted.
    ///   - tags: The tags of all accounts, by name, without labels, which are mailboxes.
    ///   - foldsTags: Whether the tags are folded; only the shown one then has a row.
    ///   - shown: The view being shown; it has a row even where it would otherwise have none.
    ///   - count: Returns the total and unread thread counts of views that are no mailboxes, as far as they are known.
    static func all(
        _ accounts: [Account], _ mailboxes: [Mailbox], pinned: [MailView] = [], tags: [MailTag] = [],
        foldsTags: Bool = false, shown: MailView? = nil,
        count: (MailView) -> (total: Int, unread: Int) = { _ in (0, 0) }
    ) -> [DrawerItem] {
        var items: [DrawerItem] = []
        for account in accounts {
            items.append(DrawerItem(row: .account(account.id), title: Wording.line(account.address)))
            items += self.items(
                of: account, mailboxes.filter { $0.account == account.id }, shown, count)
        }
        let kept = pinned.filter { $0.exists(accounts, mailboxes) }
        if !kept.isEmpty { items.append(DrawerItem(row: .pinnedTitle, title: "Views")) }
        items += kept.map { view in
            let title = Wording.line(view.title(mailboxes))
            return DrawerItem(row: .pinned(view), title: title, indent: 2, count: count(view).unread)
        }
        items += self.items(of: tags, foldsTags, shown)
        items.append(DrawerItem(row: .rule, title: ""))
        if accounts.count > 1 {
            let unread = mailboxes.filter { $0.role == .inbox }.reduce(0) { $0 + $1.unreadThreadCount }
            items.append(DrawerItem(row: .view(.allInboxes), title: "All inboxes", indent: 2, count: unread))
        }
        items.append(DrawerItem(row: .contacts, title: "Contacts", indent: 2))
        items.append(DrawerItem(row: .outbox, title: "Outbox", indent: 2))
        items.append(DrawerItem(row: .settings, title: "Settings", indent: 2))
        return items
    }

    private static func items(of tags: [MailTag], _ isFolded: Bool, _ shown: MailView?) -> [DrawerItem] {
        var tags = tags
        if case .tag(let looked) = shown, !tags.contains(where: { $0.keyword == looked }) {
            // The tag keeps its place while it is shown.
            let place = tags.firstIndex { $0.keyword.tagName > looked.tagName } ?? tags.count
            tags.insert(MailTag(looked, threadCount: 0), at: place)
        }
        guard !tags.isEmpty else { return [] }
        let title = DrawerItem(
            row: .tagsTitle, title: "Tags", count: isFolded ? tags.count : 0, isUnread: false, isFolded: isFolded)
        return [title]
            + tags.filter { !isFolded || shown == .tag($0.keyword) }.map { tag in
                DrawerItem(
                    row: .view(.tag(tag.keyword)), title: Wording.line(tag.keyword.tagName), indent: 2,
                    count: tag.unreadThreadCount)
            }
    }

    private static func items(
        of account: Account, _ mailboxes: [Mailbox], _ shown: MailView?,
        _ count: (MailView) -> (total: Int, unread: Int)
    ) -> [DrawerItem] {
        let inbox = mailboxes.first { $0.role == .inbox }
        var items = [
            DrawerItem(
                row: .view(.role(account.id, .inbox)), title: "Inbox", indent: 2, count: inbox?.unreadThreadCount ?? 0),
            DrawerItem(
                row: .view(.unread(account.id)), title: "Unread", indent: 2, count: count(.unread(account.id)).total),
            DrawerItem(
                row: .view(.starred(account.id)), title: "Starred", indent: 2,
                count: count(.starred(account.id)).total, isUnread: false),
        ]
        // Views of threads put aside have a row only while they contain any.
        for aside in [MailView.replyLater(account.id), .snoozed(account.id)] {
            let waiting = count(aside).total
            guard waiting > 0 || shown == aside else { continue }
            items.append(
                DrawerItem(
                    row: .view(aside), title: aside.title(mailboxes), indent: 2, count: waiting, isUnread: false))
        }
        for role in roles {
            guard let mailbox = mailboxes.first(where: { $0.role == role }) else { continue }
            let count =
                switch role {
                case .archive, .sent, .all: 0
                case .drafts: count(.role(account.id, .drafts)).total
                default: mailbox.unreadThreadCount
                }
            items.append(
                DrawerItem(
                    row: .view(.role(account.id, role)), title: Wording.name(of: role), indent: 2, count: count,
                    isUnread: role != .drafts))
        }
        return items + others(account, mailboxes.filter { $0.role == nil })
    }

    /// Returns the user's own mailboxes, each below its parent. Levels that are mailboxes themselves are shown by indenting.
    private static func others(_ account: Account, _ mailboxes: [Mailbox]) -> [DrawerItem] {
        Mailbox.outline(mailboxes).map { place in
            let mailbox = place.mailbox
            var item = DrawerItem(
                row: .view(.mailbox(account.id, mailbox.id)), title: Wording.line(place.title),
                indent: 2 + 2 * place.depth, count: mailbox.unreadThreadCount)
            if place.depth > 0 { item.path = Wording.name(of: mailbox) }
            return item
        }
    }
}
