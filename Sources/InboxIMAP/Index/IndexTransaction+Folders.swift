import GRDB
import InboxModel

extension IndexTransaction {
    func folders() throws -> [FolderRow] {
        try Row.fetchAll(database, sql: "SELECT \(FolderRow.columns) FROM folder ORDER BY id").map(FolderRow.init)
    }

    /// Deletes a folder whose mailbox is gone.
    func remove(_ folder: FolderRow) throws {
        try drop(folder)
        try note(gone: folder.folder.mailbox, isMailbox: true)
    }

    /// Takes over what a folder is now.
    func take(_ listed: FolderList.Listed, over known: FolderRow) throws {
        var folder = known
        (folder.folder.rawName, folder.folder.name) = (listed.folder.rawName, listed.folder.name)
        (folder.folder.delimiter, folder.folder.role) = (listed.folder.delimiter, listed.folder.role)
        folder.folder.rights = listed.folder.rights
        folder.objectID = listed.folder.objectID ?? known.objectID
        let isChanged =
            folder.folder.name != known.folder.name || folder.folder.role != known.folder.role
            || folder.folder.rights != known.folder.rights
        if isChanged || folder.folder != known.folder || folder.objectID != known.objectID {
            try save(folder, isChanged: isChanged)
        }
        guard listed.status.uidValidity != known.folder.uidValidity else { return }
        let changed = try SQLRequest<Int64>("SELECT changed FROM folder WHERE id = \(known.id)").fetchOne(database)
        try drop(known)
        var anew = FolderRow(listed.folder, listed.status, mailbox: known.folder.mailbox)
        anew.objectID = folder.objectID
        try insert(anew, changed: try changed ?? nextNumber())
    }

    /// - Parameter isFirst: whether it stands in the very first list, so that its mail is old.
    func add(_ listed: IMAPFolder, _ status: IMAPFolderStatus, isFirst: Bool) throws {
        let taken = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM folder WHERE mailbox = ?)")
        let name = listed.objectID.map { "f-" + $0 } ?? "n-" + IndexHash.name(listed.rawName)
        let free = try Self.free(name) { try Bool.fetchOne(taken, arguments: [$0]) ?? false }
        var folder = FolderRow(listed, status, mailbox: RemoteID(free))
        if isFirst {
            let next = max(1, status.uidNext)
            (folder.folder.firstNews, folder.folder.uidNext) = (next, next)
            (folder.folder.highestModSeq, folder.folder.isOutlined) = (status.highestModSeq, next == 1)
        }
        _ = try forgetGone(folder.folder.mailbox, isMailbox: true)
        try insert(folder, changed: try nextNumber())
    }

    /// - Parameter isChanged: whether the mailbox is another one for the client.
    func save(_ row: FolderRow, isChanged: Bool) throws {
        let folder = row.folder
        try run(
            "UPDATE folder SET rawName = ?, name = ?, delimiter = ?, role = ?, rights = ?, objectID = ? WHERE id = ?",
            [
                folder.rawName, folder.name, folder.delimiter.map { String($0) }, folder.role?.rawValue,
                folder.rights.rawValue, row.objectID, folder.id,
            ])
        if isChanged { try run("UPDATE folder SET changed = ? WHERE id = ?", [try nextNumber(), folder.id]) }
    }

    private func insert(_ row: FolderRow, changed: Int64) throws {
        let folder = row.folder
        try run(
            """
            INSERT INTO folder (
                rawName, name, delimiter, mailbox, role, rights, objectID, uidValidity, uidNext, firstNews, highestModSeq,
                isOutlined, outlinedSince, listed, changed
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                folder.rawName, folder.name, folder.delimiter.map { String($0) }, folder.mailbox.rawValue,
                folder.role?.rawValue, folder.rights.rawValue, row.objectID, folder.uidValidity, folder.uidNext,
                folder.firstNews, Int64(bitPattern: folder.highestModSeq), folder.isOutlined, folder.outlinedSince,
                folder.listed, changed,
            ])
    }

    private func drop(_ folder: FolderRow) throws {
        try remove(0...UInt32.max, in: folder.id)
        try run("DELETE FROM folder WHERE id = ?", [folder.id])
    }
}
