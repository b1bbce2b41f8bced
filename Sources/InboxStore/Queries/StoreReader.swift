package import Foundation
import GRDB
package import InboxModel

/// What can be read from one snapshot of the store.
package struct StoreReader {
    let database: Database

    /// How many commits the snapshot contains.
    package func seq() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT seq FROM clock") ?? 0
    }

    package func accounts() throws -> [Account] { try AccountTable.all(database) }
    package func mailboxes() throws -> [Mailbox] { try MailboxTable.all(database) }

    // MARK: Threads and messages

    package func threads(_ query: ThreadQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [MailThread]
    {
        try query.fetch(database, offset: offset, limit: limit, after: key)
    }

    package func count(_ query: ThreadQuery) throws -> Int { try query.count(database) }

    package func messages(_ query: MessageQuery, offset: Int = 0, limit: Int, after key: SortKey? = nil) throws
        -> [Message]
    {
        try query.request(offset: offset, limit: limit, after: key).fetchAll(database).map(MessageTable.message)
    }

    package func count(_ query: MessageQuery) throws -> Int { try query.countRequest.fetchOne(database) ?? 0 }

    package func thread(_ id: ThreadID) throws -> MailThread? { try ThreadTable.find(database, id) }
    package func messages(of thread: ThreadID) throws -> [Message] { try MessageTable.messages(database, of: thread) }
    package func message(_ id: MessageID) throws -> Message? { try MessageTable.find(database, id) }
    package func words(of id: MessageID) throws -> MessageWords { try MessageTextTable.words(database, id) }

    package func message(_ remoteID: RemoteID, account: AccountID) throws -> Message? {
        try MessageTable.find(database, account: account, remoteID: remoteID)
    }

    /// Threads or messages that a server calls so, in any account or one.
    package func find(_ remoteID: RemoteID, account: AccountID?) throws -> (threads: [ThreadID], messages: [MessageID])
    {
        func ids(_ table: String) throws -> [Int64] {
            try Int64.fetchAll(
                database, sql: "SELECT id FROM \(table) WHERE remoteID = ? AND (? IS NULL OR account = ?)",
                arguments: [remoteID.rawValue, account?.rawValue, account?.rawValue])
        }
        return (try ids("thread").map { ThreadID($0) }, try ids("message").map { MessageID($0) })
    }

    package func body(of id: MessageID) throws -> MessageBody? {
        try Row.fetchOne(database, sql: "SELECT html, plain FROM body WHERE message = ?", arguments: [id.rawValue])
            .map { MessageBody(html: $0[0], plain: $0[1]) }
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

    package func messageCount(account: AccountID) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM message WHERE account = ?", arguments: [account.rawValue])
            ?? 0
    }

    // MARK: Actions

    package func actions() throws -> [Action] { try ActionTable.all(database) }
    package func nextDueAction(account: AccountID, now: Date) throws -> Action? {
        try ActionTable.nextDue(database, account: account, now: now)
    }
    package func nextDueDate(account: AccountID) throws -> Date? {
        try ActionTable.nextDueDate(database, account: account)
    }

    package func base(of id: MessageID) throws -> MessageMarks? { try BaseTable.find(database, id) }

    package func pendingPatches(of id: MessageID) throws -> [(action: ActionID, patch: MessagePatch)] {
        try ActionTable.edits(database, of: id).map { ($0.action, $0.patch) }
    }

    package func remoteID(of mailbox: MailboxID) throws -> RemoteID? { try MailboxTable.remoteID(database, mailbox) }

    // MARK: The rest

    package func contacts(account: AccountID?) throws -> [Contact] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, account, remoteID, name, email FROM contact WHERE ? IS NULL OR account = ? \
                ORDER BY name COLLATE NOCASE, email
                """, arguments: [account?.rawValue, account?.rawValue]
        ).map { row in
            let remoteID: String? = row[2]
            return Contact(
                id: ContactID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) },
                address: MailAddress(name: row[3], email: row[4]))
        }
    }

    package func syncState(_ key: String, account: AccountID) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT value FROM syncState WHERE account = ? AND key = ?",
            arguments: [account.rawValue, key])
    }

    package func setting(_ key: String) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])
    }

    /// The plan of a list's query, for tests and for `maraca explain`.
    package func plan(_ query: ThreadQuery, after key: SortKey? = nil) throws -> [String] {
        let (sql, arguments) = try query.request(database, offset: 0, limit: 50, after: key).makePreparedRequest(
            database
        ).statement
            .sqlAndArguments
        return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] }
    }
}

extension Statement {
    fileprivate var sqlAndArguments: (String, StatementArguments) { (sql, arguments) }
}
