import InboxModel
import TerminalUI

/// What a row of the drawer stands for.
enum DrawerRow: Hashable, Sendable {
    case account(AccountID)
    case view(MailView)
    /// What stands above the pinned views.
    case pinnedTitle
    case pinned(MailView)
    /// What stands above the tags, and folds them.
    case tagsTitle
    case contacts, outbox, settings
    case rule

    /// What the list shows for it.
    var target: MailView? {
        switch self {
        case .view(let view), .pinned(let view): view
        case .account, .pinnedTitle, .tagsTitle, .contacts, .outbox, .settings, .rule: nil
        }
    }

    /// Headings that do nothing, and rules, are gone past.
    var canBeSelected: Bool {
        switch self {
        case .view, .pinned, .tagsTitle, .contacts, .outbox, .settings: true
        case .account, .pinnedTitle, .rule: false
        }
    }
}

/// Accounts and mailboxes, sliding over the list from the left.
struct Drawer {
    var rows = ListWidget<DrawerRow>()
    private(set) var isOpen = false
    /// It stands beside the list because there is room.
    var isPinned = false
    /// What the list showed when the drawer was opened.
    private(set) var origin: ListPlace?
    /// The search that was looked through then: it is gone on with unless another place is chosen.
    var search: SearchLine?
    /// Where the list was when the drawer was opened, or before it searched.
    var home: ListPlace? { search?.origin ?? origin }
    /// How much of it is in sight, 0…1.
    var slide = Slide(at: 0)
    private(set) var items: [DrawerItem] = []
    /// Letters of a name that is looked for; nil when keys are commands.
    var jump: TextField?
    /// What is selected as soon as there is such a row.
    private var expected: DrawerRow?

    /// - Parameter view: what is marked as shown, which is selected.
    mutating func open(over origin: ListPlace, marking view: MailView, at now: ContinuousClock.Instant) {
        self.origin = origin
        isOpen = true
        slide.go(to: 1, at: now)
        rows.select(.pinned(view))
        rows.select(.view(view))
    }

    /// What the list goes back to is another where that is gone.
    mutating func leaveOrigin(for place: ListPlace, unless isThere: (MailView) -> Bool) {
        if let origin, !isThere(origin.view) { self.origin = place }
    }

    mutating func close(at now: ContinuousClock.Instant) {
        (origin, search, expected) = (nil, nil, nil)
        jump = nil
        isOpen = false
        slide.go(to: 0, at: now)
    }

    mutating func update(_ new: [DrawerItem]) {
        items = new
        rows.reset(items.map(\.row))
        if let expected, items.contains(where: { $0.row == expected }) {
            rows.select(expected)
            self.expected = nil
        }
        settle(by: 1)
    }

    /// Selects a row that may have to come first.
    mutating func expect(_ row: DrawerRow) {
        expected = row
        update(items)
    }

    /// Moves, past headings and rules, which stay where they are at the ends.
    mutating func move(by step: Int) {
        guard step != 0 else { return }
        let before = rows.selectedIndex
        rows.move(by: step)
        settle(by: step > 0 ? 1 : -1)
        if rows.selection?.canBeSelected != true, let before { rows.select(index: before) }
    }

    mutating func go(toTop: Bool) {
        if toTop { rows.moveToTop() } else { rows.moveToBottom() }
        settle(by: toTop ? 1 : -1)
    }

    /// Headings and rules are not counted.
    mutating func go(toPlace number: Int) {
        if let row = rows.rows.filter(\.canBeSelected).prefix(number).last { rows.select(row) }
    }

    mutating func look() { jump = TextField(placeholder: "letters of a name", limit: 100) }

    /// Goes to the row whose name fits the letters best; stays when none does.
    mutating func jump(to letters: String) {
        let owners = DrawerItem.owners(of: items)
        let scored = items.filter(\.row.canBeSelected).compactMap { item in
            FuzzyMatch.score(letters, in: "\(item.title) \(owners[item.row] ?? "")").map { (item.row, score: $0) }
        }
        // Of equals the first counts: the order of the drawer is the user's.
        guard let best = scored.map(\.score).max(), let row = scored.first(where: { $0.score == best })?.0 else {
            return
        }
        rows.select(row)
    }

    /// Goes on until something can be selected.
    mutating func settle(by step: Int) {
        while let selection = rows.selection, !selection.canBeSelected, rows.move(by: step) {}
    }
}

/// What the drawer looks like by while it is not used.
struct DrawerLook: Equatable {
    var items: [DrawerItem]
    var top: Int
    var selected: Int?
    var view: MailView
    var accounts: [StatusText]
    var queue: String
    var quota: String?
}
