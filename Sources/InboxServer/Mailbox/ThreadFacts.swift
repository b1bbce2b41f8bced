import GRDB
import InboxModel

/// The derived columns of a thread's row, computed from its messages. Drafts count only in a thread without messages.
struct ThreadFacts {
    private var subject = ""
    private var snippet = ""
    private var firstDate: Int64 = 0
    private var lastDate: Int64 = 0
    private var lastReceived: Int64?
    private var lastSent: Int64?
    private var messageCount: Int64 = 0
    private var unreadCount: Int64 = 0
    private var starredCount: Int64 = 0
    private var attachmentCount: Int64 = 0
    private let participants: String

    /// Nil when the thread is empty.
    init?(_ db: Database, thread: Int64) throws {
        // In index order: messages before drafts, each by date.
        let statement = try db.cachedStatement(
            sql: """
                SELECT isDraft, date, isSent, isUnread, isStarred, attachmentCount, subject, snippet
                FROM message WHERE threadID = ? ORDER BY isDraft, date, id
                """)
        participants = try Self.participants(db, thread: thread)
        var isEmpty = true
        let rows = try Row.fetchCursor(statement, arguments: [thread])
        while let row = try rows.next() {
            let isDraft: Bool = row[0]
            if isDraft, messageCount > 0 { break }
            if isEmpty { (subject, firstDate) = (row[6], row[1]) }
            isEmpty = false
            (snippet, lastDate) = (row[7], row[1])
            unreadCount += row[3] as Int64
            starredCount += row[4] as Int64
            attachmentCount += row[5] as Int64
            guard !isDraft else { continue }
            messageCount += 1
            if row[2] { lastSent = lastDate } else { lastReceived = lastDate }
        }
        if isEmpty { return nil }
    }

    func store(in db: Database, thread: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE thread SET subject = ?, snippet = ?, participants = ?, firstDate = ?, lastDate = ?, lastReceived = ?,
                    lastSent = ?, messageCount = ?, unreadCount = ?, starredCount = ?, attachmentCount = ?, isUnseen = isUnseen AND ?,
                    version = version + 1
                WHERE id = ?
                """
        ).execute(
            arguments: [
                subject, snippet, participants, firstDate, lastDate, lastReceived, lastSent, messageCount, unreadCount,
                starredCount,
                attachmentCount, unreadCount > 0, thread,
            ])
    }

    /// Returns everyone in from, to, cc and bcc, in order of appearance, without an unnamed address that also occurs with a
    /// name.
    private static func participants(_ db: Database, thread: Int64) throws -> String {
        let statement = try db.cachedStatement(
            sql: """
                SELECT a.name, a.email FROM message m JOIN messageAddress a ON a.messageID = m.id
                WHERE m.threadID = ? AND m.isDraft = 0 ORDER BY m.date, m.id, a.kind, a.position
                """)
        var seen: Set<MailAddress> = []
        var named: Set<String> = []
        var list: [MailAddress] = []
        let rows = try Row.fetchCursor(statement, arguments: [thread])
        while let row = try rows.next() {
            let address = MailAddress(name: row[0], email: row[1])
            guard seen.insert(address).inserted else { continue }
            list.append(address)
            if !address.name.isEmpty { named.insert(address.email) }
        }
        return list.filter { !$0.name.isEmpty || !named.contains($0.email) }.json
    }
}
