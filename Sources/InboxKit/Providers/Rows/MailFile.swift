public import InboxModel
import InboxStore

/// A file with the message that carries it.
public struct MailFile: Hashable, Identifiable, Sendable {
    /// A message and a place in it: one file may come with several messages.
    public struct ID: Hashable, Sendable {
        public var message: MessageID
        /// The position among the files of the message, from 0.
        public var position: Int
    }

    public var message: Message
    /// The position among the files of the message, from 0.
    public var position: Int
    public var file: MessageFile

    public var id: ID { ID(message: message.id, position: position) }

    /// Returns the files of a message, in its order.
    static func all(of message: Message) -> [MailFile] {
        message.files.enumerated().map { MailFile(message: message, position: $0, file: $1) }
    }
}

extension MailFile: MailRow {
    public typealias Filter = MailPredicate
    public typealias Sort = MailSort

    static var always: MailPredicate { .hasFile }

    /// Orders files by their messages; the files of one message keep its order, whatever the direction.
    static func precedes(_ first: MailFile, _ second: MailFile, in query: MailListQuery) -> Bool {
        first.message.id == second.message.id
            ? first.position < second.position : Message.precedes(first.message, second.message, in: query)
    }

    static func read(
        _ reader: StoreReader, _ query: MailListQuery, offset: Int, limit: Int, after last: MailFile?, isBackwards: Bool
    ) throws -> [MailFile] {
        func files(of message: Message) -> [MailFile] { isBackwards ? all(of: message).reversed() : all(of: message) }
        var found = last.map { last in
            files(of: last.message).filter { isBackwards ? $0.position < last.position : $0.position > last.position }
        }
        var message = last?.message
        while (found ?? []).count < offset + limit {
            // Each message has at least one file, so that this many messages are enough.
            let wanted = min(offset + limit - (found ?? []).count, 500)
            let more = try Message.read(
                reader, query, offset: 0, limit: wanted, after: message, isBackwards: isBackwards)
            found = (found ?? []) + more.flatMap(files)
            message = more.last
            if more.count < wanted { break }
        }
        return Array((found ?? []).dropFirst(offset).prefix(limit))
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int) {
        let all = MessageQuery(predicate: query.predicate, sort: query.sort)
        let unread = MessageQuery(predicate: query.unread.predicate, sort: query.sort)
        return (try reader.fileCount(all), try reader.fileCount(unread))
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery, from slice: ListCount, costing cost: Int) throws
        -> ListCount
    {
        try slice.continued(query) { predicate, part in
            try reader.fileCount(MessageQuery(predicate: predicate, sort: query.sort), from: part, costing: cost)
        }
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ query: MailListQuery) -> [RowChange<MailFile>] {
        Message.changes(threads, query).flatMap { change in
            let before = change.before.map { all(of: $0) } ?? []
            let after = change.after.map { all(of: $0) } ?? []
            return (0..<max(before.count, after.count)).map { position in
                let old = position < before.count ? before[position] : nil
                let new = position < after.count ? after[position] : nil
                let unread = (new?.message.isUnread == true ? 1 : 0) - (old?.message.isUnread == true ? 1 : 0)
                return RowChange(before: old, after: new, unread: unread)
            }
        }
    }
}
