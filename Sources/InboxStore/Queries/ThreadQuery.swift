import GRDB
package import InboxModel

/// A list of threads: what to select, in what order.
package struct ThreadQuery: Sendable, Hashable {
    /// Resolved: no roles, names or spans.
    package var predicate: MailPredicate
    package var sort: MailSort

    package init(predicate: MailPredicate, sort: MailSort) {
        self.predicate = predicate
        self.sort = sort
    }

    /// - Parameter after: only rows behind this place in the order.
    func request(offset: Int, limit: Int, after key: SortKey? = nil) -> SQLRequest<Row> {
        let direction: SQL = sort.isAscending ? "ASC" : "DESC"
        let comparison: SQL = sort.isAscending ? ">" : "<"
        let columns = SQL(sql: ThreadTable.columns)
        if sort.field == .date, let plain = predicate.plainMailbox, let mailbox = plain.mailbox {
            let (index, marks) = (plain.index, plain.marks)
            let place: SQL =
                key.map { "AND (threadMailbox.lastDate, threadMailbox.thread) \(comparison) (\($0.number), \($0.id))" }
                ?? ""
            if offset == 0 {
                return """
                    SELECT \(columns) FROM threadMailbox \(index) CROSS JOIN thread ON thread.id = threadMailbox.thread \
                    WHERE mailbox = \(mailbox.rawValue) \(marks) \(place) \
                    ORDER BY threadMailbox.lastDate \(direction), threadMailbox.thread \(direction) LIMIT \(limit)
                    """
            }
            // What is passed over is counted along the index, without a look at its threads.
            return """
                SELECT \(columns) FROM (SELECT thread AS found, lastDate AS place FROM threadMailbox \(index) \
                WHERE mailbox = \(mailbox.rawValue) \(marks) \(place) \
                ORDER BY lastDate \(direction), thread \(direction) LIMIT \(limit) OFFSET \(offset)) \
                JOIN thread ON thread.id = found ORDER BY place \(direction), found \(direction)
                """
        }
        let column: SQL = sort.field == .date ? "thread.lastDate" : "thread.subjectKey"
        let place: SQL = key.map { "AND (\(column), thread.id) \(comparison) (\($0.databaseValue), \($0.id))" } ?? ""
        return """
            SELECT \(columns) FROM thread WHERE \(condition) \(place) \
            ORDER BY \(column) \(direction), thread.id \(direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    var countRequest: SQLRequest<Int> {
        if let plain = predicate.plainMailbox, let mailbox = plain.mailbox {
            if !plain.isStarred, !plain.isUnread {
                return "SELECT threadCount FROM mailbox WHERE id = \(mailbox.rawValue)"
            }
            if !plain.isStarred { return "SELECT unreadThreadCount FROM mailbox WHERE id = \(mailbox.rawValue)" }
            return
                "SELECT count(*) FROM threadMailbox \(plain.index) WHERE mailbox = \(mailbox.rawValue) \(plain.marks)"
        }
        return "SELECT count(*) FROM thread WHERE \(condition)"
    }

    /// Words and marks are rare: start from the messages that have them. Else test thread by thread along the order.
    private var condition: SQL {
        if predicate == .everything { return "thread.messageCount + thread.draftCount > 0" }
        if predicate.isSelective {
            return "thread.id IN (SELECT message.thread FROM message WHERE \(predicate.sql))"
        }
        return "EXISTS (SELECT 1 FROM message WHERE message.thread = thread.id AND (\(predicate.sql)))"
    }
}

extension MailPredicate {
    /// Whether some part that must hold picks few messages by an index.
    fileprivate var isSelective: Bool {
        switch self {
        case .words(_, let sequence): !sequence.words.isEmpty
        case .unread, .starred, .thread, .message: true
        case .all(let parts): parts.contains(where: \.isSelective)
        default: false
        }
    }
}

extension MailPredicate.PlainMailbox {
    /// The planner cannot know how few threads are marked, so it is told.
    fileprivate var index: SQL {
        if isUnread { return "INDEXED BY threadMailboxUnread" }
        return isStarred ? "INDEXED BY threadMailboxStarred" : ""
    }

    fileprivate var marks: SQL {
        if isUnread { return "AND unread > 0" }
        return isStarred ? "AND starred > 0" : ""
    }
}

extension SortKey {
    fileprivate var number: Int64 { if case .number(let number) = value { number } else { 0 } }

    var databaseValue: DatabaseValue {
        switch value {
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}

extension MailSort {
    package func key(of thread: MailThread) -> SortKey {
        switch field {
        case .date: SortKey(value: .number(RowCoding.seconds(thread.lastDate)), id: thread.id.rawValue)
        case .subject: SortKey(value: .text(thread.subjectKey), id: thread.id.rawValue)
        }
    }

    package func key(of message: Message) -> SortKey {
        switch field {
        case .date: SortKey(value: .number(RowCoding.seconds(message.receivedAt)), id: message.id.rawValue)
        case .subject:
            SortKey(value: .text(SearchText.words(message.subject).joined(separator: " ")), id: message.id.rawValue)
        }
    }
}
