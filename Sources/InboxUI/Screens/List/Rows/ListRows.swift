import InboxKit
import InboxModel
import TerminalUI

/// The provider of a list, for either kind of row.
protocol ListRows: AnyObject {
    /// Whether rows are single messages.
    var isOfMessages: Bool { get }
    var entries: [ListEntry] { get }
    var filter: MailPredicate { get set }
    var sort: MailSort { get set }
    var window: Range<Int> { get set }
    var above: Int { get }
    var count: Int { get }
    var unreadCount: Int { get }
    var isCounted: Bool { get }
    /// Rows that stay even if reading them would remove them.
    var lingeringRows: Set<RowID> { get set }
    /// Moves the window to the nearest unread row, wherever it is; see `ModelProvider`.
    func moveToUnread(from row: RowID, isBackwards: Bool, _ done: @escaping (RowID?) -> Void)
    func widen(to filter: MailPredicate)
    func refresh()
    /// Calls back once the entries include, and events have reported, everything written before.
    func whenCaughtUp(_ done: @escaping () -> Void)
    /// Reports events for as long as the returned object is held.
    @UI func listen(_ hear: @escaping (ProviderEvent) -> Void) -> AnyObject
}

extension ModelProvider: ListRows where Row: ListedRow {
    var isOfMessages: Bool { Row.areMessages }

    var entries: [ListEntry] { items.compactMap(\.entry) }

    var lingeringRows: Set<RowID> {
        get { Set(lingering.map { Row.rowID($0) }) }
        set { lingering = Set(newValue.compactMap { Row.id(of: $0) }) }
    }

    func moveToUnread(from row: RowID, isBackwards: Bool, _ done: @escaping (RowID?) -> Void) {
        guard let id = Row.id(of: row) else { return done(nil) }
        moveToUnread(from: id, isBackwards: isBackwards) { done($0.map { Row.rowID($0) }) }
    }

    @UI func listen(_ hear: @escaping (ProviderEvent) -> Void) -> AnyObject { ProviderListener(self, hear) }
}

extension MailSession {
    /// Returns the rows of a list: conversations or single messages.
    @UI
    func listRows(
        ofMessages isFlat: Bool, filter: MailPredicate, sort: MailSort, window: Range<Int>, loadsAtOnce: Bool
    ) -> any ListRows {
        isFlat
            ? messageProvider(filter: filter, sort: sort, window: window, loadsAtOnce: loadsAtOnce)
            : threadProvider(filter: filter, sort: sort, window: window, loadsAtOnce: loadsAtOnce)
    }
}
