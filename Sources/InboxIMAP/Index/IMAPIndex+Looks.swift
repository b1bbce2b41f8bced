import GRDB
import InboxModel
import Synchronization

extension IMAPIndex {
    /// Ends a look at all folders: messages that were lost before it began and did not turn up are gone, which is noted in the log. It
    /// must have read the heads of all news, in which they may turn up.
    ///
    /// What was lost during the look may have been moved to a folder that was looked at before, so it takes one more look.
    /// - Returns: whether messages are still lost, so that another look at once shows what became of them.
    @discardableResult
    package func endLook() throws -> Bool {
        try looks.withLock { looks in
            let (hasLost, ended) = try read { database in
                (try database.hasLost(), try Int64.fetchOne(database, sql: "SELECT looks FROM meta") ?? 0)
            }
            // Most looks end here, without a write.
            guard hasLost else {
                looks = ended
                return false
            }
            let before = looks
            let (now, isLeft) = try write { transaction in
                try transaction.forget(lostBefore: before)
                let now = try transaction.looks() + 1
                try transaction.run("UPDATE meta SET looks = ?", [now])
                return (now, try transaction.database.hasLost())
            }
            looks = now
            return isLeft
        }
    }
}

extension IndexTransaction {
    fileprivate func forget(lostBefore looks: Int64) throws {
        let request: SQLRequest<Row> =
            "SELECT id, remoteID, thread FROM message WHERE lost < \(looks) ORDER BY lost, id"
        var threads: Set<Int64> = []
        for row in try request.fetchAll(database) {
            try run("DELETE FROM message WHERE id = ?", [try row.decode(Int64.self, atIndex: 0)])
            try note(gone: RemoteID(try row.decode(String.self, atIndex: 1)), isMailbox: false)
            threads.insert(try row.decode(atIndex: 2))
        }
        for thread in threads { try tidy(thread) }
    }
}

extension Database {
    fileprivate func hasLost() throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE lost IS NOT NULL)") ?? false
    }
}
