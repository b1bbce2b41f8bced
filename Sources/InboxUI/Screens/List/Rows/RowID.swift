import InboxKit
import InboxModel

/// What a row of a list stands for: a conversation, or a single message.
enum RowID: Hashable, Sendable {
    case thread(ThreadID)
    case message(MessageID)

    var isMessage: Bool { if case .message = self { true } else { false } }
}

/// A row of a list, for everything that draws rows or acts on them.
struct ListEntry: Hashable, Identifiable, Sendable {
    let id: RowID
    /// The conversation; for a message, a conversation with only this message.
    let thread: MailThread
}

/// A row that a list can show.
protocol ListedRow: ProviderRow where Filter == MailPredicate, Sort == MailSort {
    static var areMessages: Bool { get }
    /// The entry; nil for a row that no list can show.
    var entry: ListEntry? { get }
    /// Returns the id for a row; nil for a row of the other kind of list.
    static func id(of row: RowID) -> ID?
    static func rowID(_ id: ID) -> RowID
}

extension MailThread: ListedRow {
    static let areMessages = false
    var entry: ListEntry? { ListEntry(id: .thread(id), thread: self) }
    static func id(of row: RowID) -> ThreadID? { if case .thread(let id) = row { id } else { nil } }
    static func rowID(_ id: ThreadID) -> RowID { .thread(id) }
}

extension Message: ListedRow {
    static let areMessages = true
    var entry: ListEntry? { MailThread(alone: self).map { ListEntry(id: .message(id), thread: $0) } }
    static func id(of row: RowID) -> MessageID? { if case .message(let id) = row { id } else { nil } }
    static func rowID(_ id: MessageID) -> RowID { .message(id) }
}
