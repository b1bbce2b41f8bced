public import InboxModel
import InboxStore

extension Message: MailRow {
    public typealias Filter = MailPredicate
    public typealias Sort = MailSort

    static func precedes(_ first: Message, _ second: Message, in query: MailListQuery) -> Bool {
        query.sort.key(of: first).precedes(query.sort.key(of: second), in: query.sort)
    }

    static func read(
        _ reader: StoreReader, _ query: MailListQuery, offset: Int, limit: Int, after last: Message?, isBackwards: Bool
    ) throws -> [Message] {
        try reader.messages(
            MessageQuery(predicate: query.predicate, sort: isBackwards ? query.backwards : query.sort), offset: offset,
            limit: limit, after: last.map { query.sort.key(of: $0) })
    }

    static func nextUnread(_ reader: StoreReader, _ query: MailListQuery, from row: Message, isBackwards: Bool) throws
        -> (row: Message, position: Int)?
    {
        try read(reader, query.unread, offset: 0, limit: 1, after: row, isBackwards: isBackwards).first.map { found in
            let all = MessageQuery(predicate: query.predicate, sort: query.sort)
            return (found, try reader.count(all, before: query.sort.key(of: found)))
        }
    }

    static func blindToReading(_ query: MailListQuery) -> MailListQuery? { query.blindToReading }

    static func read(_ reader: StoreReader, _ query: MailListQuery, only id: MessageID) throws -> Message? {
        let one = MessageQuery(predicate: query.predicate && .message(id), sort: query.sort)
        return try reader.messages(one, limit: 1).first
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int) {
        let all = MessageQuery(predicate: query.predicate, sort: query.sort)
        let unread = MessageQuery(predicate: query.unread.predicate, sort: query.sort)
        return (try reader.count(all), try reader.count(unread))
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ query: MailListQuery) -> [RowChange<Message>] {
        // A message that moved to another thread is in two changes: before in one, after in the other.
        var before: [MessageID: Message] = [:]
        var after: [MessageID: Message] = [:]
        for change in threads.values {
            for message in change.before?.selected(by: query.predicate) ?? [] { before[message.id] = message }
            for message in change.after?.selected(by: query.predicate) ?? [] { after[message.id] = message }
        }
        return Set(before.keys).union(after.keys).compactMap { id in
            let (old, new) = (before[id], after[id])
            if old == new { return nil }
            let unread = (new?.isUnread == true ? 1 : 0) - (old?.isUnread == true ? 1 : 0)
            return RowChange(before: old, after: new, unread: unread)
        }
    }
}
