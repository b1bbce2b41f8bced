import Foundation
import GRDB
import InboxModel
import MailContent
import Synchronization

/// Sends messages: to accounts of this server at once, to others through the command that was configured.
///
/// A draft's row says that it is being handed over before it is. Found so when it is to be sent again, it may have left: it gets
/// another version then, so that nobody sends it again who has not looked.
final class MailSender: Sendable {
    private let database: MailDatabase
    private let directory: AccountDirectory
    private let command: SendmailCommand?
    /// Gets what a demo sends to invented people, who live on no server.
    private let demoPeople: ServedAccount?
    private let held = Mutex<Set<String>>([])

    init(database: MailDatabase, directory: AccountDirectory, command: SendmailCommand?, demoPeople: ServedAccount?) {
        self.database = database
        self.directory = directory
        self.command = command
        self.demoPeople = demoPeople
    }

    /// Runs `body` while nobody else changes or sends that draft: between the look at its version and the end of sending
    /// lies a command that may take a minute.
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
                // What stays here is delivered and written down at once.
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

    /// Hands the message over and keeps it as sent; what was refused by all is not kept.
    private func deliver(_ message: OutgoingMessage, account: ServedAccount) async throws -> SendOutcome {
        let (local, remote) = routes(message.recipients.map(\.email))
        let refusals = await handOver(message.raw, to: remote)
        // What nobody got is not kept.
        if let refusals, local.isEmpty {
            if !refusals.leavesOpen, let draft = message.draft {
                try await database.write { try $0.endHandingOver(draft, account: account) }
            }
            throw refusals.error
        }
        try await keep(message, account: account, deliveringTo: local)
        return SendOutcome(messageID: message.kept.publicID, refusal: refusals)
    }

    /// The accounts here among the recipients, and those who are elsewhere.
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

    /// The refusals of those who are elsewhere; nil when there are none.
    func handOver(_ raw: [UInt8], to remote: [String]) async -> SendRefusal? {
        guard !remote.isEmpty else { return nil }
        guard let command else {
            return SendRefusal(
                status: 402, recipients: remote,
                text: "550 5.7.1 This server sends to its own accounts only (no --sendmail command)")
        }
        return await command.run(raw, recipients: remote)
    }

    /// A copy is in the inbox of each account here.
    static func deliver(_ raw: [UInt8], to local: [ServedAccount], in transaction: MailTransaction) throws {
        for recipient in local {
            let theirs = try MailboxList(transaction.db, account: recipient.id)
            var copy = NewMessage(reading: raw, received: Date())
            copy.isUnread = true
            copy.mailboxes = theirs.home(of: .inbox, hasLabels: recipient.hasLabels)
            _ = try transaction.insert(copy, account: recipient, mailboxes: theirs)
        }
    }

    /// One transaction: the draft goes, the message is in Sent, and a copy is in the inbox of each account here.
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
            // It has the draft's id, but another date.
            if message.draft != nil { try transaction.renewEmail(id, account: account.id) }
            try Self.deliver(message.raw, to: local, in: transaction)
        }
    }
}
