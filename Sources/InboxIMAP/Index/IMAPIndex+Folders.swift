import GRDB
import InboxModel

extension IMAPIndex {
    package func folders() throws -> [IndexedFolder] {
        try read { database in
            let request: SQLRequest<Row> = "SELECT \(sql: FolderRow.columns) FROM folder ORDER BY id"
            return try request.fetchAll(database).map { try FolderRow($0).folder }
        }
    }

    /// Takes over the server's list of folders. A folder of the same `objectID`, or else of the same raw name, and of the same UIDVALIDITY is
    /// the same as before. One with another UIDVALIDITY loses its copies and counts as new, with another id but the same mailbox. Those that
    /// are not listed, or hold no messages, are gone, with their copies; those that are `isUntold` stay as they are. Mailboxes that are new, renamed or gone, or have another role, are
    /// noted in the log. A list without any folder changes nothing, as every account has an inbox.
    ///
    /// The very first list sets `firstNews` and `uidNext` to the folder's UIDNEXT, and takes over its number of changes; folders that come
    /// later have 1, 1 and 0: all that is in them is news.
    package func take(folders: [IMAPFolder]) throws {
        guard folders.contains(where: { $0.status != nil }) else { return }
        try write { transaction in
            let list = FolderList(known: try transaction.folders(), listed: folders)
            let isFirst = try Bool.fetchOne(transaction.database, sql: "SELECT hasFolders FROM meta") == false
            if isFirst { try transaction.run("UPDATE meta SET hasFolders = 1", []) }
            for folder in list.gone { try transaction.remove(folder) }
            for (folder, listed) in list.same { try transaction.take(listed, over: folder) }
            for (folder, status) in list.new { try transaction.add(folder, status, isFirst: isFirst) }
        }
    }

    /// A folder was renamed from here, with all below it: their mailboxes keep their ids. If a look saw the new names already, and took
    /// them for new folders, those are given up.
    package func rename(folder: Int64, toRaw rawName: String, name: String) throws {
        try write { transaction in
            let known = try transaction.folders()
            guard let top = known.first(where: { $0.id == folder }) else { return }
            let renamed = known.compactMap { $0.renamed(with: top, toRaw: rawName, name: name) }
            let (ids, names) = (Set(renamed.map(\.id)), Set(renamed.map(\.rawName)))
            for other in known where names.contains(other.rawName) && !ids.contains(other.id) {
                try transaction.remove(other)
            }
            for folder in renamed { try transaction.save(folder, isChanged: true) }
        }
    }

    /// How far a look at a folder came.
    package func settle(folder: Int64, uidNext: UInt32, highestModSeq: UInt64, isOutlined: Bool) throws {
        let number = Int64(bitPattern: highestModSeq)
        // A look that found nothing writes nothing.
        let isKnown = try read { database in
            try SQLRequest<Bool>(
                """
                SELECT uidNext = \(uidNext) AND highestModSeq = \(number) AND isOutlined = \(isOutlined)
                FROM folder WHERE id = \(folder)
                """
            ).fetchOne(database) ?? true
        }
        guard !isKnown else { return }
        try write { transaction in
            try transaction.run(
                "UPDATE folder SET uidNext = ?, highestModSeq = ?, isOutlined = ? WHERE id = ?",
                [uidNext, number, isOutlined, folder])
        }
    }
}

extension IMAPIndex {
    /// All old mail of a folder from a date on is known, in seconds since 1970; nil for all.
    package func outlined(folder: Int64, since: Int64?) throws {
        try write { transaction in
            try transaction.run(
                "UPDATE folder SET outlinedSince = ?, isOutlined = ? WHERE id = ?",
                [since ?? .min, since == nil, folder])
        }
    }

    /// Before the first old mail of a folder is read: its flags will be no older than this number of changes, if no look told one.
    package func follow(folder: Int64, from highestModSeq: UInt64) throws {
        guard highestModSeq > 0, try folders().contains(where: { $0.id == folder && $0.highestModSeq == 0 }) else {
            return
        }
        try write { transaction in
            try transaction.run(
                "UPDATE folder SET highestModSeq = ? WHERE id = ? AND highestModSeq = 0 AND outlinedSince = ? AND count = 0",
                [Int64(bitPattern: highestModSeq), folder, Int64.max])
        }
    }
}

extension Database {
    func indexedFolder(_ id: Int64) throws -> IndexedFolder? {
        let known = try cachedStatement(sql: "SELECT \(FolderRow.columns) FROM folder WHERE id = ?")
        return try Row.fetchOne(known, arguments: [id]).map { try FolderRow($0).folder }
    }
}
