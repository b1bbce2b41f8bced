import InboxModel
import TerminalUI

/// The rows that a list has taken from its provider, in order and by id.
struct LoadedRows {
    private(set) var items: [ListEntry] = []
    private var entries: [RowID: ListEntry] = [:]
    /// The number of rows above these, and the filter that found them, when they were taken; nil before.
    private(set) var above: Int?
    private(set) var filter: MailPredicate?
    /// How often rows were taken.
    private(set) var timesTaken = 0

    /// Returns a row; nil if it is not loaded.
    subscript(id: RowID) -> ListEntry? { entries[id] }

    var ids: [RowID] { items.map(\.id) }

    @UI
    mutating func take(from provider: any ListRows) {
        items = provider.entries
        entries = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        (above, filter) = (provider.above, provider.filter)
        timesTaken += 1
    }

    /// Forgets the rows, as they are not those that are to be shown.
    mutating func drop() { (items, entries) = ([], [:]) }

    /// Returns the rows of a conversation: itself, or its messages.
    func rows(of thread: ThreadID) -> [RowID] {
        guard entries[.thread(thread)] == nil else { return [.thread(thread)] }
        return items.filter { $0.id.isMessage && $0.thread.id == thread }.map(\.id)
    }

    /// Returns the row that shows what an entry of perhaps the other kind shows: the same, or the first of its conversation.
    func row(showing entry: ListEntry) -> RowID? {
        if let same = entries[entry.id] { return same.id }
        return items.first { $0.id.isMessage != entry.id.isMessage && $0.thread.id == entry.thread.id }?.id
    }
}
