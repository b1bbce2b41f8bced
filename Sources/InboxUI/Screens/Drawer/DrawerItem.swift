import InboxModel

/// A row of the drawer with what it shows.
struct DrawerItem: Hashable, Sendable {
    var row: DrawerRow
    var title: String
    var indent = 0
    /// Unread threads, or all of them; 0 shows nothing.
    var count = 0
    /// Whether what is counted is unread.
    var isUnread = true

    /// Whether what belongs below is not shown.
    var isFolded = false

    /// What stands above rows, by which letters find them too: the address where there are several, or that it is a view.
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
    ///   - pinned: views that the user keeps; what is gone is left out.
    ///   - tags: of all accounts, by name: a server keeps them, or has labels, which are mailboxes.
    ///   - foldsTags: whether only that one of them has a row that is looked at.
    ///   - shown: the view that is looked at, which has a row even when it has nothing else.
    ///   - count: the threads of views that no mailbox counts, and the unread ones of them, as far as they are known.
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
            // It keeps its place while one looks at it.
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
        // What is put aside has a row while there is any.
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
                case .drafts: mailbox.threadCount
                default: mailbox.unreadThreadCount
                }
            items.append(
                DrawerItem(
                    row: .view(.role(account.id, role)), title: Wording.name(of: role), indent: 2, count: count,
                    isUnread: role != .drafts))
        }
        return items + others(account, mailboxes.filter { $0.role == nil })
    }

    /// Mailboxes of the user's own, by name, each under the one that holds it.
    private static func others(_ account: Account, _ mailboxes: [Mailbox]) -> [DrawerItem] {
        let names = Set(mailboxes.map(\.name))
        return mailboxes.sorted { $0.name.lowercased() < $1.name.lowercased() }.map { mailbox in
            let levels = mailbox.name.split(separator: "/").map(String.init)
            // As many levels as stand in the list themselves are shown by indenting.
            let shown = (1..<max(1, levels.count)).filter { names.contains(levels.prefix($0).joined(separator: "/")) }
            let depth = shown.last ?? 0
            let title = levels.isEmpty ? mailbox.name : levels.dropFirst(depth).joined(separator: "/")
            return DrawerItem(
                row: .view(.mailbox(account.id, mailbox.id)), title: Wording.line(title), indent: 2 + 2 * shown.count,
                count: mailbox.unreadThreadCount)
        }
    }
}
