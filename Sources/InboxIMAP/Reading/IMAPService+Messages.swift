package import InboxModel
import InboxRemote
import MailContent

/// Messages by their ids.
extension IMAPService {
    private static let draftsAtOnce = 200
    /// Messages are read in pieces of this many bytes.
    private static let pieceSize = 4 << 20
    /// In bytes. Mail servers accept only a fraction of this.
    static let largest = 256 << 20

    package func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        if let message = try await messages([id]).first { return message }
        // It may have gone elsewhere since the last look.
        try await look()
        return try await messages([id]).first
    }

    package func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        try await readUntilKnown(Set(ids))
        let known = try keeper.use { try $0.messages(Set(ids)) }
        return try await bodied(ids.compactMap { known[$0]?.copies.first })
    }

    package func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        let members = try keeper.use { index in
            try index.messages(ofThreads: Set(try index.messages(Set(messages)).values.map(\.thread)))
        }
        return try await bodied(members.compactMap(\.copies.first))
    }

    package func drafts() async throws(RemoteError) -> [RemoteMessage] {
        let folders = Set(try await knownFolders().filter { $0.role == .drafts }.map(\.id))
        guard !folders.isEmpty else { return [] }
        var drafts: [RemoteMessage] = []
        var position: IndexPosition?
        repeat {
            let page = try await outlinedWalk(in: folders, from: position, limit: Self.draftsAtOnce)
            drafts += try await bodied(page.copies)
            position = page.next
        } while position != nil
        return drafts
    }

    package func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        let bytes = try await withCopy(of: id) { connection, folder, uid throws(RemoteError) -> [UInt8]? in
            var bytes: [UInt8] = []
            while true {
                let range = bytes.count..<(bytes.count + Self.pieceSize)
                guard let piece = try await connection.bytes(in: folder, [uid], section: "", range)[uid] else {
                    return nil
                }
                bytes += piece
                if piece.count < Self.pieceSize { return bytes }
                guard bytes.count < Self.largest else {
                    throw RemoteError(.refused(status: 0, message: "the message is too large"), call: "FETCH")
                }
            }
        }
        guard let bytes, !bytes.isEmpty else { throw Self.gone("FETCH") }
        return bytes
    }

    package func headers(named names: [String], of id: RemoteID) async throws(RemoteError) -> [[String]] {
        let header = try await withCopy(of: id) { connection, folder, uid throws(RemoteError) in
            try await connection.bytes(in: folder, [uid], section: "HEADER")[uid]
        }
        guard let header else { throw Self.gone("FETCH") }
        return names.map { ParsedMessage.headers(named: $0, of: header) }
    }
}
