import Foundation
import GRDB
package import InboxModel

/// An account that leaves is hidden at once, and then taken out in pieces, between which others write. Whoever starts next
/// goes on where that ended.
extension StoreTransaction {
    /// So many messages go at once; a thread goes whole.
    private static let messagesAtOnce = 300
    /// Files are larger.
    private static let filesAtOnce = 20

    /// From now on there is no such account for anyone, and nothing of it is sent any more.
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

    /// Whom the user keeps is no account's mail: they go on with another account, or wait for the next one.
    private func keepPeople(of account: AccountID, besides leaving: [AccountID]) throws {
        let people = try ContactTable.all(database).filter { $0.account == account }.compactMap { contact in
            contact.card.map { KeptPerson(address: contact.address, card: $0) }
        }
        guard !people.isEmpty else { return }
        let others = try AccountTable.all(database).map(\.id).filter { $0 != account && !leaving.contains($0) }
        if let heir = others.first { return try take(people, into: heir) }
        try setSetting(String(decoding: try JSONEncoder().encode(people), as: UTF8.self), key: Self.keptPeople)
    }

    /// Those who waited for an account.
    func takeKeptPeople(into account: AccountID) throws {
        guard let text = try reader.setting(Self.keptPeople) else { return }
        try take(try JSONDecoder().decode([KeptPerson].self, from: Data(text.utf8)), into: account)
        try setSetting(nil, key: Self.keptPeople)
    }

    private func take(_ people: [KeptPerson], into account: AccountID) throws {
        for person in people {
            let known = try ContactTable.find(database, account: account, email: person.address.email)
            if known?.card == nil { try keep(person.address, person.card, account: account) }
        }
    }

    private static let keptPeople = "keptPeople"

    /// Takes out the next piece of an account.
    /// - Returns: whether nothing of it is left.
    package func removePiece(of account: AccountID) throws -> Bool {
        if try removeThreads(of: account) || removeStrays(of: account) || removeFiles(of: account) { return false }
        try forgetCommits()
        // Rows that refer to the account by a foreign key go with it.
        try database.run("DELETE FROM account WHERE id = ?", account.rawValue)
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

    // MARK: Parts, each saying whether there was anything

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
            // Now, while its row says in which lists it stands.
            try rewrite(thread)
        }
        try dropEmptyActions()
        return !threads.isEmpty
    }

    /// Older versions put drafts under what they answer, of whichever account that was.
    private func giveOwnThread(_ message: Message) throws {
        var new = message
        new.thread = try ownThread(for: message)
        try touch(new.thread)
        try MessageTable.update(database, new, from: message)
    }

    /// The same, the other way round.
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
    /// Those that are hidden and not wholly taken out yet.
    package func leavingAccounts() throws -> [AccountID] { try AccountTable.leaving(database) }
}

extension Store {
    /// Takes out what is left of the accounts that leave. When it does not come to its end, the next call goes on.
    package func removeLeaving() async throws(StoreError) {
        for account in try read({ try $0.leavingAccounts() }) {
            while !Task.isCancelled, try await !write({ try $0.removePiece(of: account) }) {}
        }
    }
}

/// Somebody whom the user keeps, while there is no account.
private struct KeptPerson: Codable {
    var address: MailAddress
    var card: ContactCard
}
