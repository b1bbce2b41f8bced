package import Foundation
import GRDB
package import InboxModel

/// Reads from one snapshot of the store.
package struct StoreReader {
    let database: Database
    /// The user's addresses besides those of the accounts.
    package var configuredAddresses: [String] = []

    /// The number of commits that the snapshot contains.
    package func seq() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT seq FROM clock") ?? 0
    }

    package func accounts() throws -> [Account] { try AccountTable.all(database) }
    package func mailboxes() throws -> [Mailbox] { try MailboxTable.all(database) }
    package func hasMailbox(_ id: RemoteID, account: AccountID) throws -> Bool {
        try MailboxTable.id(database, account: account, remoteID: id) != nil
    }

    /// Includes those that the user deleted and the server still has.
    package func mailboxesWithLeaving() throws -> [Mailbox] { try MailboxTable.all(database, isWhole: true) }

    // MARK: Threads and messages

    package func threads(_ query: ThreadQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [MailThread]
    {
        try query.fetch(database, offset: offset, limit: limit, after: key)
    }

    package func count(_ query: ThreadQuery) throws -> Int { try query.count(database) }
    package func count(_ query: ThreadQuery, before key: SortKey) throws -> Int {
        try query.count(database, before: key)
    }

    /// The count, if a single counter holds it; else nil.
    package func knownCount(_ query: ThreadQuery) throws -> Int? { try query.knownCount(database) }

    package func messages(_ query: MessageQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [Message]
    {
        try query.fetch(database, offset: offset, limit: limit, after: key)
    }

    package func count(_ query: MessageQuery) throws -> Int { try query.count(database) }
    package func count(_ query: MessageQuery, before key: SortKey) throws -> Int {
        try query.count(database, before: key)
    }

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

    /// All copies of a message in an account.
    package func messages(messageIDHeader: String, account: AccountID) throws -> [Message] {
        try MessageTable.all(database, account: account, messageIDHeader: messageIDHeader)
    }

    /// The newest save of a draft that no longer exists under its old id; nil if one of its copies is no longer a draft.
    package func successor(messageIDHeader: String, account: AccountID) throws -> Message? {
        let all = try messages(messageIDHeader: messageIDHeader, account: account)
        return all.allSatisfy(\.isDraft) ? all.last : nil
    }

    /// The threads and messages with a remote id, in one account or in all.
    package func find(_ remoteID: RemoteID, account: AccountID?) throws -> (threads: [ThreadID], messages: [MessageID])
    {
        // Account by account, as they are indexed.
        let all = try account.map { [$0] } ?? accounts().map(\.id)
        return (
            try all.compactMap { try ThreadTable.id(database, account: $0, remoteID: remoteID) },
            try all.compactMap { try MessageTable.id(database, account: $0, remoteID: remoteID) }
        )
    }

    /// Whether a server's message is stored here.
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

    package func messagesWithoutBody(account: AccountID, limit: Int) throws -> [RemoteID] {
        try withoutBody(account: account, below: nil, limit: limit).map(\.remoteID)
    }

    /// Messages of an account that arrived without a body, the latest that came first.
    /// - Parameter below: only those that came before this one.
    package func withoutBody(account: AccountID, below id: MessageID?, limit: Int) throws
        -> [(id: MessageID, remoteID: RemoteID)]
    {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, remoteID FROM message INDEXED BY messageWithoutBody WHERE account = ? AND id < ? \
                AND hasBody = 0 AND remoteID IS NOT NULL ORDER BY id DESC LIMIT ?
                """, arguments: [account.rawValue, id?.rawValue ?? .max, limit]
        ).map { (MessageID($0[0]), RemoteID($0[1])) }
    }

    /// Unread messages of an account that arrived without a body, newest first.
    /// - Parameter below: only messages older than this one.
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

    /// Messages of threads with changes that the server does not know yet: pending actions, and answers being written. Also mail that the
    /// server holds until a time, since only this client knows its blind copies.
    package func messagesInUse(account: AccountID) throws -> Set<RemoteID> {
        Set(
            try String.fetchAll(
                database,
                sql: """
                    SELECT remoteID FROM message WHERE account = ? AND remoteID IS NOT NULL \
                    AND thread IN (SELECT thread FROM message WHERE id IN ( \
                    SELECT message FROM base UNION SELECT message FROM actionEdit UNION SELECT inReplyTo FROM draft \
                    UNION SELECT forwards FROM draft UNION SELECT draft FROM action))
                    """, arguments: [account.rawValue]
            ).map { RemoteID($0) })
    }

    /// Messages of threads with marks that only this client knows: snoozed, muted, or set aside for a reply.
    package func messagesWithOwnMarks(account: AccountID) throws -> Set<RemoteID> {
        Set(
            try String.fetchAll(
                database,
                sql: """
                    SELECT remoteID FROM message WHERE account = ?1 AND remoteID IS NOT NULL \
                    AND thread IN (SELECT thread FROM message WHERE account = ?1 AND (keywords LIKE '% $snoozed %' \
                    OR keywords LIKE '% $muted %' OR keywords LIKE '% $replylater %'))
                    """, arguments: [account.rawValue]
            ).map { RemoteID($0) })
    }

    package func messageCount(account: AccountID) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM message WHERE account = ?", arguments: [account.rawValue])
            ?? 0
    }

    /// The number of threads that messages are in, as far as they still exist.
    package func threadCount(of messages: [MessageID]) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(DISTINCT thread) FROM message WHERE id IN (SELECT value FROM json_each(?))",
            arguments: [IDList(messages).databaseValue]) ?? 0
    }

    // MARK: Actions

    package func actions() throws -> [Action] { try ActionTable.all(database) }
    /// The queue without the edits of its actions.
    package func queue() throws -> [Action] { try ActionTable.list(database) }
    package func action(_ id: ActionID) throws -> Action? { try ActionTable.find(database, id) }
    package func edits(in id: ActionID) throws -> [Action.Edit] { try ActionTable.edits(database, in: id) }
    package func answeredActions(account: AccountID) throws -> [ActionID] {
        try ActionTable.ids(database, account: account, state: .sent)
    }
    /// The messages as which the server has drafts by saves that were answered. A draft of which another save may have arrived is left out.
    package func answeredSaves(account: AccountID) throws -> Set<RemoteID> {
        try ActionTable.answeredSaves(database, account: account)
    }
    /// The answered messages of actions of the account that are not answered as a whole.
    package func answeredParts(account: AccountID) throws -> [ActionID: Set<MessageID>] {
        try ActionTable.answeredParts(database, account: account)
    }
    /// - Parameter wakes: whether to include actions that bring snoozed mail back.
    package func nextDueAction(account: AccountID, now: Date, wakes: Bool = true) throws -> Action? {
        try ActionTable.nextDue(database, account: account, now: now, wakes: wakes)
    }
    /// The younger due actions on marks that can be requested together with one: no two of them are about the same message.
    /// - Parameter most: how many messages they may be about together.
    package func dueMarks(besides first: Action, now: Date, most: Int) throws -> [Action] {
        try ActionTable.dueMarks(database, besides: first, now: now, most: most)
    }
    /// A send action that is due within a range and that its server may be given now, to hold until then.
    package func nextToHold(account: AccountID, due: ClosedRange<Date>, now: Date) throws -> Action? {
        try ActionTable.nextToHold(database, account: account, due: due, now: now)
    }
    /// When the next such action may be given to its server; nil when there is none.
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
        return try String.fetchOne(statement, arguments: [id.rawValue]).map { RemoteID($0) }
    }

    /// The remote ids of the mailboxes that the server has.
    package func remoteMailboxIDs(account: AccountID) throws -> [MailboxID: RemoteID] {
        try MailboxTable.all(database, isWhole: true).reduce(into: [:]) { names, mailbox in
            if mailbox.account == account, let remoteID = mailbox.remoteID { names[mailbox.id] = remoteID }
        }
    }

    package func remoteID(of mailbox: MailboxID) throws -> RemoteID? { try MailboxTable.remoteID(database, mailbox) }

    /// The marks of all messages in a mailbox, including drafts.
    package func marks(in mailbox: MailboxID) throws -> [MarkedMessage] {
        try marks(ofMessages: MailboxTable.messages(database, in: mailbox))
    }

    package func marks(ofMessages ids: [MessageID]) throws -> [MarkedMessage] {
        try MarksTable.find(database, ids).map(MarkedMessage.init)
    }

    // MARK: Sync states and settings

    package func syncState(_ key: String, account: AccountID) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT value FROM syncState WHERE account = ? AND key = ?",
            arguments: [account.rawValue, key])
    }

    /// The first of the states whose keys begin alike; nil if there is none.
    package func firstSyncState(prefix: String, account: AccountID) throws -> (key: String, value: String)? {
        try database.first(
            """
            SELECT key, value FROM syncState WHERE account = ?1 AND key >= ?2 AND key < ?2 || char(1114111) \
            ORDER BY key LIMIT 1
            """, account.rawValue, prefix
        ) { ($0[0], $0[1]) }
    }

    package func setting(_ key: String) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])
    }
}
