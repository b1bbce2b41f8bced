package import Foundation
import GRDB
package import InboxModel

/// What can be read from one snapshot of the store.
package struct StoreReader {
    let database: Database
    /// Addresses that are the user's, whatever the accounts say.
    package var configuredAddresses: [String] = []

    /// How many commits the snapshot contains.
    package func seq() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT seq FROM clock") ?? 0
    }

    package func accounts() throws -> [Account] { try AccountTable.all(database) }
    package func mailboxes() throws -> [Mailbox] { try MailboxTable.all(database) }
    /// Also those that the user deleted and the server still has.
    package func mailboxesWithLeaving() throws -> [Mailbox] { try MailboxTable.all(database, isWhole: true) }

    // MARK: Threads and messages

    package func threads(_ query: ThreadQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [MailThread]
    {
        try query.fetch(database, offset: offset, limit: limit, after: key)
    }

    package func count(_ query: ThreadQuery) throws -> Int { try query.count(database) }

    /// The same, when it takes one look at a counter; else nil.
    package func knownCount(_ query: ThreadQuery) throws -> Int? { try query.knownCount(database) }

    package func messages(_ query: MessageQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [Message]
    {
        try query.fetch(database, offset: offset, limit: limit, after: key)
    }

    package func count(_ query: MessageQuery) throws -> Int { try query.count(database) }

    package func thread(_ id: ThreadID) throws -> MailThread? { try ThreadTable.find(database, id) }
    package func messages(of thread: ThreadID) throws -> [Message] { try MessageTable.messages(database, of: thread) }
    package func message(_ id: MessageID) throws -> Message? { try MessageTable.find(database, id) }
    package func words(of id: MessageID) throws -> MessageWords { try MessageTextTable.words(database, id) }

    package func message(_ remoteID: RemoteID, account: AccountID) throws -> Message? {
        try MessageTable.find(database, account: account, remoteID: remoteID)
    }

    package func message(messageIDHeader: String, account: AccountID) throws -> Message? {
        try MessageTable.find(database, account: account, messageIDHeader: messageIDHeader)
    }

    /// The newest save of a draft that is gone under the id that it had; nil where one of its copies is no draft any more.
    package func successor(messageIDHeader: String, account: AccountID) throws -> Message? {
        let all = try MessageTable.all(database, account: account, messageIDHeader: messageIDHeader)
        return all.allSatisfy(\.isDraft) ? all.last : nil
    }

    /// Threads or messages that a server calls so, in any account or one.
    package func find(_ remoteID: RemoteID, account: AccountID?) throws -> (threads: [ThreadID], messages: [MessageID])
    {
        // Account by account: that is how they are indexed.
        let all = try account.map { [$0] } ?? accounts().map(\.id)
        return (
            try all.compactMap { try ThreadTable.id(database, account: $0, remoteID: remoteID) },
            try all.compactMap { try MessageTable.id(database, account: $0, remoteID: remoteID) }
        )
    }

    /// Whether a server's message is here.
    package func isHere(_ remoteID: RemoteID, account: AccountID) throws -> Bool {
        try MessageTable.id(database, account: account, remoteID: remoteID) != nil
    }

    package func body(of id: MessageID) throws -> MessageBody? {
        try Row.fetchOne(
            database, sql: "SELECT html, plain, problems, writtenAt FROM body WHERE message = ?",
            arguments: [id.rawValue]
        )
        .map { row in
            let problems = (row[2] as String).split(separator: "\n").map(String.init)
            let writtenAt = (row[3] as Int64?).map(RowCoding.date)
            return MessageBody(html: row[0], plain: row[1], problems: problems, writtenAt: writtenAt)
        }
    }

    /// The newest messages of an account that came without a body.
    package func messagesWithoutBody(account: AccountID, limit: Int) throws -> [RemoteID] {
        try String.fetchAll(
            database,
            sql: """
                SELECT remoteID FROM message WHERE account = ? AND hasBody = 0 AND remoteID IS NOT NULL \
                ORDER BY id DESC LIMIT ?
                """, arguments: [account.rawValue, limit]
        ).map { RemoteID($0) }
    }

    /// Unread messages of an account that came without a body, newest first.
    /// - Parameter below: only those older than this one.
    package func unreadWithoutBody(account: AccountID, below id: MessageID?, limit: Int) throws
        -> [(id: MessageID, remoteID: RemoteID)]
    {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, remoteID FROM message INDEXED BY messageUnread WHERE isUnread = 1 AND id < ? \
                AND account = ? AND hasBody = 0 AND remoteID IS NOT NULL ORDER BY id DESC LIMIT ?
                """, arguments: [id?.rawValue ?? .max, account.rawValue, limit]
        ).map { (MessageID($0[0]), RemoteID($0[1])) }
    }

    /// Those on which work of the user's hangs that the server does not know of yet: actions, and answers being written.
    package func messagesInUse(account: AccountID) throws -> Set<RemoteID> {
        Set(
            try String.fetchAll(
                database,
                sql: """
                    SELECT remoteID FROM message WHERE account = ? AND remoteID IS NOT NULL AND id IN ( \
                    SELECT message FROM base UNION SELECT message FROM actionEdit UNION SELECT inReplyTo FROM draft)
                    """, arguments: [account.rawValue]
            ).map { RemoteID($0) })
    }

    /// Those that say something which only this client knows: what is snoozed, and what is muted.
    package func messagesWithOwnMarks(account: AccountID) throws -> Set<RemoteID> {
        Set(
            try String.fetchAll(
                database,
                sql: """
                    SELECT remoteID FROM message WHERE account = ? AND remoteID IS NOT NULL \
                    AND (keywords LIKE '% $snoozed %' OR keywords LIKE '% $muted %' OR keywords LIKE '% $replylater %')
                    """, arguments: [account.rawValue]
            ).map { RemoteID($0) })
    }

    package func messageCount(account: AccountID) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM message WHERE account = ?", arguments: [account.rawValue])
            ?? 0
    }

    /// Of how many threads messages are, as far as they are still there.
    package func threadCount(of messages: [MessageID]) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(DISTINCT thread) FROM message WHERE id IN (SELECT value FROM json_each(?))",
            arguments: [IDList(messages).databaseValue]) ?? 0
    }

    // MARK: Actions

    package func actions() throws -> [Action] { try ActionTable.all(database) }
    /// The queue without what each action does to which message.
    package func queue() throws -> [Action] { try ActionTable.list(database) }
    package func action(_ id: ActionID) throws -> Action? { try ActionTable.find(database, id) }
    package func edits(in id: ActionID) throws -> [Action.Edit] { try ActionTable.edits(database, in: id) }
    package func actions(about object: Action.Object) throws -> [Action] {
        try ActionTable.actions(database, about: object)
    }
    package func answeredActions(account: AccountID) throws -> [ActionID] {
        try ActionTable.ids(database, account: account, state: .sent)
    }
    /// The messages for which other actions of the account were answered already.
    package func answeredParts(account: AccountID) throws -> [ActionID: Set<MessageID>] {
        try ActionTable.answeredParts(database, account: account)
    }
    /// - Parameter wakes: whether what brings snoozed mail back is among them.
    package func nextDueAction(account: AccountID, now: Date, wakes: Bool = true) throws -> Action? {
        try ActionTable.nextDue(database, account: account, now: now, wakes: wakes)
    }
    /// A draft that is due within a span of time to come, and that its server may be given now to hold until then.
    package func nextToHold(account: AccountID, due: ClosedRange<Date>, now: Date) throws -> Action? {
        try ActionTable.nextToHold(database, account: account, due: due, now: now)
    }
    /// When the next of them may be given to its server; nil when there is none.
    package func nextHoldDate(account: AccountID, due: ClosedRange<Date>) throws -> Date? {
        try ActionTable.nextHoldDate(database, account: account, due: due)
    }
    package func nextDueDate(account: AccountID, wakes: Bool = true) throws -> Date? {
        try ActionTable.nextDueDate(database, account: account, wakes: wakes)
    }

    package func base(of id: MessageID) throws -> MessageMarks? { try BaseTable.find(database, id) }

    package func pendingPatches(of id: MessageID) throws -> [(action: ActionID, patch: MessagePatch)] {
        try ActionTable.edits(database, of: id).map { ($0.action, $0.patch) }
    }

    package func remoteID(ofMessage id: MessageID) throws -> RemoteID? {
        let statement = try database.cachedStatement(sql: "SELECT remoteID FROM message WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).flatMap { row -> String? in row[0] }
            .map { RemoteID($0) }
    }

    /// What the server calls each mailbox that it has.
    package func remoteMailboxIDs(account: AccountID) throws -> [MailboxID: RemoteID] {
        try MailboxTable.all(database, isWhole: true).reduce(into: [:]) { names, mailbox in
            if mailbox.account == account, let remoteID = mailbox.remoteID { names[mailbox.id] = remoteID }
        }
    }

    package func remoteID(of mailbox: MailboxID) throws -> RemoteID? { try MailboxTable.remoteID(database, mailbox) }

    /// Of what is shown in a mailbox, drafts too.
    package func marks(in mailbox: MailboxID) throws -> [MarkedMessage] {
        try marks(ofMessages: MailboxTable.messages(database, in: mailbox))
    }

    package func marks(ofMessages ids: [MessageID]) throws -> [MarkedMessage] {
        try MarksTable.find(database, ids).map(MarkedMessage.init)
    }

    // MARK: Drafts

    // MARK: The rest

    package func syncState(_ key: String, account: AccountID) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT value FROM syncState WHERE account = ? AND key = ?",
            arguments: [account.rawValue, key])
    }

    package func setting(_ key: String) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])
    }
}
