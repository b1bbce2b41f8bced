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
    /// after opening it anew. If the server can't give some, such as one with a damaged message among them, they are asked for in halves.
    /// - Parameters:
    ///   - most: how many messages are asked for at once.
    ///   - sparesOne: whether a single message that the server can't give counts as not there; else that is an error.
    /// - Returns: what is there, by UID; nil if the folder is gone, or its UIDs were given anew.
    /// - Throws: also if the server can give none of several.
    func ask<Value: Sendable>(
        _ folder: IndexedFolder, _ uids: [UInt32], most: Int, sparesOne: Bool = false,
        _ request: @escaping @Sendable (IMAPConnection, UIDSet) async throws(RemoteError) -> [UInt32: Value]
    ) async throws(RemoteError) -> [UInt32: Value]? {
        let sparesOne = sparesOne || uids.count > 1
        return try await inFolder(folder) { connection throws(RemoteError) in
            var answers = HalvedAnswers<Value>(sparesOne: sparesOne)
            for piece in uids.pieces(most) { try await answers.ask(connection, piece[...], request) }
            let missing = uids.filter { answers.found[$0] == nil }
            guard !missing.isEmpty, try await connection.select(folder.rawName).uidValidity == folder.uidValidity else {
                return answers.found
            }
            for piece in missing.pieces(most) { try await answers.ask(connection, piece[...], request) }
            return answers.found
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
        for isLast in [false, true] {
            let (message, folders) = try keeper.use { (try $0.messages([id])[id], try $0.folders()) }
            for copy in message?.copies ?? [] {
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
            if !isLast {
                try await look()
                try await readUntilKnown([id])
            }
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
