import Foundation
import GRDB
package import InboxModel

/// Server reports about mail that is stored here, and about mailboxes.
extension StoreTransaction {
    /// The thread that a known message is in now. Creates the thread if this is its first message.
    func threadID(of remote: RemoteMessage, account: AccountID, like message: Message) throws -> ThreadID {
        // A thread that was created here for a draft keeps its id when the server assigns one.
        try ThreadTable.adopt(database, message.thread, remoteID: remote.thread, account: account)
        if let id = try ThreadTable.id(database, account: account, remoteID: remote.thread) { return id }
        let row = MailThread(id: ThreadID(0), account: account, remoteID: remote.thread, of: [message])
        guard let row else { throw StoreError.notFound }
        return try ThreadTable.insert(database, row, lists: [])
    }

    /// Writes the marks of a message as the server reports them. Ignores a message that is not stored here.
    package func receiveMarks(
        of remoteID: RemoteID, keywords: Set<Keyword>, mailboxes: Set<RemoteID>, account: AccountID
    ) throws {
        guard let old = try MarksTable.find(database, account: account, remoteID: remoteID) else { return }
        // The caller fetches the whole message, because the draft that is stored here differs from it.
        if old.marks.isDraft, let draft = try MessageTable.find(database, old.id), try isSentElsewhere(draft, keywords)
        {
            return
        }
        let told = try marks(keywords: keywords, mailboxes: mailboxes, account: account)
        let new = try settle(old, serverSays: told, confirms: true)
        guard new != old.marks else { return }
        try touch(old.thread, changing: old.marks, to: new)
        try MarksTable.write(database, [old.id], from: old.marks, to: new)
    }

    /// Leaves out unknown mailboxes, and the client's own keywords: anyone else who wrote these on a server would decide
    /// when mail is moved without a key press (S-5).
    func marks(keywords: Set<Keyword>, mailboxes: Set<RemoteID>, account: AccountID) throws -> MessageMarks {
        let known = try mailboxes.compactMap { try knownMailboxes(account)[$0] }
        return MessageMarks(keywords: keywords.filter { !$0.isOwn }, mailboxes: Set(known))
    }

    package func remove(message remoteID: RemoteID, account: AccountID) throws {
        guard let message = try MessageTable.find(database, account: account, remoteID: remoteID),
            try !keepsWriting(message)
        else { return }
        try removeRow(message)
        try forgetFetched(of: message)
    }

    func removeRow(_ message: Message) throws {
        try touch(message.thread)
        try touchWords(of: message.id)
        words.remove(message.id)
        let actions = try ActionTable.ids(database, on: message.id)
        try MessageTable.delete(database, message)
        try letGo(message.files)
        try dropEmptyActions(among: actions)
    }

    package func save(_ mailbox: RemoteMailbox, account: AccountID) throws {
        let saved = try MailboxTable.save(database, mailbox, account: account)
        if saved.isAdopted { try adopted(saved.id) }
        renamed.insert(account)
        noteMailboxes(names: true)
    }

    /// Replaces the account's mailboxes by the list. Messages in other mailboxes stay, but lose that mailbox.
    /// - Parameter known: those that the server had given an id when it was asked for the list: one that it created
    ///   meanwhile is not in the list, and stays.
    /// - Returns: the actions that add messages to the removed mailboxes.
    @discardableResult
    package func replaceMailboxes(
        _ mailboxes: [RemoteMailbox], known: Set<RemoteID>, account: AccountID
    ) throws -> [Action] {
        var lost: [Action] = []
        for mailbox in mailboxes { try save(mailbox, account: account) }
        for gone in known.subtracting(mailboxes.map(\.id)).sorted(by: { $0.rawValue < $1.rawValue }) {
            lost += try remove(mailbox: gone, account: account)
        }
        return lost
    }

    /// - Returns: the actions that add messages to the mailbox, with the edits that can't be performed any more.
    @discardableResult
    package func remove(mailbox remoteID: RemoteID, account: AccountID) throws -> [Action] {
        guard let id = try MailboxTable.id(database, account: account, remoteID: remoteID) else { return [] }
        let lost = try ActionTable.actions(database, into: id)
        try removeMailbox(id)
        return lost
    }

    func removeMailbox(_ id: MailboxID) throws {
        // Messages with the same marks are written together, because a mailbox may hold every message.
        let rows = try MarksTable.find(database, try MailboxTable.messages(database, in: id))
        foresee(Set(rows.map(\.thread)).count)
        for alike in Dictionary(grouping: rows, by: \.kind).values {
            guard let old = alike.first?.marks else { continue }
            var new = old
            new.mailboxes.remove(id)
            for row in alike { try touch(row.thread, changing: old, to: new) }
            try MarksTable.write(database, alike.map(\.message), from: old, to: new)
        }
        let account = try MailboxTable.find(database, id)?.account
        for action in try ActionTable.actions(database, about: .mailbox(id)) {
            try ActionTable.delete(database, action.id)
            noteActions()
        }
        try MailboxTable.delete(database, id)
        if let account { renamed.insert(account) }
        try forget(id)
        noteMailboxes(names: true)
    }

    /// Merges parts of the full-text index, for some hundredths of a second at most.
    /// - Parameter fewest: nothing is done if there are fewer parts.
    /// - Returns: whether there may be more to merge.
    package func mergeWords(from fewest: Int = 0) throws -> Bool {
        guard try fewest == 0 || MessageTextTable.partCount(database) >= fewest else { return false }
        return try MessageTextTable.merge(database, pages: 250)
    }

    /// How many parts of the full-text index a first sync lets come together before it merges them. With eight, as otherwise, it
    /// would write most words three times.
    package static let partsWhileFilling = 64

    /// Begins to merge all parts of the full-text index into one. `mergeWords` goes on.
    /// - Returns: whether there is more to merge.
    func beginMergingAllWords() throws -> Bool { try MessageTextTable.merge(database, pages: -250) }

    package func setSyncState(_ value: String?, key: String, account: AccountID) throws {
        if let value {
            try database.execute(
                sql: "INSERT OR REPLACE INTO syncState (account, key, value) VALUES (?, ?, ?)",
                arguments: [account.rawValue, key, value])
        } else {
            try database.execute(
                sql: "DELETE FROM syncState WHERE account = ? AND key = ?", arguments: [account.rawValue, key])
        }
    }

    /// Removes all states whose keys begin alike.
    package func forgetSyncStates(prefix: String, account: AccountID) throws {
        try database.run(
            "DELETE FROM syncState WHERE account = ?1 AND key >= ?2 AND key < ?2 || char(1114111)", account.rawValue,
            prefix)
    }

    /// In bytes. What a server tells may be anything, and the sizes of a thread are added up.
    private static let largestSize = 1 << 44

    func message(
        _ remote: RemoteMessage, id: MessageID, account: AccountID, thread: ThreadID, marks: MessageMarks
    ) throws -> Message {
        Message(
            id: id, account: account, remoteID: remote.id, thread: thread, subject: remote.subject, from: remote.from,
            to: remote.to, cc: remote.cc, bcc: try blindCopies(of: remote, marks, account: account),
            replyTo: remote.replyTo, receivedAt: remote.receivedAt,
            snippet: remote.snippet, keywords: marks.keywords, mailboxes: marks.mailboxes, files: remote.files,
            messageIDHeader: remote.messageIDHeader, inReplyToHeader: remote.inReplyToHeader, listID: remote.listID,
            version: remote.version,
            size: max(
                0, min(Self.largestSize, remote.size ?? remote.files.reduce(remote.body?.size ?? 0) { $0 + $1.size })))
    }

    /// Keeps body and index in step with the message; words are written only when they changed.
    func index(_ message: Message, old: Message?, body: MessageBody?, bodyText: String?) throws {
        if let body {
            try database.run(
                """
                INSERT INTO body (message, html, plain, size, problems, writtenAt) VALUES (?, ?, ?, ?, ?, ?) \
                ON CONFLICT (message) DO UPDATE SET html = excluded.html, plain = excluded.plain, size = excluded.size, \
                problems = excluded.problems, writtenAt = excluded.writtenAt
                """, message.id.rawValue, body.html, body.plain,
                (body.html?.utf8.count ?? 0) + (body.plain?.utf8.count ?? 0),
                body.problems.map { $0.replacing("\n", with: " ") }.joined(separator: "\n"),
                // The draft may have been started on another day than the one on which it is sent.
                message.isDraft ? nil : body.writtenAt.map(RowCoding.seconds))
            noteCache()
            try database.run("UPDATE message SET hasBody = 1 WHERE id = ?", message.id.rawValue)
        }
        if let old, bodyText == nil {
            var same = old
            same.keywords = message.keywords
            same.mailboxes = message.mailboxes
            same.thread = message.thread
            if same == message { return }
        }
        var texts = MessageTextTable.Texts(message, bodyText: bodyText)
        guard old != nil else { return words.write(texts, of: message.id, isNew: true) }
        let known = try words.texts(message.id)
        let hasBody = try database.number("SELECT hasBody FROM message WHERE id = ?", message.id.rawValue) == 1
        if bodyText == nil, hasBody, let known { texts.body = known.body }
        if known != texts {
            try touchWords(of: message.id)
            words.write(texts, of: message.id, isNew: known == nil)
        }
    }
}

extension StoreTransaction {
    /// A reader within the transaction, which sees what was written so far.
    package var reader: StoreReader {
        get throws {
            try lists.flush()
            return StoreReader(database: database)
        }
    }

    /// Stores the list id from a message's own header: empty if it came through no list.
    package func save(listID: String, of id: MessageID) throws {
        guard let message = try MessageTable.find(database, id), message.listID != listID else { return }
        try touch(message.thread)
        var new = message
        new.listID = listID
        try MessageTable.update(database, new, from: message)
    }

    /// Stores a message's Message-ID, In-Reply-To and List-Id where they are missing.
    package func saveHeaders(of id: MessageID, _ told: RemoteMessage) throws {
        guard let message = try MessageTable.find(database, id) else { return }
        var new = message
        new.messageIDHeader = message.messageIDHeader ?? told.messageIDHeader
        new.inReplyToHeader = message.inReplyToHeader ?? told.inReplyToHeader
        new.listID = message.listID ?? told.listID
        guard new != message else { return }
        try touch(message.thread)
        try MessageTable.update(database, new, from: message)
    }

    /// Stores a body that was fetched by itself, without changing marks. A draft that has a body keeps it, because it is newer.
    /// - Parameter snippet: the first words of the body, if the server's preview can't be trusted.
    package func save(_ body: MessageBody, of id: MessageID, text: String, snippet: String? = nil) throws {
        guard let message = try MessageTable.find(database, id), try !message.isDraft || reader.body(of: id) == nil
        else { return }
        try touch(message.thread)
        var new = message
        // The size of the whole message may have been told.
        if try !dialect(of: message.account).tellsMessageSizes || message.textSize == 0 {
            new.size += body.size - message.textSize
        }
        // A server that shows no preview may have cut the source before the first word.
        if message.snippet.isEmpty { new.snippet = Self.firstWords(of: text) }
        if let snippet { new.snippet = snippet }
        if new != message { try MessageTable.update(database, new, from: message) }
        try index(new, old: message, body: body, bodyText: text)
    }
}

extension StoreTransaction {
    private static func firstWords(of text: String) -> String {
        text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Message {
    /// The share of the body in the size.
    var textSize: Int { size - files.reduce(0) { $0 + $1.size } }
}

extension MessageBody {
    /// In bytes, of the form that is displayed.
    fileprivate var size: Int { (html ?? plain ?? "").utf8.count }
}
