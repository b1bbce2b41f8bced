import Foundation
import GRDB

/// Which folder of the Maildir is which mailbox.
extension MaildirSync {
    /// Gives each folder a mailbox, and does on disk what became of mailboxes.
    func knowFolders(_ folders: [MaildirTree.Folder]) async throws {
        let account = account
        let known = Set(places.map(\.path))
        let new = folders.filter { !known.contains($0.path) }
        if !new.isEmpty {
            let before = places
            places += try await database.write { transaction in
                try Self.mailboxes(for: new, among: before, account: account, in: transaction)
            }
        }
        try await followMailboxes(there: Set(folders.map(\.path)).union(new.map(\.path)))
    }

    private static func mailboxes(
        for new: [MaildirTree.Folder], among known: [MaildirPlace], account: ServedAccount,
        in transaction: MailTransaction
    ) throws -> [MaildirPlace] {
        var list = try MailboxList(transaction.db, account: account.id)
        var taken = Set(known.map(\.mailbox))
        // A folder that has the very name of a mailbox comes before one that only means the same.
        func isExact(_ folder: MaildirTree.Folder) -> Bool { folder.name.flatMap { list.named($0) } != nil }
        let sorted =
            new.filter { $0.name == nil } + new.filter { $0.name != nil && isExact($0) }
            + new.filter { $0.name != nil && !isExact($0) }
        return try sorted.map { folder in
            let role = folder.name.map { MailboxRow.Role(folderName: $0) } ?? .inbox
            var mailbox = role.flatMap { list[$0] } ?? folder.name.flatMap { list.named($0) }
            if let found = mailbox, taken.contains(found.id) { mailbox = nil }
            if mailbox == nil {
                let wanted = folder.name ?? "INBOX"
                let name =
                    ([wanted] + (2...99).map { "\(wanted) \($0)" }).first { !list.isTaken($0, except: nil) }
                    ?? PublicID.random()
                let made = try transaction.createMailbox(role: nil, displayName: name, account: account)
                list.add(made)
                mailbox = made
            }
            guard let mailbox else { throw ServerError.notAMaildir(path: folder.path) }
            taken.insert(mailbox.id)
            let place = MaildirPlace(path: folder.path, mailbox: mailbox.id, name: mailbox.displayName)
            try MaildirTable.save(transaction.db, place, account: account.id)
            return place
        }
    }

    /// Makes, renames and removes folders as it was done to mailboxes, and forgets folders that are gone.
    private func followMailboxes(there: Set<MaildirTree.Path>) async throws {
        let account = account
        let list = try await database.read { try MailboxList($0, account: account.id) }
        for place in places {
            guard let mailbox = list[place.mailbox] else {
                // Its mail leaves in this pass. What other programs put there gets a mailbox again.
                guard records.all(in: place.path).isEmpty else { continue }
                tree.removeEmpty(place.path)
                try await forget(place)
                continue
            }
            if !there.contains(place.path) {
                // Its mail is dealt with before: a mailbox that is empty goes with its folder.
                guard records.all(in: place.path).isEmpty, tree.isGone(place.path) else { continue }
                try await forget(place)
                if mailbox.role == nil {
                    try await database.write { transaction in
                        if try transaction.isEmpty(mailbox) { try transaction.delete(mailbox, account: account) }
                    }
                }
            } else if mailbox.displayName != place.name {
                await attempt { try await rename(place, to: mailbox.displayName) }
            }
        }
        let placed = Set(places.map(\.mailbox))
        for mailbox in list.all where mailbox.role == nil && !placed.contains(mailbox.id) {
            // One that was forgotten just now is in the list still.
            let isThere = try await database.read { try MailboxList($0, account: account.id)[mailbox.id] != nil }
            if isThere { await attempt { _ = try await folder(of: mailbox.id) } }
        }
    }

    /// A folder that can't be made or renamed keeps nothing else from being done.
    private func attempt(_ body: () async throws -> Void) async {
        do { try await body() } catch { trouble = error }
    }

    private func forget(_ place: MaildirPlace) async throws {
        places.removeAll { $0.path == place.path }
        stamps[place.path] = nil
        let account = account.id
        try await database.write { try MaildirTable.delete($0.db, place: place.path, account: account) }
    }

    private func rename(_ place: MaildirPlace, to name: String) async throws {
        let path = try tree.rename(place.path, to: name)
        var moved = records.all(in: place.path)
        for index in moved.indices { moved[index].folder = path }
        let (account, old) = (account.id, place.path)
        let new = MaildirPlace(path: path, mailbox: place.mailbox, name: name)
        let changed = moved
        try await database.write { transaction in
            try MaildirTable.delete(transaction.db, place: old, account: account)
            try MaildirTable.save(transaction.db, new, account: account)
            for record in changed { try MaildirTable.save(transaction.db, record) }
        }
        for record in moved { records.set(record) }
        places.removeAll { $0.path == old }
        places.append(new)
        files[path] = files.removeValue(forKey: old)?.mapValues {
            MaildirTree.File(folder: path, sub: $0.sub, text: $0.text)
        }
    }

    /// The folder of a mailbox, which is made if there is none.
    func folder(of mailbox: Int64) async throws -> MaildirTree.Path {
        if let place = places.first(where: { $0.mailbox == mailbox }) { return place.path }
        let account = account.id
        guard let row = try await database.read({ try MailboxList($0, account: account)[mailbox] }) else {
            throw MaildirProblem(ENOENT, "a mailbox that is gone")
        }
        let place = MaildirPlace(path: try tree.make(named: row.displayName), mailbox: mailbox, name: row.displayName)
        try await database.write { try MaildirTable.save($0.db, place, account: account) }
        places.append(place)
        return place.path
    }
}
