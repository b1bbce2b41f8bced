import InboxModel
import InboxStore

/// Rows that a predicate selects and a sort orders.
protocol ListRow: ProviderRow {
    static func key(of row: Self, in sort: MailSort) -> SortKey
    /// - Parameter key: only rows behind this place in the order.
    static func read(_ reader: StoreReader, _ query: ListQuery, offset: Int, limit: Int, after key: SortKey?) throws
        -> [Self]
    static func count(_ reader: StoreReader, _ query: ListQuery) throws -> Int
    /// What changed threads mean for the rows that a resolved predicate selects.
    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ predicate: MailPredicate) -> [RowChange<Self>]
}

/// A resolved predicate and an order.
struct ListQuery: Hashable, Sendable {
    var predicate: MailPredicate
    var sort: MailSort
}

extension MailThread: ListRow {
    static func key(of row: MailThread, in sort: MailSort) -> SortKey { sort.key(of: row) }

    static func read(_ reader: StoreReader, _ query: ListQuery, offset: Int, limit: Int, after key: SortKey?) throws
        -> [MailThread]
    {
        try reader.threads(
            ThreadQuery(predicate: query.predicate, sort: query.sort), offset: offset, limit: limit, after: key)
    }

    static func count(_ reader: StoreReader, _ query: ListQuery) throws -> Int {
        try reader.count(ThreadQuery(predicate: query.predicate, sort: query.sort))
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ predicate: MailPredicate) -> [RowChange<
        MailThread
    >] {
        let unread = MailPredicate.all([predicate, .unread])
        return threads.values.compactMap { change in
            let before = change.before.flatMap { $0.matches(predicate) ? $0 : nil }
            let after = change.after.flatMap { $0.matches(predicate) ? $0 : nil }
            guard before != nil || after != nil else { return nil }
            let wasUnread = before?.matches(unread) == true
            let isUnread = after?.matches(unread) == true
            return RowChange(
                before: before?.thread, after: after?.thread, unread: (isUnread ? 1 : 0) - (wasUnread ? 1 : 0))
        }
    }
}

extension Message: ListRow {
    static func key(of row: Message, in sort: MailSort) -> SortKey { sort.key(of: row) }

    static func read(_ reader: StoreReader, _ query: ListQuery, offset: Int, limit: Int, after key: SortKey?) throws
        -> [Message]
    {
        try reader.messages(
            MessageQuery(predicate: query.predicate, sort: query.sort), offset: offset, limit: limit, after: key)
    }

    static func count(_ reader: StoreReader, _ query: ListQuery) throws -> Int {
        try reader.count(MessageQuery(predicate: query.predicate, sort: query.sort))
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ predicate: MailPredicate) -> [RowChange<Message>]
    {
        // A message that changed its thread stands in two changes: before in one, after in the other.
        var before: [MessageID: Message] = [:]
        var after: [MessageID: Message] = [:]
        for change in threads.values {
            for message in change.before?.selected(by: predicate) ?? [] { before[message.id] = message }
            for message in change.after?.selected(by: predicate) ?? [] { after[message.id] = message }
        }
        return Set(before.keys).union(after.keys).compactMap { id in
            let (old, new) = (before[id], after[id])
            if old == new { return nil }
            let unread = (new?.isUnread == true ? 1 : 0) - (old?.isUnread == true ? 1 : 0)
            return RowChange(before: old, after: new, unread: unread)
        }
    }
}

extension ThreadImage {
    fileprivate func selected(by predicate: MailPredicate) -> [Message] {
        messages.filter { message in predicate.matches(message, words: words[message.id] ?? MessageWords()) }
    }
}
