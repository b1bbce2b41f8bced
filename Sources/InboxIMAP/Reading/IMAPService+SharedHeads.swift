import InboxModel

/// Copies of one message in several folders, as Gmail has one for each label: where the server names messages, one of them is read, and of
/// the others only their names.
extension IMAPService {
    /// Reads the names of copies, and gives copies of one message to one of them.
    /// - Parameter groups: by folder.
    /// - Returns: the copies whose heads must be read; and, by the first of these that is of the same message, the others.
    func sharing(_ groups: [Int64: [IndexedCopy]], _ folders: [IndexedFolder]) async throws(RemoteError) -> (
        first: [Int64: [IndexedCopy]], others: [IndexPosition: [IndexedCopy]]
    ) {
        guard folders.count > 1, try await pool.capabilities().namesMessages else { return (groups, [:]) }
        let names = try await sideBySide(folders) { folder throws(RemoteError) in
            // A folder that is another one now is found out where its heads are read.
            try await inFolder(folder) { connection throws(RemoteError) in
                try await connection.emailIDs(in: folder.rawName, UIDSet((groups[folder.id] ?? []).map(\.uid)))
            } ?? [:]
        }
        var (first, others) = ([Int64: [IndexedCopy]](), [IndexPosition: [IndexedCopy]]())
        var known: [String: IndexPosition] = [:]
        for (folder, names) in zip(folders, names) {
            for copy in groups[folder.id] ?? [] {
                if let name = names[copy.uid], let place = known[name] {
                    others[place, default: []].append(copy)
                    continue
                }
                if let name = names[copy.uid] { known[name] = copy.position }
                first[folder.id, default: []].append(copy)
            }
        }
        return (first, others)
    }

    /// Notes in the index that copies are of a message whose head was read from another one.
    func share(_ reads: [ReadHead], with others: [IndexPosition: [IndexedCopy]]) throws(RemoteError) -> [ReadHead] {
        guard !others.isEmpty else { return reads }
        let all =
            reads
            + reads.flatMap { read in
                (others[read.copy] ?? []).map { copy in
                    var shared = read
                    shared.copy = copy.position
                    return shared
                }
            }
        let new = Dictionary(grouping: all.dropFirst(reads.count), by: \.copy.folder)
        return try keeper.use { index in
            for (folder, reads) in new {
                let heads = reads.map { read in
                    // The server names it: no place is needed to tell it apart.
                    var head = IndexedHead(read.head, read.parsed, place: "")
                    head.uid = read.copy.uid
                    return head
                }
                _ = try index.take(heads: heads.sorted { $0.uid < $1.uid }, in: folder)
            }
            // Each has one copy more now.
            let messages = try index.messages(Set(all.map(\.message.id)))
            return all.compactMap { read in
                guard let message = messages[read.message.id] else { return nil }
                var told = read
                told.message = message
                return told
            }
        }
    }
}
