import InboxModel
import TerminalUI

/// What a row of the drawer stands for.
enum DrawerRow: Hashable, Sendable {
    case account(AccountID)
    case view(MailView)
    /// The heading of the pinned views.
    case pinnedTitle
    case pinned(MailView)
    /// The heading of the tags, which also folds them.
    case tagsTitle
    case contacts, outbox, settings
    case rule

    /// The view that the list shows for the row.
    var target: MailView? {
        switch self {
        case .view(let view), .pinned(let view): view
        case .account, .pinnedTitle, .tagsTitle, .contacts, .outbox, .settings, .rule: nil
        }
    }

    /// Whether the row can be selected; plain headings and rules are skipped.
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
    /// Whether the drawer stands beside the list, where there is room.
    var isPinned = false
    /// What the list showed when the drawer was opened.
    private(set) var origin: ListPlace?
    /// The search that was open then; it is resumed unless the user chooses another place.
    var search: SearchLine?
    /// The list's place when the drawer was opened, or before the search.
    var home: ListPlace? { search?.origin ?? origin }
    /// The visible part of the drawer, 0…1.
    var slide = Slide(at: 0)
    private(set) var items: [DrawerItem] = []
    /// The items by their rows.
    private(set) var contents: [DrawerRow: DrawerItem] = [:]
    /// Whether something has changed that `items` do not show yet.
    var isStale = true
    /// The letters of a name to find; nil when keys are commands.
    var jump: TextField?
    /// Whether no name has these letters.
    private(set) var findsNothing = false
    /// A row to select as soon as it exists.
    private var expected: DrawerRow?

    /// - Parameter view: The view marked as shown; its row is selected.
    mutating func open(over origin: ListPlace, marking view: MailView, at now: ContinuousClock.Instant) {
        self.origin = origin
        isOpen = true
        slide.go(to: 1, at: now)
        rows.select(.pinned(view))
        rows.select(.view(view))
    }

    /// Replaces the place that the list goes back to if it no longer exists.
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
        (items, isStale) = (new, false)
        contents = Dictionary(items.map { ($0.row, $0) }) { first, _ in first }
        rows.reset(items.map(\.row))
        if let expected, items.contains(where: { $0.row == expected }) {
            rows.select(expected)
            self.expected = nil
        }
        settle(by: 1)
    }

    /// Selects a row that may not exist yet.
    mutating func expect(_ row: DrawerRow) {
        expected = row
        update(items)
    }

    /// Moves the selection past headings and rules; at the ends it stays.
    mutating func move(by step: Int) {
        rows.move(by: step)
        settle(by: step > 0 ? 1 : -1)
    }

    /// Moves by pages of the drawer's height: 1 is a page down, -0.5 half a page up.
    mutating func movePages(_ pages: Double) {
        rows.movePages(pages)
        settle(by: pages > 0 ? 1 : -1)
    }

    mutating func go(toTop: Bool) {
        if toTop { rows.moveToTop() } else { rows.moveToBottom() }
        settle(by: toTop ? 1 : -1)
    }

    /// Goes to a row by its number, not counting headings and rules.
    mutating func go(toPlace number: Int) {
        if let row = rows.rows.filter(\.canBeSelected).prefix(number).last { rows.select(row) }
    }

    mutating func look() {
        jump = TextField(placeholder: "letters of a name", limit: 100)
        findsNothing = false
    }

    /// Goes to the row whose name matches the letters best; stays if none does.
    mutating func jump(to letters: String) {
        let owners = DrawerItem.owners(of: items)
        let scored = items.filter(\.row.canBeSelected).compactMap { item in
            FuzzyMatch.score(letters, in: "\(item.title) \(owners[item.row] ?? "")").map { (item.row, score: $0) }
        }
        // Of equal matches the first wins, as the drawer's order is the user's.
        let best = scored.map(\.score).max()
        let row = scored.first { $0.score == best }?.0
        findsNothing = row == nil
        if let row { rows.select(row) }
    }

    /// Moves on until the selection is a row that can be selected, at an end of the drawer back to the last such row.
    mutating func settle(by step: Int) {
        for way in [step, -step] {
            while let selection = rows.selection, !selection.canBeSelected, rows.move(by: way) {}
        }
    }
}

/// All that the look of the drawer depends on while it is not in use.
struct DrawerLook: Equatable {
    var items: [DrawerItem]
    var top: Int
    var selected: Int?
    var view: MailView
    var accounts: [StatusText]
    var queue: String
    var quota: String?
}
