public import InboxModel
import InboxStore

extension MailThread: MailRow {
    public typealias Filter = MailPredicate
    public typealias Sort = MailSort

    static func precedes(_ first: MailThread, _ second: MailThread, in query: MailListQuery) -> Bool {
        query.sort.key(of: first).precedes(query.sort.key(of: second), in: query.sort)
    }

    static func read(
        _ reader: StoreReader, _ query: MailListQuery, offset: Int, limit: Int, after last: MailThread?,
        isBackwards: Bool
    ) throws -> [MailThread] {
        try reader.threads(
            ThreadQuery(predicate: query.predicate, sort: isBackwards ? query.backwards : query.sort), offset: offset,
            limit: limit, after: last.map { query.sort.key(of: $0) })
    }

    static func read(
        _ reader: StoreReader, _ query: MailListQuery, limit: Int, after pause: SortKey?, costing cost: Int
    ) throws -> ([MailThread], pause: SortKey?, areFew: Bool) {
        try reader.threads(
            ThreadQuery(predicate: query.predicate, sort: query.sort), limit: limit, after: pause, costing: cost)
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery, from slice: ListCount, costing cost: Int) throws
        -> ListCount
    {
        try slice.continued(query) { predicate, part in
            try reader.count(ThreadQuery(predicate: predicate, sort: query.sort), from: part, costing: cost)
        }
    }

    static func nextUnread(_ reader: StoreReader, _ query: MailListQuery, from row: MailThread, isBackwards: Bool)
        throws
        -> (row: MailThread, position: Int)?
    {
        try read(reader, query.unread, offset: 0, limit: 1, after: row, isBackwards: isBackwards).first.map { found in
            let all = ThreadQuery(predicate: query.predicate, sort: query.sort)
            return (found, try reader.count(all, before: query.sort.key(of: found)))
        }
    }

    static func blindToReading(_ query: MailListQuery) -> MailListQuery? { query.blindToReading }

    static func read(_ reader: StoreReader, _ query: MailListQuery, only id: ThreadID) throws -> MailThread? {
        try reader.threads(ThreadQuery(predicate: query.predicate && .thread(id), sort: query.sort), limit: 1).first
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int) {
        let all = ThreadQuery(predicate: query.predicate, sort: query.sort)
        let unread = ThreadQuery(predicate: query.unread.predicate, sort: query.sort)
        return (try reader.count(all), try reader.count(unread))
    }

    static func knownCount(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int)? {
        let all = ThreadQuery(predicate: query.predicate, sort: query.sort)
        let unread = ThreadQuery(predicate: query.unread.predicate, sort: query.sort)
        guard let total = try reader.knownCount(all), let unread = try reader.knownCount(unread) else { return nil }
        return (total, unread)
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ query: MailListQuery) -> [RowChange<MailThread>] {
        let unread = query.unread.predicate
        return threads.values.compactMap { change in
            let before = change.before.flatMap { $0.matches(query.predicate) ? $0 : nil }
            let after = change.after.flatMap { $0.matches(query.predicate) ? $0 : nil }
            guard before != nil || after != nil else { return nil }
            let wasUnread = before?.matches(unread) == true
            let isUnread = after?.matches(unread) == true
            return RowChange(
                before: before?.thread, after: after?.thread, unread: (isUnread ? 1 : 0) - (wasUnread ? 1 : 0))
        }
    }
}
