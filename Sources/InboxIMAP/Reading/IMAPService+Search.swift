package import InboxModel

/// Searching on the server.
extension IMAPService {
    private static let copiesAtOnce = 1_000

    package func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        let manner = SearchKey.Manner(isGmail: try await pool.capabilities().isGmail)
        guard let key = SearchKey(question, manner) else { throw RemoteError(.unsupported, call: "SEARCH") }
        do throws(RemoteError) { return try await search(key, limit: limit) } catch {
            // Not every server knows UTF-8 (BADCHARSET, RFC 9051 §7.1), and some refuse it in other words.
            guard !key.isASCII, error.nextStep == .drop, !error.isNotFound else { throw error }
            guard let other = key.inASCII(question) else { throw RemoteError(.unsupported, call: "SEARCH") }
            return try await search(other, limit: limit)
        }
    }

    private func search(_ key: SearchKey, limit: Int) async throws(RemoteError) -> RemoteFindings {
        let folders = try await searched(key)
        let ids = Set(folders.map(\.id))
        try await outline(ids)
        let found = try await sideBySide(folders) { folder throws(RemoteError) in
            try await inFolder(folder) { connection throws(RemoteError) in
                try await connection.search(in: folder.rawName, key.text)
            }
        }
        let uids = Dictionary(zip(folders.map(\.id), found), uniquingKeysWith: { first, _ in first })
        let limit = max(limit, 1)
        let hits = try await newest(limit + 1, in: ids) { copy in
            uids[copy.folder].flatMap { $0 }?.contains(copy.uid) ?? false
        }
        return RemoteFindings(
            hits: Array(hits.prefix(limit)), hasMore: hits.count > limit, remainder: key.remainder)
    }

    private func searched(_ key: SearchKey) async throws(RemoteError) -> [IndexedFolder] {
        let folders = try await knownFolders()
        if let mailboxes = key.mailboxes { return folders.filter { mailboxes.contains($0.mailbox) } }
        let all = folders.filter { $0.role == .all }
        guard !all.isEmpty else { return folders }
        // There the others are labels.
        return try await pool.capabilities().isGmail ? all : folders
    }

    /// The newest messages with a copy that is a hit.
    private func newest(_ count: Int, in folders: Set<Int64>, _ isHit: (IndexedCopy) -> Bool) async throws(RemoteError)
        -> [RemoteID]
    {
        var (hits, known) = ([RemoteID](), Set<RemoteID>())
        var place: IndexPosition?
        repeat {
            let page = try walk(in: folders, from: place, limit: Self.copiesAtOnce)
            let copies = page.copies.filter(isHit)
            for piece in copies.pieces(max(count - hits.count, 1)) where hits.count < count {
                let read = Dictionary(
                    try await heads(of: piece.filter { $0.message == nil }).map { ($0.copy, $0.message.id) },
                    uniquingKeysWith: { first, _ in first })
                for copy in piece {
                    guard let id = copy.message ?? read[copy.position], known.insert(id).inserted else { continue }
                    hits.append(id)
                }
            }
            place = page.next
        } while place != nil && hits.count < count
        return Array(hits.prefix(count))
    }
}
