import Foundation
import GRDB
import InboxModel
import MailContent
import Synchronization

/// Sends messages: directly to accounts of this server, and to others through the configured command.
///
/// A draft's row is marked before the handover starts. If the mark is still there at the next attempt, the draft may have
/// been sent. It then gets a new version, so that no client sends it again without having looked.
final class MailSender: Sendable {
    private let database: MailDatabase
    private let directory: AccountDirectory
    private let command: SendmailCommand?
    /// Receives a demo's mail to invented people, who are on no server.
    private let demoPeople: ServedAccount?
    private let held = Mutex<Set<String>>([])

    init(database: MailDatabase, directory: AccountDirectory, command: SendmailCommand?, demoPeople: ServedAccount?) {
        self.database = database
        self.directory = directory
        self.command = command
        self.demoPeople = demoPeople
    }

    /// Runs `body` while no other request changes or sends that draft. Between the check of its version and the end of
    /// sending, a command may run for a minute.
    func holding<Value>(_ draft: String, _ body: () async throws -> Value) async throws -> Value {
        guard held.withLock({ $0.insert(draft).inserted }) else {
            throw APIError.conflict("Draft \(draft) is being sent or changed by another request")
        }
        defer { _ = held.withLock { $0.remove(draft) } }
        return try await body()
    }

    func send(draft id: String, version: DraftVersion, account: ServedAccount) async throws -> SendOutcome {
        try await holding(id) {
            let reserved = try await database.write { transaction -> OutgoingMessage? in
                let row = try transaction.draft(id, version: version, account: account)
                var message = NewMessage(row)
                message.uploadedFiles = try MailReader(transaction.db, account: account).fileIDs(of: row)
                let outgoing = try Self.compose(
                    message, in: transaction.db, account: account, draft: (id, row.version))
                // Local delivery is recorded in one transaction and needs no mark.
                if self.routes(outgoing.recipients.map(\.email)).remote.isEmpty { return outgoing }
                return try transaction.beginHandingOver(row, account: account) ? outgoing : nil
            }
            guard let outgoing = reserved else {
                throw APIError.conflict("Draft \(id) may have been sent already; it has another version now")
            }
            return try await deliver(outgoing, account: account)
        }
    }

    func send(_ fields: DraftFields, account: ServedAccount) async throws -> SendOutcome {
        let outgoing = try await database.write { transaction in
            let target = try transaction.replyTarget(of: fields, account: account)
            let list = try MailboxList(transaction.db, account: account.id)
            let message = NewMessage(draft: fields, target: target, account: account, now: .now, mailboxes: list)
            return try Self.compose(message, in: transaction.db, account: account, draft: nil)
        }
        return try await deliver(outgoing, account: account)
    }

    func send(raw: [UInt8], account: ServedAccount) async throws -> SendOutcome {
        try await deliver(RawMessage.outgoing(raw, account: account), account: account)
    }

    private static func compose(
        _ message: NewMessage, in db: Database, account: ServedAccount, draft: (id: String, version: Int64)?
    ) throws -> OutgoingMessage {
        var kept = message
        kept.date = .now
        let recipients = try Recipients.check(kept)
        let files = try kept.uploadedFiles.enumerated().map { index, id in
            guard let (file, content) = try FileContent.read(db, publicID: id, account: account.id) else {
                throw APIError.invalid("Invalid attachment id \(id)")
            }
            let name = file.passedOnName(content, number: index + 1)
            return OutgoingFile(id: id, name: name, contentType: file.contentType, content: content)
        }
        let raw = MessageComposer(message: kept, files: files).bytes
        let parsed = ParsedMessage.parse(raw)
        kept.searchText = BodyText.forIndex(parsed.body)
        kept.snippet = parsed.snippet
        kept.raw = raw
        return OutgoingMessage(
            kept: kept, raw: raw, recipients: recipients, draft: draft?.id, draftVersion: draft?.version)
    }

    /// Hands the message over and stores it as sent, unless all recipients refused it.
    private func deliver(_ message: OutgoingMessage, account: ServedAccount) async throws -> SendOutcome {
        let (local, remote) = routes(message.recipients.map(\.email))
        let refusals = await handOver(message.raw, to: remote)
        // A message that nobody got is not stored.
        if let refusals, local.isEmpty {
            if !refusals.leavesOpen, let draft = message.draft {
                try await database.write { try $0.endHandingOver(draft, account: account) }
            }
            throw refusals.error
        }
        try await keep(message, account: account, deliveringTo: local)
        return SendOutcome(messageID: message.kept.publicID, refusal: refusals)
    }

    /// Returns the local accounts among the recipients, and the remote recipients.
    func routes(_ recipients: [String]) -> (local: [ServedAccount], remote: [String]) {
        var local: [ServedAccount] = []
        var remote: [String] = []
        for recipient in recipients {
            if let account = directory.account(address: recipient) ?? demoPeople(for: recipient) {
                if !local.contains(account) { local.append(account) }
            } else {
                remote.append(recipient)
            }
        }
        return (local, remote)
    }

    private func demoPeople(for email: String) -> ServedAccount? {
        let domain = email.lowercased().split(separator: ".").last.map(String.init) ?? ""
        return ["test", "example", "invalid", "localhost"].contains(domain) ? demoPeople : nil
    }

    /// Returns the refusals of remote recipients; nil when there are none.
    func handOver(_ raw: [UInt8], to remote: [String]) async -> SendRefusal? {
        guard !remote.isEmpty else { return nil }
        guard let command else {
            return SendRefusal(
                status: 402, recipients: remote,
                text: "550 5.7.1 This server sends to its own accounts only (no --sendmail command)")
        }
        return await command.run(raw, recipients: remote)
    }

    /// Puts a copy into the inbox of each local account.
    static func deliver(_ raw: [UInt8], to local: [ServedAccount], in transaction: MailTransaction) throws {
        for recipient in local {
            let theirs = try MailboxList(transaction.db, account: recipient.id)
            var copy = NewMessage(reading: raw, received: Date())
            copy.isUnread = true
            copy.mailboxes = theirs.home(of: .inbox, hasLabels: recipient.hasLabels)
            _ = try transaction.insert(copy, account: recipient, mailboxes: theirs)
        }
    }

    /// In one transaction: deletes the draft, puts the message into Sent, and a copy into the inbox of each local account.
    private func keep(_ message: OutgoingMessage, account: ServedAccount, deliveringTo local: [ServedAccount])
        async throws
    {
        try await database.write { transaction in
            let list = try MailboxList(transaction.db, account: account.id)
            var kept = message.kept
            kept.isDraft = false
            kept.mailboxes = list.home(of: .sent, hasLabels: account.hasLabels)
            if let id = message.draft, let row = try MessageRow.fetch(transaction.db, publicID: id, account: account.id)
            {
                let own = list.own(hasLabels: account.hasLabels).map(\.id)
                kept.mailboxes.formUnion(try transaction.mailboxes(ofMessage: row.id).intersection(own))
                try transaction.delete(row, account: account)
            }
            let id = try transaction.insert(kept, account: account, mailboxes: list)
            // The message keeps the draft's id, but has another date.
            if message.draft != nil { try transaction.renewEmail(id, account: account.id) }
            try Self.deliver(message.raw, to: local, in: transaction)
        }
    }
}
