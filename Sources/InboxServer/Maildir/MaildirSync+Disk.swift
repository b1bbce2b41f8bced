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
    }

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
        waiting = []
        var problem: (any Error)?
        for (index, step) in work.enumerated() {
            do {
                try await perform(step)
            } catch let error as MaildirProblem where error.code == ENOENT {
                // Another program renamed the file just now.
                waiting?.insert(message(of: step))
            } catch {
                problem = problem ?? error
                // A full disk, for one, fails all that is left.
                let isAlone = (error as? MaildirProblem).map { ![ENOSPC, EDQUOT, EROFS, EACCES].contains($0.code) }
                let left = isAlone ?? false ? work[index...index] : work[index...]
                waiting?.formUnion(left.map(message(of:)))
                if left.count > 1 { break }
            }
        }
        if let problem { throw problem }
    }

    private func work(for message: MaildirMessage) -> Work? {
        guard let record = records.of(message: message.publicID) else { return .write(message, nil) }
        if !record.isWritten || record.revision != message.revision { return .write(message, record) }
        if record.mailbox != message.mailbox { return .move(message, record) }
        return record.marks == message.marks ? nil : .mark(message, record)
    }

    private func message(of work: Work) -> String {
        switch work {
        case .write(let message, _), .move(let message, _), .mark(let message, _): message.publicID
        case .delete(let record): record.message
        }
    }

    private func perform(_ work: Work) async throws {
        switch work {
        case .write(let message, let record): try await write(message, over: record)
        case .move(let message, let record): try await move(record, for: message)
        case .mark(let message, let record): try await mark(record, as: message)
        case .delete(let record): try await delete(record)
        }
    }

    private func write(_ message: MaildirMessage, over known: MaildirRecord?) async throws {
        let account = account
        let folder = try await folder(of: message.mailbox)
        guard let bytes = try await database.read({ try message.bytes($0, account: account) }) else { return }
        var flags = message.marks.applied(to: known?.flags ?? [], since: MaildirMarks(known?.flags ?? []))
        if message.isDraft { flags.insert("D") } else { flags.remove("D") }
        flags.remove("T")
        let old = known.flatMap(file(of:))
        let name = MaildirFileName.unique(flags: flags)
        var record: MaildirRecord
        if let known {
            record = known
        } else {
            record = try await database.write {
                try MaildirTable.insert($0.db, message, file: nil, account: account.id)
            }
        }
        record.target = .init(folder: folder, key: name.key)
        try await save([record])
        let received = Date(timeIntervalSince1970: TimeInterval(message.date))
        let file = try tree.write(bytes, name, in: folder, received: received)
        try await settle(record, message, file)
        if let old {
            try tree.delete(old)
            files[old.folder]?[old.name.key] = nil
        }
    }

    private func move(_ record: MaildirRecord, for message: MaildirMessage) async throws {
        guard let file = file(of: record) else { return }
        let folder = try await folder(of: message.mailbox)
        var flags = message.marks.applied(to: file.name.flags, since: record.marks)
        flags.remove("T")
        let name = MaildirFileName.unique(flags: flags)
        var record = record
        record.target = .init(folder: folder, key: name.key)
        try await save([record])
        let moved = try tree.move(file, to: name, in: folder)
        files[file.folder]?[file.name.key] = nil
        try await settle(record, message, moved)
    }

    private func mark(_ record: MaildirRecord, as message: MaildirMessage) async throws {
        guard let file = file(of: record) else { return }
        var name = file.name
        name.flags = message.marks.applied(to: name.flags, since: record.marks)
        let marked = name.flags == file.name.flags ? file : try tree.move(file, to: name, in: file.folder)
        try await settle(record, message, marked)
    }

    private func delete(_ record: MaildirRecord) async throws {
        if let file = file(of: record) {
            try tree.delete(file)
            files[file.folder]?[file.name.key] = nil
        }
        records.remove(record.id)
        try await database.write { try MaildirTable.delete($0.db, record.id) }
    }

    /// The file of a record as it was seen last.
    private func file(of record: MaildirRecord) -> MaildirTree.File? {
        record.isWritten ? files[record.folder]?[record.key] : nil
    }

    private func settle(_ record: MaildirRecord, _ message: MaildirMessage, _ file: MaildirTree.File) async throws {
        files[file.folder, default: [:]][file.name.key] = file
        try await save([MaildirRecord(id: record.id, of: message, file: file)])
    }
}
