import InboxModel

/// Deleting folders, with which IMAP deletes their mail.
extension IMAPConnection {
    /// What a folder is called while it is looked at for the last time.
    static func parting(_ folder: String) -> String { folder + " (deleted)" }

    /// Deletes a folder, unless it has other mail than is known. It is renamed before, where the server does that: nothing can be put into
    /// it any more then while it is looked at. With other mail it gets its name back.
    /// - Parameters:
    ///   - known: the UIDs of what may be deleted with it, in the folder of this UIDVALIDITY.
    func deleteFolder(_ folder: String, of uidValidity: UInt32, with known: UIDSet) async throws(RemoteError) {
        let other = Self.parting(folder)
        guard try await renames(folder, to: other) else {
            try await checkAgain(folder, uidValidity, known)
            return try await deleteFolder(folder)
        }
        do throws(RemoteError) {
            try await checkAgain(other, uidValidity, known)
            try await deleteFolder(other)
        } catch {
            if error.nextStep == .drop, isOpen { try await rename(other, to: folder) }
            throw error
        }
    }

    /// - Returns: false if the server refuses it.
    private func renames(_ folder: String, to other: String) async throws(RemoteError) -> Bool {
        do throws(RemoteError) {
            try await rename(folder, to: other)
            return true
        } catch {
            guard error.nextStep == .drop, !error.isNotFound, !FolderName.isInbox(folder) else { throw error }
            return false
        }
    }

    private func checkAgain(_ folder: String, _ uidValidity: UInt32, _ known: UIDSet) async throws(RemoteError) {
        let view = try await select(folder)
        let there = try await outlines(in: folder, nil).filter { !$0.isDeleted }.map(\.uid)
        // Some servers number a folder anew that gets another name.
        let isKnown =
            view.uidValidity == uidValidity
            ? UIDSet(there).subtracting(known).isEmpty : there.count <= known.count
        guard !isKnown else { return }
        throw RemoteError(
            .refused(status: 0, message: "new mail has come into the mailbox"), call: "DELETE", type: "mailboxHasEmail")
    }
}
