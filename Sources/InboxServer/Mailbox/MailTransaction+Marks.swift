import GRDB

extension MailTransaction {
    private struct Target {
        let id: Int64
        let publicID: String
        let date: Int64
        let isUnread: Bool
        let isStarred: Bool
        let isSent: Bool

        init(row: Row) {
            id = row[0]
            publicID = row[1]
            date = row[2]
            isUnread = row[3]
            isStarred = row[4]
            isSent = row[5]
        }

        static let columns = "id, publicID, date, isUnread, isStarred, isSent"
    }

    /// Changes one message.
    func apply(_ change: MarkChange, toMessage message: MessageRow, account: ServedAccount, mailboxes: MailboxList)
        throws
    {
        let targets = try Row.fetchAll(
            db, sql: "SELECT \(Target.columns) FROM message WHERE id = ?", arguments: [message.id]
        )
        .map(Target.init(row:))
        try apply(
            change, to: targets, ofThread: message.threadID, moving: { _ in true }, account: account,
            mailboxes: mailboxes)
    }

    /// Changes every message of a thread but drafts; a move between folders leaves sent ones where they are.
    func apply(_ change: MarkChange, toThread thread: Int64, account: ServedAccount, mailboxes: MailboxList) throws {
        let targets = try Row.fetchAll(
            db, sql: "SELECT \(Target.columns) FROM message WHERE threadID = ? AND isDraft = 0 ORDER BY date, id",
            arguments: [thread]
        ).map(Target.init(row:))
        try apply(
            change, to: targets, ofThread: thread, moving: { account.hasLabels || !$0.isSent }, account: account,
            mailboxes: mailboxes)
    }

    private func apply(
        _ change: MarkChange, to targets: [Target], ofThread thread: Int64, moving: (Target) -> Bool,
        account: ServedAccount,
        mailboxes list: MailboxList
    ) throws {
        let current = try Dictionary(uniqueKeysWithValues: targets.map { ($0.id, try mailboxes(ofMessage: $0.id)) })
        let rules = LabelRules(list)
        if account.hasLabels, let wanted = change.mailboxes {
            try rules.check(wanted, known: current.values.reduce(into: []) { $0.formUnion($1) })
        }
        for target in targets {
            let unread = change.unread ?? target.isUnread
            let starred = change.starred ?? target.isStarred
            var isChanged = unread != target.isUnread || starred != target.isStarred
            if isChanged {
                try db.cachedStatement(sql: "UPDATE message SET isUnread = ?, isStarred = ? WHERE id = ?")
                    .execute(arguments: [unread, starred, target.id])
            }
            if let wanted = change.mailboxes, let now = current[target.id], moving(target) {
                let result = account.hasLabels ? rules.labels(from: now, wanted: wanted) : wanted
                if result != now {
                    try setMailboxes(result, ofMessage: target.id, date: target.date, in: list)
                    isChanged = true
                }
            }
            guard isChanged else { continue }
            note(.modify, .message, target.publicID, account: account.id)
            touch(thread: thread, of: account.id)
        }
    }
}
