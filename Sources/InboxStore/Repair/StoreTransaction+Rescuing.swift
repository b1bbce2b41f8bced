import GRDB
import InboxModel

extension StoreTransaction {
    /// Brings rows that were saved from a damaged file into step with each other.
    /// - Parameter unreadable: the tables of which not everything could be read.
    func settleRescued(unreadable: [String]) throws {
        try makeEnvelopes()
        try forgetLostMailboxes()
        if !Self.writing.isDisjoint(with: unreadable) { try stopWriting() }
        // What is to be sent needs what it is about; a deletion keeps its draft in itself. Where there is nothing that could be
        // missed, all would be missed but for the question: to SQL, NULL is not in what is empty.
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

    /// What a draft that is to be sent is made of.
    private static let writing: Set = ["message", "envelope", "body", "draft", "draftFile", "action", "actionNeed"]

    /// Text or files of what is to be sent may be lost, so nothing goes out before the user has looked at it.
    private func stopWriting() throws {
        try database.execute(
            sql: """
                UPDATE action SET state = 'stopped', notBefore = NULL, \
                lastError = 'Part of it may be lost: the mailbox was damaged. Look at it before you send it.' \
                WHERE command IN ('saveDraft', 'sendDraft')
                """)
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

    /// Effective marks are base with what is pending played over it. Where base is lost, it is what is shown with that
    /// taken back.
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
