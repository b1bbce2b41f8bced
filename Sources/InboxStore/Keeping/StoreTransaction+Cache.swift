package import Foundation
import GRDB
package import InboxModel

/// Bodies and files: fetched on request, kept up to a size, and evicted when they were not used for long.
extension StoreTransaction {
    /// In bytes, of bodies and files together.
    package static let defaultCacheLimit = 1_000_000_000
    private static let limitKey = "cacheLimit"

    package func setCacheLimit(_ bytes: Int) throws {
        try setSetting(String(bytes), key: Self.limitKey)
        noteCache()
    }

    private func cacheLimit() throws -> Int {
        try reader.setting(Self.limitKey).flatMap { Int($0) } ?? Self.defaultCacheLimit
    }

    /// Records that the user opened a message.
    package func noteOpened(_ message: MessageID, now: Date) throws {
        try database.run("UPDATE body SET usedAt = ? WHERE message = ?", RowCoding.seconds(now), message.rawValue)
    }

    /// Stores a file that was fetched, unless it is larger than a quarter of the cache.
    package func save(file remoteID: RemoteID, account: AccountID, _ content: Data, now: Date) throws {
        guard content.count <= (try cacheLimit()) / 4 else { return }
        try database.run(
            "DELETE FROM cachedFile WHERE account = ? AND remoteID = ?", account.rawValue, remoteID.rawValue)
        try database.run(
            "INSERT INTO cachedFile (account, remoteID, size, usedAt, content) VALUES (?, ?, ?, ?, ?)",
            account.rawValue, remoteID.rawValue, content.count, RowCoding.seconds(now), content)
        noteCache()
    }

    /// Deletes what was fetched for a message that leaves: its files, and the headers that are stored under its id
    /// (`id#Name`). A file that another message has too is fetched again there.
    func forgetFetched(of message: Message) throws {
        guard let id = message.remoteID?.rawValue else { return }
        let account = message.account.rawValue
        for file in message.files {
            try database.run(
                "DELETE FROM cachedFile WHERE account = ? AND remoteID = ?", account, file.remoteID.rawValue)
        }
        // `$` comes right after `#`.
        try database.run(
            "DELETE FROM cachedFile WHERE account = ? AND remoteID > ? AND remoteID < ?", account, id + "#", id + "$")
    }

    /// Evicts the least recently used bodies and files until a tenth of the room is free. The text of drafts and of
    /// messages with pending actions, and files attached to drafts here, are never evicted: they may be nowhere else.
    func keepCacheSmall() throws {
        let limit = try cacheLimit()
        guard try reader.cacheSize() > limit else { return }
        let wanted = limit - limit / 10
        var left = try reader.cacheSize()
        let oldest = try Row.fetchCursor(database, sql: Self.oldest)
        var gone: [(isFile: Bool, id: Int64)] = []
        while left > wanted, let row = try oldest.next() {
            gone.append((row[0], row[1]))
            left -= row[2]
        }
        for (isFile, id) in gone {
            try database.run(isFile ? "DELETE FROM cachedFile WHERE id = ?" : "DELETE FROM body WHERE message = ?", id)
        }
    }

    private static let oldest = """
        SELECT 1, id, size, usedAt FROM cachedFile UNION ALL \
        SELECT 0, body.message, body.size, usedAt FROM body JOIN message ON message.id = body.message \
        WHERE message.remoteID IS NOT NULL AND instr(message.keywords, ' $draft ') = 0 \
        AND NOT EXISTS (SELECT 1 FROM action WHERE action.draft = message.id) \
        AND NOT EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.message = message.id) \
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.message = message.id) \
        ORDER BY usedAt, 2
        """
}

extension StoreReader {
    /// The number of bytes of bodies and files.
    package func cacheSize() throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT bytes FROM cacheSize")) ?? 0
    }

    /// A file that was fetched before.
    package func file(_ remoteID: RemoteID, account: AccountID) throws -> Data? {
        try Data.fetchOne(
            database, sql: "SELECT content FROM cachedFile WHERE account = ? AND remoteID = ?",
            arguments: [account.rawValue, remoteID.rawValue])
    }

    /// The first bytes of a file that was fetched before.
    package func start(of remoteID: RemoteID, account: AccountID, count: Int) throws -> Data? {
        try Data.fetchOne(
            database, sql: "SELECT substr(content, 1, ?) FROM cachedFile WHERE account = ? AND remoteID = ?",
            arguments: [count, account.rawValue, remoteID.rawValue])
    }

    package func hasFile(_ remoteID: RemoteID, account: AccountID) throws -> Bool {
        try database.number(
            "SELECT EXISTS (SELECT 1 FROM cachedFile WHERE account = ? AND remoteID = ?)", account.rawValue,
            remoteID.rawValue) == 1
    }

    /// When the user last opened a message; nil when never, or when its text is not stored.
    package func openedAt(_ message: MessageID) throws -> Date? {
        let seconds = try Int64.fetchOne(
            database, sql: "SELECT usedAt FROM body WHERE message = ?", arguments: [message.rawValue])
        return seconds.flatMap { $0 == 0 ? nil : RowCoding.date($0) }
    }
}
