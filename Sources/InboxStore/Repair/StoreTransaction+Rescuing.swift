import GRDB
import InboxModel

extension StoreTransaction {
    /// Makes the rows that were rescued from a damaged file consistent with each other.
    /// - Parameter unreadable: the tables that could not be read completely.
    func settleRescued(unreadable: [String]) throws {
        // This comes first, while the rows that refer to ids still exist.
        try RescuedNumbers(database: database).takeNamed()
        try Migrator.mark(database)
        try makeEnvelopes()
        try forgetLostMailboxes()
        if unreadable.contains(RepairReport.queue) { try queueLostSaves() }
        if !Self.writing.isDisjoint(with: unreadable) { try stopWriting() }
        // An action needs the object that it is about, but a deletion contains its draft. NULL is excluded explicitly,
        // because to SQL it is NOT IN an empty set.
        try database.execute(
            sql: """
                DELETE FROM action WHERE command <> 'deleteDraft' AND draft IS NOT NULL \
                AND draft NOT IN (SELECT id FROM message);
                DELETE FROM action WHERE file IS NOT NULL AND file NOT IN (SELECT id FROM draftFile);
                DELETE FROM action WHERE mailbox IS NOT NULL AND mailbox NOT IN (SELECT id FROM mailbox);
                """)
        try playPending()
        try dropEmptyActions()
        try rebuildMarks()
        try rebuildThreads()
        try rebuildWords()
    }

    /// The tables that a draft to be sent consists of.
    private static let writing: Set = ["message", "envelope", "body", "draft", "draftFile", "action", "actionNeed"]

    /// Stops everything that waits to be sent, since its text or files may be lost, until the user has looked at it. What a server
    /// may have is not affected: the sender still asks what became of an order, and a held draft stays held and can be recalled.
    private func stopWriting() throws {
        let reason = "Part of it may be lost: the mailbox was damaged. Check it before you send it."
        try database.execute(
            sql: """
                UPDATE action SET state = 'stopped', notBefore = NULL, \
                lastError = iif(state = 'stopped' AND lastError IS NOT NULL, lastError || '. ', '') || ? \
                WHERE command = 'sendDraft' AND state IN ('waiting', 'stopped') \
                OR command = 'saveDraft' AND state IN ('waiting', 'stopped', 'sending', 'unknown')
                """, arguments: [reason])
    }

    /// Queues a save of each draft that no server has and that nothing in the queue is about, to be stopped: what was to become of it
    /// was lost with the queue. A draft to be encrypted is left as it is, because no server may have it.
    private func queueLostSaves() throws {
        let ids = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM message WHERE remoteID IS NULL AND instr(keywords, ' $draft ') > 0 \
                AND id NOT IN (SELECT draft FROM action WHERE draft IS NOT NULL) ORDER BY id
                """)
        for id in ids.map({ MessageID($0) }) {
            guard let draft = try MessageTable.find(database, id), try DraftTable.seal(database, id)?.encrypts != true
            else { continue }
            // With a detail, as one that went out: it may have been saved, so the server is asked before it is saved again.
            try queueDraft(.saveDraft, draft, detail: "", now: draft.receivedAt)
        }
    }

    private func forgetLostMailboxes() throws {
        let places = "json_each(\(Self.json("mailboxes"))) AS place"
        for table in ["message", "base"] {
            try database.execute(
                sql: "UPDATE \(table) SET mailboxes = '' WHERE NOT json_valid(\(Self.json("mailboxes")))")
        }
        let lost = try Int64.fetchSet(
            database,
            sql: """
                SELECT place.value FROM message, \(places) UNION SELECT place.value FROM base, \(places) \
                EXCEPT SELECT id FROM mailbox
                """
        ).map { MailboxID($0) }
        guard !lost.isEmpty else { return }
        let messages = try Int64.fetchAll(
            database,
            sql: """
                SELECT DISTINCT message.id FROM message, \(places) WHERE place.value NOT IN (SELECT id FROM mailbox)
                """)
        for id in messages {
            guard let old = try MessageTable.find(database, MessageID(id)) else { continue }
            var new = old
            new.mailboxes.subtract(lost)
            try MessageTable.update(database, new, from: old)
        }
        for mailbox in lost { try forget(mailbox) }
    }

    /// Replays pending actions over base. Where base is lost, it is the shown marks with the pending edits reverted.
    private func playPending() throws {
        let baseless = try Int64.fetchAll(
            database,
            sql: "SELECT DISTINCT message FROM actionEdit WHERE message NOT IN (SELECT message FROM base)")
        for id in baseless.map({ MessageID($0) }) {
            guard let message = try MessageTable.find(database, id) else { continue }
            let patches = try ActionTable.edits(database, of: id).map(\.patch)
            let base = patches.reversed().reduce(message.marks) { $0.applying($1.inverse) }
            try BaseTable.write(database, id, base)
        }
        try replay(BaseTable.all(database).map(\.message))
    }
}
