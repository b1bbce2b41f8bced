import InboxKit
import InboxModel
import TerminalUI

/// The provider of a list, whichever rows it has.
protocol ListRows: AnyObject {
    var entries: [ListEntry] { get }
    var filter: MailPredicate { get set }
    var sort: MailSort { get set }
    var window: Range<Int> { get set }
    var above: Int { get }
    var count: Int { get }
    var unreadCount: Int { get }
    var isCounted: Bool { get }
    /// Rows that stay when reading them is all that would take them out.
    var lingeringRows: Set<RowID> { get set }
    func widen(to filter: MailPredicate)
    func refresh()
    /// Calls back once all is in the entries, and told, that was written before.
    func whenCaughtUp(_ done: @escaping () -> Void)
    /// Tells what happens for as long as what it returns is held.
    @UI func listen(_ hear: @escaping (ProviderEvent) -> Void) -> AnyObject
}

extension ModelProvider: ListRows where Row: ListedRow {
    var entries: [ListEntry] { items.compactMap(\.entry) }

    var lingeringRows: Set<RowID> {
        get { Set(lingering.map { Row.rowID($0) }) }
        set { lingering = Set(newValue.compactMap { Row.id(of: $0) }) }
    }

    @UI func listen(_ hear: @escaping (ProviderEvent) -> Void) -> AnyObject { ProviderListener(self, hear) }
}

extension MailSession {
    /// The rows of a list: conversations, or single messages.
    @UI
    func listRows(
        ofMessages isFlat: Bool, filter: MailPredicate, sort: MailSort, window: Range<Int>, loadsAtOnce: Bool
    ) -> any ListRows {
        isFlat
            ? messageProvider(filter: filter, sort: sort, window: window, loadsAtOnce: loadsAtOnce)
            : threadProvider(filter: filter, sort: sort, window: window, loadsAtOnce: loadsAtOnce)
    }
}
