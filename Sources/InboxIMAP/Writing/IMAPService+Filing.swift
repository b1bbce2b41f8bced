import Foundation
import InboxModel
import InboxRemote

/// Putting whole messages into folders.
extension IMAPService {
    /// Puts a message into a folder (APPEND), and takes it into the index.
    /// - Parameter date: when it arrived; nil for now, by the server's clock.
    /// - Returns: the copy, with its message; nil if the server does not say which it is, and it is not found.
    /// - Throws: what failed before the message was there, or made that uncertain.
    func file(
        _ bytes: [UInt8], in folder: IndexedFolder, flags: Set<String>, date: Date? = nil, messageID: String?
    ) async throws(RemoteError) -> IndexedCopy? {
        let isDoubtful = !doubt.open(among: [folder.id]).isEmpty
        doubt.begin(folder.id)
        let appended = try await pool.run { connection async throws(RemoteError) in
            try await connection.append(bytes, to: folder.rawName, flags: flags, date: date)
        }
        do throws(RemoteError) {
            if let appended, appended.uidValidity == folder.uidValidity {
                if !isDoubtful { doubt.settle([folder.id]) }
                return try await known([appended.uid], in: folder).first
            }
            try await look(at: [folder.id])
            doubt.settle([folder.id])
            let folder = try current(folder)
            if let appended, appended.uidValidity == folder.uidValidity {
                return try await known([appended.uid], in: folder).first
            }
            guard let messageID else { return nil }
            return try keeper.use { try $0.messages(withMessageID: messageID) }
                .flatMap(\.copies).filter { $0.folder == folder.id }.max { $0.uid < $1.uid }
        } catch {
            // It is there, whatever became of reading it.
            throw error.afterWork
        }
    }

    /// Takes copies into the index that the server has, with what they are.
    func known(_ uids: UIDSet, in folder: IndexedFolder) async throws(RemoteError) -> [IndexedCopy] {
        let outlines = try await work(in: folder) { connection async throws(RemoteError) in
            try await connection.outlines(in: folder.rawName, uids)
        }.filter { uids.contains($0.uid) && !$0.isDeleted }
        try keeper.use { try $0.take(outlines: outlines, in: folder.id, addsOld: true) }
        let copies = outlines.map {
            IndexedCopy(
                folder: folder.id, uid: $0.uid, flags: $0.flags, date: $0.date ?? .distantPast, message: nil)
        }
        let messages = try await listed(copies).map(\.id)
        let wanted = Set(copies.map(\.uid))
        return try keeper.use { try $0.messages(messages) }.values.flatMap(\.copies)
            .filter { $0.folder == folder.id && wanted.contains($0.uid) }
    }

    /// The copies in a folder that have a Message-ID and are no drafts, as the server has them now.
    /// - Parameter date: those that arrived earlier do not count.
    func copies(withMessageID header: String?, in folder: IndexedFolder, since date: Date?) async throws(RemoteError)
        -> [IMAPOutline]
    {
        guard let header, let quoted = IMAPConnection.quoted(header) else { return [] }
        return try await work(in: folder) { connection async throws(RemoteError) in
            let uids = try await connection.search(in: folder.rawName, "HEADER Message-ID \(quoted)")
            return uids.isEmpty ? [] : try await connection.outlines(in: folder.rawName, uids)
        }.filter { outline in
            !outline.isDeleted && !outline.flags.contains { $0.lowercased() == "\\draft" }
                && (outline.date.map { $0 >= date ?? .distantPast } ?? true)
        }
    }
}
