import GRDB

/// The changes of a running transaction: each object once, with the combined effect on it.
struct PendingChanges {
    private struct Key: Hashable {
        let account: Int64
        let object: ChangeObject
        let publicID: String
    }

    /// Nil: the object was created and deleted again.
    private var events: [Key: ChangeEvent?] = [:]
    private var order: [Key] = []

    mutating func note(_ event: ChangeEvent, _ object: ChangeObject, _ publicID: String, account: Int64) {
        let key = Key(account: account, object: object, publicID: publicID)
        guard let earlier = events[key] else {
            events[key] = event
            order.append(key)
            return
        }
        switch (earlier, event) {
        case (.create, .delete): events[key] = ChangeEvent?.none
        case (.create, _): break
        case (.delete, .create): events[key] = .modify
        default: events[key] = event
        }
    }

    /// Writes one row for each change. First come deletions of objects that nothing refers to, since a sent draft reappears
    /// as a message with the same id; then new and changed objects, in the order of ``ChangeObject``; last, emptied threads
    /// and mailboxes.
    func write(to db: Database, at time: Int64) throws -> Set<Int64> {
        let rank = Dictionary(uniqueKeysWithValues: ChangeObject.allCases.enumerated().map { ($1, $0) })
        func place(_ key: Key) -> Int { rank[key.object] ?? 0 }
        func phase(_ key: Key) -> Int {
            guard events[key] == .delete else { return 1 }
            return [.draft, .message, .email, .file].contains(key.object) ? 0 : 2
        }
        let sorted = order.enumerated().sorted {
            (phase($0.element), place($0.element), $0.offset) < (phase($1.element), place($1.element), $1.offset)
        }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO change (accountID, time, object, event, publicID) VALUES (?, ?, ?, ?, ?)")
        var accounts: Set<Int64> = []
        for (_, key) in sorted {
            guard let event = events[key] ?? nil else { continue }
            try statement.execute(arguments: [key.account, time, key.object.rawValue, event.rawValue, key.publicID])
            accounts.insert(key.account)
        }
        return accounts
    }
}
