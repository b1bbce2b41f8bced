import Foundation
import GRDB
import MailContent

/// Keeps an account and a Maildir in step: what other programs do there is done to the mail here, and the other way round.
///
/// Records say how both were when they were in step last, so a change is known for whose it is, and changes of both sides to one
/// message come together. Where both moved it, or one deleted what the other changed, what was done here counts: nothing that the
/// user did in a client is undone, and no mail is lost that anyone still wants.
actor MaildirSync {
    let tree: MaildirTree
    let database: MailDatabase
    let account: ServedAccount
    let progress: @Sendable (FillingProgress) -> Void

    var records = MaildirRecords()
    var places: [MaildirPlace] = []
    /// The files on disk, by folder.
    var files: [MaildirTree.Path: [String: MaildirTree.File]] = [:]
    var stamps: [MaildirTree.Path: [Date]] = [:]
    /// Records whose files were missing in the last pass. A move between two folders can look like that for a moment.
    private var missing: Set<Int64> = []
    /// Messages that may differ from their files, by their public ids; nil for all.
    var waiting: Set<String>?
    /// Files that could not be read, so that each is reported once.
    private var unreadable: Set<MaildirTree.File> = []
    /// Folders that are not served, so that each is reported once.
    var twins: Set<MaildirTree.Path> = []
    /// What could not be done to a folder in this pass, while all others go on.
    var trouble: (any Error)?
    /// The last change of the account that was looked at.
    private var position: Int64 = 0

    /// - Throws: if the Maildir can't be read, or the data file is of another one.
    init(
        path: String, database: MailDatabase, account: ServedAccount,
        progress: @escaping @Sendable (FillingProgress) -> Void = { _ in }
    ) async throws {
        guard !account.hasLabels else { throw ServerError.maildirNeedsFolders }
        tree = MaildirTree(root: URL(filePath: path).resolvingSymlinksInPath().path)
        (self.database, self.account, self.progress) = (database, account, progress)
        guard FileManager.default.fileExists(atPath: path) else {
            throw ServerError.fileNotReadable(path: path, reason: "there is no such folder")
        }
        guard !tree.folders().isEmpty else { throw ServerError.notAMaildir(path: path) }
        let root = tree.root
        let (records, places) = try await database.write { transaction in
            let db = transaction.db
            let known = try String.fetchOne(
                db, sql: "SELECT root FROM maildir WHERE accountID = ?", arguments: [account.id])
            let isEmpty =
                try Int.fetchOne(
                    db, sql: "SELECT 1 FROM message WHERE accountID = ?", arguments: [account.id]) == nil
            guard known == root || known == nil && isEmpty else {
                throw ServerError.maildirIsAnother(path: root, known: known)
            }
            try db.execute(sql: "INSERT OR IGNORE INTO maildir VALUES (?, ?)", arguments: [account.id, root])
            return (
                try MaildirTable.records(db, account: account.id), try MaildirTable.places(db, account: account.id)
            )
        }
        (self.records, self.places) = (MaildirRecords(records), places)
    }

    /// Brings both into step.
    /// - Throws: what could not be done; the next pass tries it again.
    func pass() async throws {
        trouble = nil
        var folders = allFolders()
        // A disk that is not mounted has not lost its mail.
        guard !folders.isEmpty else { throw MaildirProblem(ENOENT, tree.root) }
        if try await endRenaming() { folders = allFolders() }
        try await knowFolders(folders)
        // Half of its mail would look deleted.
        if let trouble, places.contains(where: { $0.target != nil }) { throw trouble }
        let known = Set(places.map(\.path))
        try await takeIn(look(at: allFolders().filter { known.contains($0.path) }))
        try await readLog()
        try await carryOut()
        if let trouble { throw trouble }
    }

    /// Returns the folders that changed since the last look, with their files.
    private func look(at folders: [MaildirTree.Folder]) -> [MaildirTree.Path: [String: MaildirTree.File]] {
        var changed: [MaildirTree.Path: [String: MaildirTree.File]] = [:]
        let now = Date()
        for folder in folders {
            let stamp = tree.stamp(of: folder.path)
            guard stamp == nil || stamp != stamps[folder.path] || missesFiles(in: folder.path) else { continue }
            do {
                changed[folder.path] = try tree.files(in: folder.path)
            } catch {
                trouble = MaildirProblem(EACCES, folder.name ?? tree.root)
                continue
            }
            // A change in the same moment as this look would not be seen by the time alone.
            let isSettled = stamp?.allSatisfy { now.timeIntervalSince($0) > 2 } ?? false
            stamps[folder.path] = isSettled ? stamp : nil
        }
        let there = Set(folders.map(\.path))
        for path in Set(files.keys).union(records.folders).subtracting(there) {
            guard tree.isGone(path) else {
                if !records.all(in: path).isEmpty { trouble = MaildirProblem(ENOENT, path) }
                continue
            }
            changed[path] = [:]
            stamps[path] = nil
        }
        files.merge(changed) { $1 }
        return changed
    }

    private func missesFiles(in folder: MaildirTree.Path) -> Bool {
        !missing.isEmpty && records.all(in: folder).contains { missing.contains($0.id) }
    }

    // MARK: From the disk

    private func takeIn(_ changed: [MaildirTree.Path: [String: MaildirTree.File]]) async throws {
        let news = MaildirNews(records: records, files: changed)
        let unfinished = news.adopted.filter { file(of: $0.record) != nil }
        for each in unfinished { try takeBack(each.file) }
        let adopted = news.adopted.filter { file(of: $0.record) == nil }
        try await save(
            adopted.map { changed in
                var record = changed.record
                (record.folder, record.key) = (changed.file.folder, changed.file.name.key)
                (record.flags, record.target) = (changed.file.name.flags, nil)
                record.mailbox = places.first { $0.path == record.folder }?.mailbox ?? record.mailbox
                return record
            })
        try await takeChanges(news.changed)
        try await takeLosses(news.gone)
        try await takeNew(news.added)
    }

    private func takeChanges(_ changed: [MaildirNews.Changed]) async throws {
        guard !changed.isEmpty else { return }
        let (account, places) = (account, places)
        let saved = try await database.write { transaction in
            var list = try MailboxList(transaction.db, account: account.id)
            let trash = list[.trash]?.id
            let messages = try MaildirMessage.byID(
                transaction.db, changed.map(\.record.message), account: account.id)
            return try changed.map { changed -> MaildirRecord in
                var record = changed.record
                let (old, flags) = (record.flags, changed.file.name.flags)
                (record.folder, record.key) = (changed.file.folder, changed.file.name.key)
                record.flags = flags
                guard let message = messages[record.message] else { return record }
                let home = places.first { $0.path == record.folder && list[$0.mailbox] != nil }?.mailbox
                // What was moved here since stays there.
                var mailbox = message.mailbox
                if message.mailbox == record.mailbox, let home { (mailbox, record.mailbox) = (home, home) }
                // The folder's mailbox was deleted: the file goes where the message is.
                if home == nil { record.mailbox = 0 }
                if flags.contains("T"), !old.contains("T"), let trash { mailbox = trash }
                let marks = message.marks.changed(from: MaildirMarks(old), to: MaildirMarks(flags))
                try transaction.change(message, marks: marks, mailbox: mailbox, account: account, list: &list)
                record.marks = record.marks.changed(from: MaildirMarks(old), to: MaildirMarks(flags))
                return record
            }
        }
        for record in saved where record.mailbox == 0 { waiting?.insert(record.message) }
        try await save(saved)
    }

    /// Deletes messages whose files are gone for good. A message that was changed here since is written again.
    private func takeLosses(_ gone: [MaildirRecord]) async throws {
        let sure = gone.filter { missing.contains($0.id) }
        missing = Set(gone.map(\.id)).subtracting(sure.map(\.id))
        guard !sure.isEmpty else { return }
        let account = account
        let kept = try await database.write { transaction in
            let messages = try MaildirMessage.byID(transaction.db, sure.map(\.message), account: account.id)
            return try sure.compactMap { record -> MaildirRecord? in
                guard let message = messages[record.message] else {
                    try MaildirTable.delete(transaction.db, record.id)
                    return nil
                }
                guard
                    message.marks == record.marks, message.mailbox == record.mailbox,
                    message.revision == record.revision
                else {
                    var record = record
                    (record.folder, record.key, record.revision) = ("", "", "")
                    return record
                }
                try transaction.destroy(message, account: account)
                try MaildirTable.delete(transaction.db, record.id)
                return nil
            }
        }
        for record in sure { records.remove(record.id) }
        for record in kept { waiting?.insert(record.message) }
        try await save(kept)
    }

    /// Reads new files, in batches of one transaction each.
    private func takeNew(_ added: [MaildirTree.File]) async throws {
        let added = added.filter { !unreadable.contains($0) }
        guard !added.isEmpty else { return }
        let (tree, account) = (tree, account)
        let homes = Dictionary(uniqueKeysWithValues: places.map { ($0.path, $0.mailbox) })
        var state = FillingProgress(source: tree.root, done: 0, total: added.count)
        var start = 0
        while start < added.count {
            let range = MailImporter.batch(from: start, of: added.count) { tree.size(of: added[$0]) }
            // Parsing is most of the work. A file that is gone meanwhile was renamed, which the next pass sees.
            let mails = try await MailImporter.inParallel(range) { index in
                tree.contents(of: added[index]).map { bytes, modified in
                    MailImporter.mail(bytes, flags: added[index].name.flags, received: modified)
                }
            }
            let stored = try await database.write { transaction in
                var list = try MailboxList(transaction.db, account: account.id)
                return try zip(range, mails).compactMap { index, mail -> MaildirRecord? in
                    guard let mail, let home = homes[added[index].folder], list[home] != nil else { return nil }
                    return try transaction.store(mail, added[index], in: home, account: account, list: &list)
                }
            }
            for record in stored { records.set(record) }
            for (index, mail) in zip(range, mails) {
                if mail == nil {
                    state.missing += 1
                    unreadable.insert(added[index])
                }
                let problems = mail?.problems ?? ["no readable mail"]
                if problems.isEmpty { continue }
                state.problems.append(.init(file: added[index].text, number: nil, reasons: problems))
            }
            state.done = range.upperBound
            start = range.upperBound
            // Later on only trouble is news.
            if waiting == nil || !state.problems.isEmpty { progress(state) }
        }
    }

    // MARK: From the account

    /// Notes what changed in the account since the last look.
    private func readLog() async throws {
        let (account, position, isFirst) = (account.id, position, waiting == nil)
        let (latest, ids) = try await database.read { db in
            let latest = try DeltaLog.latest(account: account, in: db)
            guard !isFirst else { return (latest, [String]()) }
            let entries = try DeltaLog.entries(
                after: position, limit: .max, objects: [.message, .draft, .email], account: account, in: db)
            return (latest, entries.map(\.publicID))
        }
        self.position = latest
        waiting?.formUnion(ids)
    }

    func save(_ changed: [MaildirRecord]) async throws {
        guard !changed.isEmpty else { return }
        for record in changed { records.set(record) }
        try await database.write { transaction in
            for record in changed { try MaildirTable.save(transaction.db, record) }
        }
    }
}
