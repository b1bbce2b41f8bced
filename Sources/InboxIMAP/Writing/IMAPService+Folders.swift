import Foundation
import InboxModel
import InboxRemote

/// Work in folders that the index knows.
extension IMAPService {
    /// Does something in a folder, if its UIDs are still those that the index knows (RFC 9051 §2.3.1.1).
    func work<Value: Sendable>(
        in folder: IndexedFolder, _ body: @escaping @Sendable (IMAPConnection) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        do throws(RemoteError) {
            return try await pool.run { connection async throws(RemoteError) in
                guard try await connection.uidValidity(of: folder.rawName) == folder.uidValidity else {
                    throw Self.renumbered
                }
                return try await body(connection)
            }
        } catch {
            if error == Self.renumbered { try await look() }
            // Of a message, it would mean that this is gone.
            throw error.isNotFound ? Self.folderGone : error
        }
    }

    /// Nothing was done, and can be now that the folder was looked at again.
    private static let renumbered = RemoteError(
        .limited(message: "the server has numbered the messages of a folder anew"), call: "SELECT")
    private static let folderGone = RemoteError(.refused(status: 0, message: "its folder is gone"), call: "SELECT")

    /// All folders; those of the server if none was read before.
    func knownFolders() async throws(RemoteError) -> [IndexedFolder] {
        let known = try keeper.use { try $0.folders() }
        return known.isEmpty ? try await readFolders() : known
    }

    @discardableResult
    func readFolders() async throws(RemoteError) -> [IndexedFolder] {
        try await looks.lock.run { () async throws(RemoteError) in
            try await takeListing()
            return try keeper.use { try $0.folders() }
        }
    }

    func folder(of mailbox: RemoteID) async throws(RemoteError) -> IndexedFolder {
        if let known = try await knownFolders().first(where: { $0.mailbox == mailbox }) { return known }
        guard let folder = try await readFolders().first(where: { $0.mailbox == mailbox }) else {
            throw RemoteError(.notFound(message: "the mailbox is gone"), call: "LIST", type: "notFound")
        }
        return folder
    }

    /// A folder as the index has it now: one that was numbered anew has another id.
    func current(_ folder: IndexedFolder) throws(RemoteError) -> IndexedFolder {
        try keeper.use { try $0.folders() }.first { $0.mailbox == folder.mailbox } ?? folder
    }

    /// The folder of a role; makes one if none has it.
    func folder(for role: MailboxRole) async throws(RemoteError) -> IndexedFolder {
        if let known = try await knownFolders().first(where: { $0.role == role }) { return known }
        let folders = try await readFolders()
        if let known = folders.first(where: { $0.role == role }) { return known }
        let name = role.rawValue.capitalized
        do throws(RemoteError) { return try await create(name, among: folders) } catch {
            guard error.nextStep == .drop else { throw error }
            let words = "the server has no mailbox for this, and creates none: please create one called “\(name)” there"
            throw RemoteError(.refused(status: 0, message: words), call: error.call, type: error.type)
        }
    }

    /// Takes over in the index what the server has done. If the disk has no room for it, the next look finds it.
    func note(_ folders: Set<Int64>, _ body: (IMAPIndex) throws -> Void) {
        do throws(RemoteError) { try keeper.use(body) } catch { folders.forEach(doubt.begin) }
    }
}
