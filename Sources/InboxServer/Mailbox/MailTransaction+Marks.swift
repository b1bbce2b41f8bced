import GRDB

/// The marks of a message that clients can change, with the facts that the rules depend on.
struct MessageMarks: Equatable, Sendable {
    let isDraft: Bool
    let isSent: Bool
    var isUnread: Bool
    var isStarred: Bool
    /// Includes the keywords.
    var mailboxes: Set<Int64>
}

extension MailTransaction {
    private struct Target {
        let id: Int64
        let publicID: String
        let date: Int64
        let marks: MessageMarks
    }

    /// Changes the marks of a thread's messages, including drafts, or of one of its messages.
    ///
    /// - Parameter change: receives the current marks, and returns the new ones in the same order.
    func changeMarks(
        ofThread thread: Int64, message: Int64? = nil, account: ServedAccount, mailboxes list: MailboxList,
        _ change: ([MessageMarks]) throws -> [MessageMarks]
    ) throws {
        let targets = try targets(inThread: thread, message: message)
        var isRead = false
        for (target, marks) in zip(targets, try change(targets.map(\.marks))) where marks != target.marks {
            try store(marks, of: target, mailboxes: list)
            isRead = isRead || target.marks.isUnread && !marks.isUnread
            touch(thread: thread, of: account.id)
            var visible = marks
            visible.mailboxes = list.changingKeywords(of: marks.mailboxes, to: target.marks.mailboxes)
            guard visible != target.marks else {
                try noteEmailChanged(target.id, account: account.id)
                continue
            }
            note(.modify, marks.isDraft ? .draft : .message, target.publicID, account: account.id)
        }
        // Reading one message counts as having seen its thread.
        if isRead { try see(thread: thread, of: account.id) }
    }

    private func targets(inThread thread: Int64, message: Int64?) throws -> [Target] {
        let rows = try SQLRequest<Row>(
            """
            SELECT id, publicID, date, isDraft, isSent, isUnread, isStarred FROM message
            WHERE threadID = \(thread) AND \(message.map { SQL("id = \($0)") } ?? SQL("TRUE")) ORDER BY date, id
            """
        ).fetchAll(db)
        return try rows.map { row in
            let marks = MessageMarks(
                isDraft: row[3], isSent: row[4], isUnread: row[5], isStarred: row[6],
                mailboxes: try mailboxes(ofMessage: row[0]))
            return Target(id: row[0], publicID: row[1], date: row[2], marks: marks)
        }
    }

    private func store(_ marks: MessageMarks, of target: Target, mailboxes list: MailboxList) throws {
        try db.cachedStatement(sql: "UPDATE message SET isUnread = ?, isStarred = ? WHERE id = ?")
            .execute(arguments: [marks.isUnread, marks.isStarred, target.id])
        guard marks.mailboxes != target.marks.mailboxes else { return }
        try setMailboxes(marks.mailboxes, ofMessage: target.id, date: target.date, in: list)
    }
}
