import Foundation
import GRDB

/// Doing in the Maildir what was done to the mail.
extension MaildirSync {
    /// Work on one message's file.
    private enum Work {
        case write(MaildirMessage, MaildirRecord?)
        case move(MaildirMessage, MaildirRecord)
        case mark(MaildirMessage, MaildirRecord)
        case delete(MaildirRecord)

        var message: String {
            switch self {
            case .write(let message, _), .move(let message, _), .mark(let message, _): message.publicID
            case .delete(let record): record.message
            }
        }
    }

    /// A file that is to get a new name, which is noted before it has it.
    private struct Naming {
        let message: MaildirMessage
        var record: MaildirRecord
        let name: MaildirFileName
        let folder: MaildirTree.Path
        /// The file that it has now, if any.
        let old: MaildirTree.File?
        /// Whether the file is renamed; otherwise the message is written anew.
        let isMove: Bool
    }

    /// What came of a piece of work.
    private struct Done {
        var records: [MaildirRecord] = []
        var deleted: [MaildirRecord] = []
        var problem: (any Error)?
        /// What is left to do, by the messages' ids.
        var left: Set<String> = []
    }

    /// The most files between two notes. More of them would have to be known by their noted names after a crash.
    private static let batch = 200

    func carryOut() async throws {
        let ids = waiting.map { Array($0) }
        if ids?.isEmpty ?? false { return }
        let account = account.id
        let messages = try await database.read { try MaildirMessage.all($0, ids, account: account) }
        let there = Set(messages.map(\.publicID))
        var work = messages.sorted { $0.row < $1.row }.compactMap(work(for:))
        for id in (ids ?? Array(records.messages)).sorted() where !there.contains(id) {
            if let record = records.of(message: id) { work.append(.delete(record)) }
        }
        waiting = Set(work.map(\.message))
        for start in stride(from: 0, to: work.count, by: Self.batch) {
            let part = work[start..<min(start + Self.batch, work.count)]
            let done = try await perform(part)
            try await note(done)
            waiting?.subtract(part.map(\.message))
            waiting?.formUnion(done.left)
            if let problem = done.problem { throw problem }
        }
    }

    private func work(for message: MaildirMessage) -> Work? {
        guard let record = records.of(message: message.publicID) else { return .write(message, nil) }
        if !record.isWritten || record.revision != message.revision { return .write(message, record) }
        if record.mailbox != message.mailbox { return .move(message, record) }
        return record.marks == message.marks ? nil : .mark(message, record)
    }

    private func perform(_ work: ArraySlice<Work>) async throws -> Done {
        var done = Done()
        var namings: [Naming] = []
        for step in work {
            await attempt(step.message, &done) {
                switch step {
                case .write(let message, let record): namings.append(try await naming(message, over: record))
                case .move(let message, let record):
                    if let naming = try await naming(message, moving: record) { namings.append(naming) }
                case .mark(let message, let record):
                    if let file = file(of: record) { return (try mark(file, record, as: message), nil) }
                case .delete(let record):
                    if let file = file(of: record) {
                        try tree.delete(file)
                        files[file.folder]?[file.name.key] = nil
                    }
                    return (nil, record)
                }
                return (nil, nil)
            }
        }
        namings = try await noted(namings)
        for naming in namings {
            await attempt(naming.message.publicID, &done) { (try await give(naming), nil) }
        }
        return done
    }

    /// Does one piece of work. A file that another program renamed just now is done in the next pass; a full disk, for one, ends all.
    private func attempt(
        _ message: String, _ done: inout Done,
        _ body: () async throws -> (settled: MaildirRecord?, deleted: MaildirRecord?)
    ) async {
        guard done.problem.map({ !Self.isLasting($0) }) ?? true else {
            done.left.insert(message)
            return
        }
        do {
            let (settled, deleted) = try await body()
            if let settled { done.records.append(settled) }
            if let deleted { done.deleted.append(deleted) }
        } catch {
            done.left.insert(message)
            if (error as? MaildirProblem)?.code != ENOENT { done.problem = done.problem ?? error }
        }
    }

    private static func isLasting(_ error: any Error) -> Bool {
        (error as? MaildirProblem).map { [ENOSPC, EDQUOT, EROFS, EACCES].contains($0.code) } ?? true
    }

    private func naming(_ message: MaildirMessage, over known: MaildirRecord?) async throws -> Naming {
        var flags = known?.flags ?? []
        flags = message.marks.applied(to: flags, since: MaildirMarks(flags))
        if message.isDraft { flags.insert("D") } else { flags.remove("D") }
        flags.remove("T")
        return Naming(
            message: message, record: known ?? MaildirRecord(id: 0, of: message, file: nil),
            name: .unique(flags: flags), folder: try await folder(of: message.mailbox), old: known.flatMap(file(of:)),
            isMove: false)
    }

    /// - Returns: nil if the file is not in sight, which the next look says more of.
    private func naming(_ message: MaildirMessage, moving record: MaildirRecord) async throws -> Naming? {
        guard let file = file(of: record) else { return nil }
        var flags = message.marks.applied(to: file.name.flags, since: record.marks)
        flags.remove("T")
        return Naming(
            message: message, record: record, name: .unique(flags: flags),
            folder: try await folder(of: message.mailbox), old: file, isMove: true)
    }

    private func noted(_ namings: [Naming]) async throws -> [Naming] {
        guard !namings.isEmpty else { return [] }
        let account = account.id
        let noted = try await database.write { transaction in
            try namings.map { naming -> Naming in
                var naming = naming
                if naming.record.id == 0 {
                    naming.record = try MaildirTable.insert(transaction.db, naming.record, account: account)
                }
                naming.record.target = .init(folder: naming.folder, key: naming.name.key)
                try MaildirTable.save(transaction.db, naming.record)
                return naming
            }
        }
        for naming in noted { records.set(naming.record) }
        return noted
    }

    /// Renames the file, or writes it and deletes the old one.
    /// - Returns: nil if the message is gone.
    private func give(_ naming: Naming) async throws -> MaildirRecord? {
        let file: MaildirTree.File
        if naming.isMove, let old = naming.old {
            file = try tree.move(old, to: naming.name, in: naming.folder)
        } else {
            let account = account
            guard let bytes = try await database.read({ try naming.message.bytes($0, account: account) }) else {
                return nil
            }
            let received = Date(timeIntervalSince1970: TimeInterval(naming.message.date))
            file = try tree.write(bytes, naming.name, in: naming.folder, received: received)
            if let old = naming.old { try deleteReplaced(old) }
        }
        if let old = naming.old { files[old.folder]?[old.name.key] = nil }
        files[file.folder, default: [:]][file.name.key] = file
        return MaildirRecord(id: naming.record.id, of: naming.message, file: file)
    }

    /// Deletes a file that was written anew, also under another name that it got since it was seen, as by mbsync: it would be taken for
    /// another message.
    private func deleteReplaced(_ old: MaildirTree.File) throws {
        var file: MaildirTree.File? = old
        while let seen = file {
            do { return try tree.delete(seen) } catch let problem as MaildirProblem where problem.code == ENOENT {
                let there = try tree.files(in: seen.folder)[seen.name.key]
                file = there == seen ? nil : there
            }
        }
    }

    private func mark(_ file: MaildirTree.File, _ record: MaildirRecord, as message: MaildirMessage) throws
        -> MaildirRecord
    {
        var name = file.name
        name.flags = message.marks.applied(to: name.flags, since: record.marks)
        let marked = name.flags == file.name.flags ? file : try tree.move(file, to: name, in: file.folder)
        files[marked.folder, default: [:]][marked.name.key] = marked
        return MaildirRecord(id: record.id, of: message, file: marked)
    }

    private func note(_ done: Done) async throws {
        let (saved, deleted) = (done.records, done.deleted)
        guard !saved.isEmpty || !deleted.isEmpty else { return }
        try await database.write { transaction in
            for record in saved { try MaildirTable.save(transaction.db, record) }
            for record in deleted { try MaildirTable.delete(transaction.db, record.id) }
        }
        for record in saved { records.set(record) }
        for record in deleted { records.remove(record.id) }
    }

    /// Deletes a file that was written in place of another, which is still there: the server ended in between. If the new one were kept,
    /// nothing would be known of the old one any more, and a draft that has been sent would be a draft again. It is written once more.
    func takeBack(_ file: MaildirTree.File) throws {
        try tree.delete(file)
        files[file.folder]?[file.name.key] = nil
    }

    /// The file of a record as it was seen last.
    func file(of record: MaildirRecord) -> MaildirTree.File? {
        record.isWritten ? files[record.folder]?[record.key] : nil
    }
}
