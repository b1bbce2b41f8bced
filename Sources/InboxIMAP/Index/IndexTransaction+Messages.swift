import GRDB
import InboxModel

/// A message as it is stored.
private struct MessageRow {
    var id: Int64
    var thread: Int64
}

extension IndexTransaction {
    /// Gives a copy, which is in the folder, its message.
    /// - Returns: the row id of the message.
    func attach(_ head: IndexedHead, to copy: CopyRow, in folder: Int64) throws -> Int64 {
        guard let known = try message(head.id) else {
            let message = try newMessage(head)
            try set(message: message, of: copy, in: folder)
            // Old mail is told by the walk that reads its head. What was told under another id, or as gone, is not told by a walk again.
            let wasGone = try forgetGone(head.id, isMailbox: false)
            if copy.isNews || wasGone || copy.message != nil { touch(message, isWhole: true) }
            if let old = copy.message { touch(old) }
            return message
        }
        try follow(head, known)
        guard copy.message != known.id else { return known.id }
        try set(message: known.id, of: copy, in: folder)
        touch(known.id)
        if let old = copy.message { touch(old) }
        return known.id
    }

    func note(gone id: RemoteID, isMailbox: Bool) throws {
        try run(
            "INSERT OR REPLACE INTO gone (isMailbox, remoteID, number) VALUES (?, ?, ?)",
            [isMailbox, id.rawValue, try nextNumber()])
    }

    /// - Returns: whether it was gone.
    func forgetGone(_ id: RemoteID, isMailbox: Bool) throws -> Bool {
        try run("DELETE FROM gone WHERE isMailbox = ? AND remoteID = ?", [isMailbox, id.rawValue])
        return database.changesCount > 0
    }

    private func message(_ id: RemoteID) throws -> MessageRow? {
        let known = try database.cachedStatement(sql: "SELECT id, thread FROM message WHERE remoteID = ?")
        return try Row.fetchOne(known, arguments: [id.rawValue]).map {
            MessageRow(id: try $0.decode(atIndex: 0), thread: try $0.decode(atIndex: 1))
        }
    }

    private func newMessage(_ head: IndexedHead) throws -> Int64 {
        let hash = head.messageID.map(IndexHash.number)
        try run(
            "INSERT INTO message (remoteID, thread, messageID) VALUES (?, ?, ?)",
            [head.id.rawValue, try thread(of: head), hash])
        return database.lastInsertedRowID
    }

    /// The server may put a message into another thread.
    private func follow(_ head: IndexedHead, _ message: MessageRow) throws {
        guard let server = head.thread else { return }
        let thread = try thread(ofServer: server)
        guard thread != message.thread else { return }
        try run("UPDATE message SET thread = ? WHERE id = ?", [thread, message.id])
        try tidy(message.thread)
        touch(message.id, isWhole: true)
    }
}
