import GRDB
import InboxModel

extension IndexTransaction {
    /// The row id of the thread that a new message belongs to. Threads that it connects become one, the oldest.
    func thread(of head: IndexedHead) throws -> Int64 {
        if let server = head.thread { return try thread(ofServer: server) }
        let names = Self.names(in: head)
        let hashes = Set(names.map(IndexHash.number))
        let known = try Set(hashes.compactMap(thread(mentioning:))).sorted()
        let thread = try known.first ?? newThread(named: "r-" + IndexHash.name(names.first ?? "\0" + head.id.rawValue))
        for other in known.dropFirst() { try join(other, to: thread) }
        for hash in hashes { try run("INSERT OR IGNORE INTO mention (hash, thread) VALUES (?, ?)", [hash, thread]) }
        return thread
    }

    /// A thread that the server names has no mentions: what it says decides alone.
    func thread(ofServer server: String) throws -> Int64 {
        let known = try database.cachedStatement(sql: "SELECT id FROM thread WHERE remoteID = ?")
        return try Int64.fetchOne(known, arguments: ["t-" + server]) ?? newThread(named: "t-" + server)
    }

    /// Deletes a thread that has no messages any more.
    func tidy(_ thread: Int64) throws {
        let used = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM message WHERE thread = ?)")
        guard try Bool.fetchOne(used, arguments: [thread]) == false else { return }
        try run("DELETE FROM mention WHERE thread = ?", [thread])
        try run("DELETE FROM thread WHERE id = ?", [thread])
    }

    /// The first names the thread: mostly the one that began it, so that an index made anew comes to the same.
    private static func names(in head: IndexedHead) -> [String] {
        let references = head.references
        let some = references.count <= 100 ? references[...] : references.prefix(50) + references.suffix(50)
        return (some + [head.messageID].compactMap(\.self)).filter { !$0.isEmpty }
    }

    private func thread(mentioning hash: Int64) throws -> Int64? {
        let known = try database.cachedStatement(sql: "SELECT thread FROM mention WHERE hash = ?")
        return try Int64.fetchOne(known, arguments: [hash])
    }

    private func newThread(named name: String) throws -> Int64 {
        let taken = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM thread WHERE remoteID = ?)")
        let name = try Self.free(name) { try Bool.fetchOne(taken, arguments: [$0]) ?? false }
        try run("INSERT INTO thread (remoteID) VALUES (?)", [name])
        return database.lastInsertedRowID
    }

    /// The name, or the first that is free with a number behind it.
    static func free(_ name: String, isTaken: (String) throws -> Bool) rethrows -> String {
        var (free, number) = (name, 1)
        while try isTaken(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    private func join(_ other: Int64, to thread: Int64) throws {
        let messages = try database.cachedStatement(sql: "SELECT id FROM message WHERE thread = ?")
        for message in try Int64.fetchAll(messages, arguments: [other]) { touch(message, isWhole: true) }
        try run("UPDATE message SET thread = ? WHERE thread = ?", [thread, other])
        try run("UPDATE mention SET thread = ? WHERE thread = ?", [thread, other])
        try run("DELETE FROM thread WHERE id = ?", [other])
    }
}
