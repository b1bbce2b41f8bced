import InboxModel
import InboxRemote

/// Asking for what the index knows to be there.
extension IMAPService {
    /// Does something in a folder of which the index is right.
    /// - Returns: nil if the folder is gone, or its UIDs were given anew.
    func inFolder<Value: Sendable>(
        _ folder: IndexedFolder, _ body: @escaping @Sendable (IMAPConnection) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value? {
        do throws(RemoteError) {
            return try await pool.run { connection throws(RemoteError) in
                guard try await connection.uidValidity(of: folder.rawName) == folder.uidValidity else { return nil }
                return try await body(connection)
            }
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Asks for something of messages in a folder.
    ///
    /// A connection that had the folder open need not have heard of new messages yet, so what is missing is asked for once more
    /// after opening it anew. If the server refuses some, such as one with a damaged message among them, they are asked for in halves.
    /// - Parameter most: how many messages are asked for at once.
    /// - Returns: what is there, by UID; nil if the folder is gone, or its UIDs were given anew.
    func ask<Value: Sendable>(
        _ folder: IndexedFolder, _ uids: [UInt32], most: Int,
        _ request: @escaping @Sendable (IMAPConnection, UIDSet) async throws(RemoteError) -> [UInt32: Value]
    ) async throws(RemoteError) -> [UInt32: Value]? {
        try await inFolder(folder) { connection throws(RemoteError) in
            var found: [UInt32: Value] = [:]
            for piece in uids.pieces(most) {
                found.merge(try await Self.despite(connection, piece[...], request)) { first, _ in first }
            }
            let missing = uids.filter { found[$0] == nil }
            guard !missing.isEmpty else { return found }
            let view = try await connection.select(folder.rawName)
            guard view.uidValidity == folder.uidValidity else { return found }
            for piece in missing.pieces(most) {
                found.merge(try await Self.despite(connection, piece[...], request)) { first, _ in first }
            }
            return found
        }
    }

    private static func despite<Value: Sendable>(
        _ connection: IMAPConnection, _ uids: ArraySlice<UInt32>,
        _ request: @Sendable (IMAPConnection, UIDSet) async throws(RemoteError) -> [UInt32: Value]
    ) async throws(RemoteError) -> [UInt32: Value] {
        do throws(RemoteError) {
            let wanted = Set(uids)
            return try await request(connection, UIDSet(uids)).filter { wanted.contains($0.key) }
        } catch {
            guard error.nextStep == .drop, !error.isNotFound else { throw error }
            guard uids.count > 1 else { return [:] }
            let middle = uids.startIndex + uids.count / 2
            let first = try await despite(connection, uids[..<middle], request)
            return first.merging(try await despite(connection, uids[middle...], request)) { first, _ in first }
        }
    }

    /// Does something with one of the copies of a message. If no copy is where the index has it, looks where it went, once.
    /// - Parameter body: returns nil if the copy is not there.
    /// - Returns: nil if the message is gone.
    func withCopy<Value: Sendable>(
        of id: RemoteID,
        _ body:
            @escaping @Sendable (IMAPConnection, _ folder: String, _ uid: UInt32) async throws(RemoteError) -> Value?
    ) async throws(RemoteError) -> Value? {
        var tried: Set<IndexPosition> = []
        for isLast in [false, true] {
            let (message, folders) = try keeper.use { (try $0.messages([id])[id], try $0.folders()) }
            for copy in message?.copies ?? [] where tried.insert(copy.position).inserted {
                guard let folder = folders.first(where: { $0.id == copy.folder }) else { continue }
                let value = try await inFolder(folder) { connection throws(RemoteError) -> Value? in
                    if let value = try await body(connection, folder.rawName, copy.uid) { return value }
                    guard try await connection.select(folder.rawName).uidValidity == folder.uidValidity else {
                        return nil
                    }
                    return try await body(connection, folder.rawName, copy.uid)
                }
                if let value = value.flatMap({ $0 }) { return value }
            }
            if !isLast { try await look() }
        }
        return nil
    }

    static func gone(_ call: String) -> RemoteError {
        RemoteError(.notFound(message: "the message is gone"), call: call)
    }
}

extension Array {
    /// Parts of at most some length.
    func pieces(_ most: Int) -> [[Element]] {
        stride(from: 0, to: count, by: Swift.max(most, 1)).map { Array(self[$0..<Swift.min($0 + most, count)]) }
    }
}
