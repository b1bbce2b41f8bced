import GRDB
package import InboxModel

/// The removal of an account. It is hidden at once, and then removed in pieces, between which others can write. If this
/// is interrupted, the next start continues.
extension StoreTransaction {
    /// The number of messages to remove at once; a thread is removed whole.
    private static let messagesAtOnce = 300
    /// Fewer, because files are larger.
    private static let filesAtOnce = 20

    /// Hides an account from everyone. From now on, nothing of it is sent any more.
    package func hide(_ account: AccountID) throws {
        try dropTransfers(to: account)
        let leaving = try AccountTable.leaving(database)
        guard !leaving.contains(account) else { return }
        try keepPeople(of: account, besides: leaving)
        try AccountTable.setLeaving(database, leaving + [account])
        try database.run(
            """
            UPDATE action SET state = 'stopped', notBefore = NULL, lastError = 'its account is being removed' \
            WHERE account = ? AND state != 'sent'
            """, account.rawValue)
        noteAccounts()
        noteMailboxes(names: true)
        noteActions()
    }

    /// Gives the contacts that the user keeps to another account, or stores them for the next one: they belong to no account's mail.
    private func keepPeople(of account: AccountID, besides leaving: [AccountID]) throws {
        let people = try ContactTable.all(database).filter { $0.account == account }.compactMap { contact in
            contact.card.map { KeptPerson(address: contact.address, card: $0) }
        }
        guard !people.isEmpty else { return }
        let others = try AccountTable.all(database).map(\.id).filter { $0 != account && !leaving.contains($0) }
        if let heir = others.first { return try take(people, into: heir) }
        try setSetting(people.jsonText(), key: Self.keptPeople)
    }

    /// Gives an account the contacts that were stored for it.
    func takeKeptPeople(into account: AccountID) throws {
        guard let people = [KeptPerson](jsonText: try reader.setting(Self.keptPeople)) else { return }
        try take(people, into: account)
        try setSetting(nil, key: Self.keptPeople)
    }

    private func take(_ people: [KeptPerson], into account: AccountID) throws {
        for person in people {
            let known = try ContactTable.find(database, account: account, email: person.address.email)
            if known?.card == nil { try keep(person.address, person.card, account: account) }
        }
    }

    private static let keptPeople = "keptPeople"

    /// Removes the next piece of an account.
    /// - Returns: whether nothing of it is left.
    package func removePiece(of account: AccountID) throws -> Bool {
        if try removeThreads(of: account) || removeStrays(of: account) || removeFiles(of: account) { return false }
        try forgetCommits()
        // Rows that refer to the account by a foreign key are deleted with it.
        try database.run("DELETE FROM account WHERE id = ?", account.rawValue)
        try Migrator.mark(database)
        try AccountTable.setLeaving(database, try AccountTable.leaving(database).filter { $0 != account })
        try setSetting("yes", key: Store.tracesKey)
        noteAccounts()
        noteMailboxes(names: true)
        noteActions()
        contacts.areLost = true
        return true
    }

    /// Removes an account with all its mail, queue and index, in one piece.
    package func remove(_ account: AccountID) throws {
        try hide(account)
        while try !removePiece(of: account) {}
    }

    // MARK: Pieces, each returning whether there was anything

    private func removeThreads(of account: AccountID) throws -> Bool {
        let threads = try Int64.fetchAll(
            database, sql: "SELECT id FROM thread WHERE account = ? LIMIT ?",
            arguments: [account.rawValue, Self.messagesAtOnce])
        var left = Self.messagesAtOnce
        for thread in threads.map({ ThreadID($0) }) where left > 0 {
            try touch(thread)
            for message in try MessageTable.messages(database, of: thread) {
                left -= 1
                if message.account == account { try remove(message) } else { try giveOwnThread(message) }
            }
            // Now, while its row still lists its places.
            try rewrite(thread)
        }
        try dropEmptyActions()
        return !threads.isEmpty
    }

    /// Older versions put drafts into the thread that they answer, of whichever account that was.
    private func giveOwnThread(_ message: Message) throws {
        var new = message
        new.thread = try ownThread(for: message)
        try touch(new.thread)
        try MessageTable.update(database, new, from: message)
    }

    /// Removes the account's messages from threads of other accounts, where older versions put them.
    private func removeStrays(of account: AccountID) throws -> Bool {
        let strays = try Int64.fetchAll(
            database, sql: "SELECT id FROM message WHERE account = ? LIMIT ?",
            arguments: [account.rawValue, Self.messagesAtOnce])
        for id in strays {
            guard let message = try MessageTable.find(database, MessageID(id)) else { continue }
            try touch(message.thread)
            try remove(message)
        }
        return !strays.isEmpty
    }

    private func remove(_ message: Message) throws {
        words.remove(message.id)
        try MessageTable.delete(database, message)
    }

    private func removeFiles(of account: AccountID) throws -> Bool {
        for table in ["cachedFile", "draftFile"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE account = ? LIMIT ?)",
                arguments: [account.rawValue, Self.filesAtOnce])
            if database.changesCount > 0 { return true }
        }
        return false
    }
}

extension StoreReader {
    /// The accounts that are hidden and not completely removed yet.
    package func leavingAccounts() throws -> [AccountID] { try AccountTable.leaving(database) }
}

extension Store {
    /// Removes the rest of all accounts that are hidden. If it is interrupted, the next call continues.
    package func removeLeaving() async throws(StoreError) {
        for account in try read({ try $0.leavingAccounts() }) {
            while !Task.isCancelled, try await !write({ try $0.removePiece(of: account) }) {}
        }
    }
}

/// A contact that the user keeps while there is no account.
private struct KeptPerson: Codable {
    var address: MailAddress
    var card: ContactCard
}
