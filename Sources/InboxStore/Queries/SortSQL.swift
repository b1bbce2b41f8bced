import GRDB
import InboxModel

extension MailSort {
    /// The column that threads are ordered by, written as in its index, so that SQLite uses the index.
    var threadColumn: SQL {
        switch field {
        case .date: "thread.lastDate"
        case .from: "heading.senderKey"
        case .subject: "heading.subjectKey"
        case .size: "thread.size"
        case .unread: "(thread.unreadCount > 0) * 17592186044416 + thread.lastDate"
        case .starred: "(thread.starredCount > 0) * 17592186044416 + thread.lastDate"
        case .files: "thread.hasFiles * 17592186044416 + thread.lastDate"
        }
    }

    /// The column that rows of `mail AS message` are ordered by.
    var messageColumn: SQL {
        switch field {
        case .date: "message.receivedAt"
        case .from: "message.senderKey"
        case .subject: "message.subjectKey"
        case .size: "message.size"
        case .unread: "message.isUnread * 17592186044416 + message.receivedAt"
        case .starred: "message.isStarred * 17592186044416 + message.receivedAt"
        case .files: "message.hasFiles * 17592186044416 + message.receivedAt"
        }
    }

    /// Whether the order is by text, which is stored beside the rows of `thread`.
    var isByText: Bool { field == .from || field == .subject }

    var direction: SQL { isAscending ? "ASC" : "DESC" }

    /// The condition for rows after a place in the order.
    func isBehind(_ key: SortKey?, _ column: SQL, _ id: SQL) -> SQL {
        guard let key else { return "" }
        let comparison: SQL = isAscending ? ">" : "<"
        return "AND (\(column), \(id)) \(comparison) (\(key.databaseValue), \(key.id))"
    }
}

extension SortKey {
    var databaseValue: DatabaseValue {
        switch value {
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
