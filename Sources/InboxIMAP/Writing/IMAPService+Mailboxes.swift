package import InboxModel

/// Creating, renaming and deleting folders.
extension IMAPService {
    package func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        RemoteMailbox(try await create(name, among: try await readFolders()))
    }

    package func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        let call = "RENAME"
        let folder = try await folder(of: id)
        guard folder.role != .inbox, folder.name.uppercased() != "INBOX" else {
            // The server would move all mail out of it (RFC 9051 §6.3.6).
            throw RemoteError(.refused(status: 0, message: "the inbox can't be renamed"), call: call)
        }
        let naming = try await naming(try await readFolders())
        guard let raw = try naming.rawNames(for: name).first, raw != folder.rawName else {
            return RemoteMailbox(folder)
        }
        guard !naming.has(raw) else { throw Self.taken }
        let new = naming.shown(raw)
        try await pool.run { connection async throws(RemoteError) in
            try await connection.rename(folder.rawName, to: raw)
        }
        try keeper.use { try $0.rename(folder: folder.id, toRaw: raw, name: new) }
        var renamed = folder
        (renamed.rawName, renamed.name) = (raw, new)
        return RemoteMailbox(renamed)
    }

    /// Never deletes mail that is nowhere else, though the command would.
    package func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        let call = "DELETE"
        let known = try await folder(of: id)
        guard known.name.uppercased() != "INBOX" else {
            throw RemoteError(.refused(status: 0, message: "the inbox can't be deleted"), call: call)
        }
        let folders = try await readFolders()
        // An attempt whose answer was lost may have left it under its last name.
        guard let folder = folders.first(where: { $0.mailbox == id || $0.isParting(known) }) else { return }
        guard folders.allSatisfy({ !$0.isBelow(folder) }) else {
            throw RemoteError(
                .refused(status: 0, message: "there are mailboxes in it"), call: call, type: "mailboxHasChild")
        }
        if try await pool.capabilities().isGmail {
            // It is a label there.
            try await pool.run { connection async throws(RemoteError) in
                try await connection.deleteFolder(folder.rawName)
            }
        } else {
            let checked = try await checkNothingIsLost(with: folder)
            // No look must take the folder under its other name for a new one.
            try await looks.lock.run { () async throws(RemoteError) in
                try await pool.run { connection async throws(RemoteError) in
                    try await connection.deleteFolder(folder.rawName, of: folder.uidValidity, with: checked)
                }
            }
        }
        try await readFolders()
    }

    package func mailboxDepth() async throws(RemoteError) -> Int? {
        let folders = try await knownFolders()
        return !folders.isEmpty && folders.allSatisfy { $0.delimiter == nil } ? 1 : nil
    }

    private static let taken = RemoteError(
        .refused(status: 0, message: "there is a mailbox of that name"), call: "CREATE", type: "alreadyExists")

    /// Makes a folder. The server makes the levels above it (RFC 9051 §6.3.4).
    func create(_ name: String, among folders: [IndexedFolder]) async throws(RemoteError) -> IndexedFolder {
        let naming = try await naming(folders)
        var refusal = Self.taken
        for raw in try naming.rawNames(for: name) {
            guard !naming.has(raw) else { throw Self.taken }
            do throws(RemoteError) {
                try await pool.run { connection async throws(RemoteError) in try await connection.create(raw) }
                let folders = try await readFolders()
                guard let made = folders.first(where: { $0.rawName == raw || $0.name == name }) else {
                    throw RemoteError(.refused(status: 0, message: "the server made no such mailbox"), call: "CREATE")
                }
                return made
            } catch {
                guard error.nextStep == .drop else { throw error }
                refusal = error
            }
        }
        throw refusal
    }

    private func naming(_ folders: [IndexedFolder]) async throws(RemoteError) -> FolderNaming {
        let (spelling, isUTF8) = try await pool.run { connection throws(RemoteError) in
            (connection.spelling, connection.isUTF8)
        }
        return FolderNaming(folders, spelling, isUTF8: isUTF8)
    }

    /// - Throws: `refused` if a folder has mail that is in no other (RFC 8621 §2.5, which other dialects go by).
    /// - Returns: the UIDs that it has.
    private func checkNothingIsLost(with folder: IndexedFolder) async throws(RemoteError) -> UIDSet {
        let there = try await work(in: folder) { connection async throws(RemoteError) in
            try await connection.outlines(in: folder.rawName, nil)
        }.filter { !$0.isDeleted }
        guard !there.isEmpty else { return [] }
        try await look()
        let copies = try keeper.use { try $0.walk(in: [folder.id], from: nil, limit: there.count) }
        let known = Dictionary(copies.map { ($0.uid, $0.message) }, uniquingKeysWith: { $1 })
        let ids = there.compactMap { known[$0.uid] ?? nil }
        let messages = try keeper.use { try $0.messages(Set(ids)) }
        var others: [Int64: [IndexedCopy]] = [:]
        for id in Set(ids) {
            let other = messages[id]?.copies.first { $0.folder != folder.id }
            other.map { others[$0.folder, default: []].append($0) }
        }
        var kept = 0
        let folders = try await knownFolders()
        for (id, copies) in others {
            guard let other = folders.first(where: { $0.id == id }) else { continue }
            kept += try await present(copies.map(\.uid), in: other).count
        }
        guard ids.count == there.count, kept == Set(ids).count else {
            throw RemoteError(
                .refused(status: 0, message: "the mailbox has mail that is in no other"), call: "DELETE",
                type: "mailboxHasEmail")
        }
        return UIDSet(there.map(\.uid))
    }
}

extension IndexedFolder {
    fileprivate func isParting(_ other: IndexedFolder) -> Bool {
        rawName == IMAPConnection.parting(other.rawName) && uidValidity == other.uidValidity
    }

    fileprivate func isBelow(_ other: IndexedFolder) -> Bool {
        guard let delimiter = other.delimiter else { return false }
        return rawName.hasPrefix(other.rawName + String(delimiter))
    }
}
