import Foundation
import GRDB

/// Which folder of the Maildir is which mailbox.
extension MaildirSync {
    /// The folders that are found, and those that are known and lie deeper than is searched. Of two whose names are equal as texts,
    /// since “é” can be written in two ways, the first is served.
    func allFolders() -> [MaildirTree.Folder] {
        var paths: Set<MaildirTree.Path> = []
        var found: [MaildirTree.Folder] = []
        for folder in tree.folders() {
            if paths.insert(folder.path).inserted { found.append(folder) } else { tell(twin: folder.path) }
        }
        return found
            + places.filter { !paths.contains($0.path) && tree.stamp(of: $0.path) != nil }
            .map { MaildirTree.Folder(path: $0.path) }
    }

    private func tell(twin path: MaildirTree.Path) {
        guard twins.insert(path).inserted else { return }
        var state = FillingProgress(source: tree.root, done: 0, total: 0)
        let reason = "another folder has this name, written with other bytes: rename one of them"
        state.problems = [.init(file: path, number: nil, reasons: [reason])]
        state.missing = 1
        progress(state)
    }

    /// Gives each folder a mailbox, and does on disk what became of mailboxes.
    func knowFolders(_ folders: [MaildirTree.Folder]) async throws {
        let account = account
        let known = Set(places.map(\.path) + places.compactMap(\.target))
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
        var (taken, names, found) = (Set(known.map(\.mailbox)), MaildirNames(known, list), [MaildirPlace]())
        // A folder that has the very name of a mailbox comes before one that only means the same.
        func isExact(_ folder: MaildirTree.Folder) -> Bool { folder.name.flatMap { list.named($0) } != nil }
        let sorted =
            new.filter { $0.name == nil } + new.filter { $0.name != nil && isExact($0) }
            + new.filter { $0.name != nil && !isExact($0) }
        for folder in sorted {
            let role = folder.name.map { MailboxRow.Role(folderName: $0) } ?? .inbox
            let wanted = folder.name.map(names.mailbox(forFolder:)) ?? "INBOX"
            var mailbox = role.flatMap { list[$0] } ?? list.named(wanted)
            if let known = mailbox, taken.contains(known.id) { mailbox = nil }
            if mailbox == nil {
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
            found.append(place)
            if mailbox.role != nil { names = MaildirNames(known + found, list) }
        }
        return found
    }

    /// Makes, renames and removes folders as it was done to mailboxes, and forgets folders that are gone.
    private func followMailboxes(there: Set<MaildirTree.Path>) async throws {
        let account = account
        let list = try await database.read { try MailboxList($0, account: account.id) }
        var renamed: [MailboxRow] = []
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
                renamed.append(mailbox)
            }
        }
        try await rename(renamed)
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

    /// Ends what was being renamed when the server was killed.
    /// - Returns: whether there was anything.
    func endRenaming() async throws -> Bool {
        let begun = places.filter { $0.target != nil }
        for place in begun { try await rename(place) }
        return !begun.isEmpty
    }

    /// Renames the folders of mailboxes as those are called, each once no other folder is in its place. One of those that are in each
    /// other's place goes aside, as of two that swapped their names.
    private func rename(_ mailboxes: [MailboxRow]) async throws {
        var (left, problem) = (mailboxes, (any Error)?.none)
        var goesOn = true
        while goesOn, !left.isEmpty {
            var blocked: [MailboxRow] = []
            for mailbox in left {
                // What is half renamed is dealt with first, in the next pass.
                guard let place = place(of: mailbox.id), place.target == nil else { continue }
                do { try await rename(place, to: mailbox.displayName) } catch {
                    blocked.append(mailbox)
                    problem = error
                }
            }
            goesOn = blocked.count < left.count
            if !goesOn, let place = try await placeInCircle(of: blocked) {
                await attempt { try await putAside(place) }
                goesOn = self.place(of: place.mailbox)?.path != place.path
            }
            left = blocked
        }
        if let problem, !left.isEmpty || places.contains(where: { $0.target != nil }) { trouble = problem }
    }

    private func place(of mailbox: Int64) -> MaildirPlace? { places.first { $0.mailbox == mailbox } }

    /// Returns one of some folders of which each is to have the place of the next, and the last that of the first.
    private func placeInCircle(of mailboxes: [MailboxRow]) async throws -> MaildirPlace? {
        var next: [MaildirTree.Path: MaildirTree.Path] = [:]
        for mailbox in mailboxes {
            guard let place = place(of: mailbox.id), place.target == nil else { continue }
            let path = try await path(forMailbox: mailbox.displayName)
            if path != place.path { next[place.path] = path }
        }
        return places.first { place in
            var path = next[place.path]
            for _ in next where path != place.path { path = path.flatMap { next[$0] } }
            return path == place.path
        }
    }

    /// Gives a folder a place of its own for now. No mailbox has its name, so it is renamed once more.
    private func putAside(_ place: MaildirPlace) async throws {
        var place = place
        (place.name, place.target) = ("", tree.path(forName: PublicID.random()))
        try await replace(place.path, by: place)
        try await rename(place)
    }

    private func rename(_ place: MaildirPlace, to name: String) async throws {
        var place = place
        let path = try await path(forMailbox: name)
        if path != place.path {
            guard tree.stamp(of: path) == nil, !isPlace(path) else { throw MaildirProblem(EEXIST, path) }
            place.target = path
        }
        place.name = name
        try await replace(place.path, by: place)
        try await rename(place)
    }

    /// Renames a folder as it is noted.
    private func rename(_ place: MaildirPlace) async throws {
        guard let path = place.target else { return }
        var settled = place
        settled.target = nil
        do {
            try tree.moveMail(from: place.path, to: path)
        } catch {
            guard tree.moveMailBack(from: path, to: place.path) else { throw error }
            // No mailbox has that name, so it is tried again.
            settled.name = ""
            try await replace(place.path, by: settled)
            throw error
        }
        settled.path = path
        try await replace(place.path, by: settled, records: records.moved(from: place.path, to: path))
        stamps[place.path] = nil
        files[path] = files.removeValue(forKey: place.path)?.mapValues {
            MaildirTree.File(folder: path, sub: $0.sub, text: $0.text)
        }
    }

    private func replace(_ path: MaildirTree.Path, by new: MaildirPlace, records moved: [MaildirRecord] = [])
        async throws
    {
        let account = account.id
        try await database.write { transaction in
            try MaildirTable.delete(transaction.db, place: path, account: account)
            try MaildirTable.save(transaction.db, new, account: account)
            for record in moved { try MaildirTable.save(transaction.db, record) }
        }
        for record in moved { records.set(record) }
        places = places.map { $0.path == path ? new : $0 }
    }

    private func path(forMailbox name: String) async throws -> MaildirTree.Path {
        let account = account.id
        let list = try await database.read { try MailboxList($0, account: account) }
        return tree.path(forName: MaildirNames(places, list).folder(forMailbox: name))
    }

    private func isPlace(_ path: MaildirTree.Path) -> Bool { places.contains { $0.path == path || $0.target == path } }

    /// The folder of a mailbox, which is made if there is none.
    func folder(of mailbox: Int64) async throws -> MaildirTree.Path {
        if let place = places.first(where: { $0.mailbox == mailbox }) { return place.path }
        let account = account.id
        guard let row = try await database.read({ try MailboxList($0, account: account)[mailbox] }) else {
            throw MaildirProblem(ENOENT, "a mailbox that is gone")
        }
        // Such as of “a//b”, if there is “a/b”.
        let path = try await path(forMailbox: row.displayName)
        guard !isPlace(path) else { throw MaildirProblem(EEXIST, path) }
        try tree.make(path)
        let place = MaildirPlace(path: path, mailbox: mailbox, name: row.displayName)
        try await database.write { try MaildirTable.save($0.db, place, account: account) }
        places.append(place)
        return place.path
    }
}
