import Foundation
import GRDB
import MailContent

/// Imports mail from files into an account, in batches of one transaction each.
struct MailImporter: Sendable {
    let database: MailDatabase
    let account: ServedAccount
    let progress: @Sendable (FillingProgress) -> Void

    /// The most messages in one transaction, and the most bytes.
    private static let (batchSize, batchBytes) = (1000, 32 << 20)

    func importMbox(_ path: String) async throws {
        let mbox = try MboxReader(path: path)
        try await importAll(count: mbox.count, source: path) {
            mbox.range($0).count
        } read: { index in
            let (raw, date) = try mbox.message(index)
            return Self.mail(fromMbox: raw, received: date)
        } name: {
            (path, $0 + 1)
        }
    }

    func importMaildir(_ path: String) async throws {
        let maildir = try MaildirReader(path: path)
        try await importAll(count: maildir.entries.count, source: path) {
            (try? URL(filePath: maildir.entries[$0].path).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        } read: { index in
            let entry = maildir.entries[index]
            return MaildirReader.contents(of: entry).map { bytes, flags, modified in
                Self.mail(fromMaildir: bytes, entry: entry, flags: flags, received: modified)
            }
        } name: {
            (maildir.entries[$0].path, nil)
        }
    }

    private func importAll(
        count: Int, source path: String, size: (Int) -> Int,
        read: @Sendable @escaping (Int) throws -> IncomingMail?, name: (Int) -> (file: String, number: Int?)
    ) async throws {
        let source = URL(filePath: path).resolvingSymlinksInPath().path
        var known = try await KnownMail(database, account: account.id, source: source)
        var state = FillingProgress(source: path, done: 0, total: count)
        progress(state)
        var range = Self.batch(from: 0, of: count, size)
        var batch = try await Self.inParallel(range, read)
        while !range.isEmpty {
            let next = Self.batch(from: range.upperBound, of: count, size)
            // Reads the next batch while this one is stored.
            async let following = Self.inParallel(next, read)
            var new: [IncomingMail] = []
            for (index, mail) in zip(range, batch) {
                guard let mail else {
                    let (file, number) = name(index)
                    state.problems.append(.init(file: file, number: number, reasons: ["no readable mail"]))
                    state.missing += 1
                    continue
                }
                if known.takes(mail) {
                    state.known += 1
                } else {
                    new.append(mail)
                }
                guard !mail.problems.isEmpty else { continue }
                let (file, number) = name(index)
                state.problems.append(.init(file: file, number: number, reasons: mail.problems))
            }
            if !new.isEmpty { try await store(new, source: source) }
            state.done = range.upperBound
            progress(state)
            batch = try await following
            range = next
        }
    }

    static func batch(from start: Int, of count: Int, _ size: (Int) -> Int) -> Range<Int> {
        var (end, bytes) = (start, 0)
        while end < min(start + batchSize, count), end == start || bytes < batchBytes {
            bytes += size(end)
            end += 1
        }
        return start..<end
    }

    /// Reads a range of messages on all processors, because parsing is most of the work and needs only the bytes.
    static func inParallel(_ range: Range<Int>, _ read: @Sendable @escaping (Int) throws -> IncomingMail?)
        async throws -> [IncomingMail?]
    {
        let parts = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let size = (range.count + parts - 1) / parts
        return try await withThrowingTaskGroup(of: (Int, [IncomingMail?]).self) { group in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: max(1, size)) {
                group.addTask { (start, try (start..<min(start + size, range.upperBound)).map(read)) }
            }
            var results: [(Int, [IncomingMail?])] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    /// Stores one batch in its order, in one transaction.
    func store(_ batch: [IncomingMail], source: String) async throws {
        let account = account
        try await database.write { transaction in
            var placing = try MailPlacing(transaction, account: account)
            for mail in batch {
                _ = try placing.store(mail, in: transaction)
                try KnownMail.remember(mail, source: source, account: account.id, in: transaction.db)
            }
        }
    }

    private static func mail(fromMbox raw: [UInt8], received: Date?) -> IncomingMail {
        let parsed = ParsedMessage.parse(raw)
        var mail = IncomingMail(
            message: NewMessage(parsed, raw: raw, received: received), problems: parsed.problems,
            digest: MailDigest.text(of: raw), olderDigest: { MailDigest.older(of: raw) })
        if let header = parsed.headers.first(where: { $0.name.lowercased() == GmailLabels.header }) {
            let labels = GmailLabels(header.value)
            (mail.message.isUnread, mail.message.isStarred) = (labels.isUnread, labels.isStarred)
            (mail.role, mail.labels) = (labels.role, labels.own)
            return mail
        }
        let status = parsed.status ?? ""
        mail.message.isUnread = !status.contains("R")
        mail.message.isStarred = status.contains("F")
        if status.contains("A") { mail.keywords.insert(EmailKeyword.answered) }
        if status.contains("D") { mail.role = .trash }
        return mail
    }

    private static func mail(
        fromMaildir raw: [UInt8], entry: MaildirReader.Entry, flags: Set<Character>, received: Date?
    ) -> IncomingMail {
        var mail = mail(raw, flags: flags, received: received)
        mail.digest = entry.name
        if let folder = entry.folder {
            if let role = MailboxRow.Role(folderName: folder) { mail.role = role } else { mail.folder = folder }
        }
        if flags.contains("T") { (mail.role, mail.folder) = (.trash, nil) }
        if flags.contains("D") { (mail.role, mail.folder) = (.drafts, nil) }
        return mail
    }

    /// A message from a Maildir with the marks that its flags say.
    static func mail(_ raw: [UInt8], flags: Set<Character>, received: Date?) -> IncomingMail {
        let parsed = ParsedMessage.parse(raw)
        var mail = IncomingMail(
            message: NewMessage(parsed, raw: raw, received: received), problems: parsed.problems, digest: "")
        mail.message.isUnread = !flags.contains("S")
        mail.message.isStarred = flags.contains("F")
        if flags.contains("R") { mail.keywords.insert(EmailKeyword.answered) }
        if flags.contains("P") { mail.keywords.insert(EmailKeyword.forwarded) }
        return mail
    }
}
