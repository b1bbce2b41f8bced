import Foundation
import GRDB
import InboxModel
import Testing

@testable import InboxServer

/// A Maildir, an account that is kept in step with it, and what either side does.
final class MaildirWorld {
    let folder: TestFolder
    let database: MailDatabase
    let account: ServedAccount
    private(set) var sync: MaildirSync
    var root: String { folder.path + "/mail" }

    private init(_ folder: TestFolder) async throws {
        self.folder = folder
        database = try MailDatabase(path: nil)
        account = try await database.write { transaction in
            try ServedAccount.open(
                AccountConfiguration(address: "ann@example.test", token: "token"), hasLabels: false, in: transaction)
        }
        sync = try await MaildirSync(path: folder.path + "/mail", database: database, account: account)
    }

    /// - Parameter mail: what is in the Maildir first, by its path in it.
    static func with(
        _ mail: [String: MailText] = [:], folders: [String] = [""], body: (MaildirWorld) async throws -> Void
    ) async throws {
        try await TestFolder.with { folder in
            for place in folders {
                for sub in ["cur", "new", "tmp"] {
                    try FileManager.default.createDirectory(
                        atPath: "\(folder.path)/mail/\(place)/\(sub)", withIntermediateDirectories: true)
                }
            }
            for (path, text) in mail { try folder.write(text.raw, to: "mail/" + path) }
            let world = try await MaildirWorld(folder)
            try await world.sync.pass()
            try await body(world)
        }
    }

    /// As after the end of the program: only the data file and the Maildir are left.
    func restart() async throws { sync = try await MaildirSync(path: root, database: database, account: account) }

    /// Passes until both sides have told all: a file is believed to be gone when it is missed twice.
    func settle() async throws {
        for _ in 0..<4 { try await sync.pass() }
    }

    // MARK: Another program

    func put(_ text: MailText, _ path: String) throws { try folder.write(text.raw, to: "mail/" + path) }
    func rename(_ old: String, _ new: String) throws {
        guard old != new else { return }
        try FileManager.default.moveItem(atPath: root + "/" + old, toPath: root + "/" + new)
    }
    func delete(_ path: String) throws { try FileManager.default.removeItem(atPath: root + "/" + path) }
    func text(_ path: String) -> String { folder.read("mail/" + path) }

    /// The paths of all files, sorted.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// The one file that has a message's text.
    func file(of id: String) throws -> String {
        let found = files.filter { text($0).contains("Message-ID: <\(id)@mill.example>") }
        #expect(found.count == 1, "\(id): \(found)")
        return try #require(found.first)
    }

    var folders: [String] {
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix("/cur") }.map { String($0.dropLast(4)) }.sorted()
    }

    // MARK: A client

    /// A message as an account shows it.
    struct Shown: Equatable {
        var mailbox: String
        var marks: MaildirMarks
        var isDraft = false
    }

    /// All messages by the first part of their Message-IDs.
    func shown() async throws -> [String: Shown] {
        let account = account.id
        return try await database.read { db in
            let list = try MailboxList(db, account: account)
            let headers = Dictionary(
                uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT publicID, messageIDHeader FROM message").map {
                    ($0[0] as String, $0[1] as String)
                })
            return Dictionary(
                try MaildirMessage.all(db, account: account).map { message in
                    let header = headers[message.publicID, default: ""].dropFirst().prefix { $0 != "@" }
                    return (
                        String(header),
                        Shown(
                            mailbox: list[message.mailbox]?.displayName ?? "", marks: message.marks,
                            isDraft: message.isDraft)
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    func message(_ id: String) async throws -> MaildirMessage {
        let account = account.id
        return try await database.read { db in
            let publicID = try String.fetchOne(
                db, sql: "SELECT publicID FROM message WHERE messageIDHeader = ?", arguments: ["<\(id)@mill.example>"])
            return try #require(try MaildirMessage.byID(db, [publicID ?? ""], account: account)[publicID ?? ""])
        }
    }

    func mark(_ id: String, _ marks: MaildirMarks) async throws {
        let (message, account) = (try await message(id), account)
        try await database.write { transaction in
            var list = try MailboxList(transaction.db, account: account.id)
            try transaction.change(
                message, marks: marks, mailbox: message.mailbox, account: account, list: &list)
        }
    }

    func move(_ id: String, to name: String) async throws {
        let (message, account) = (try await message(id), account)
        try await database.write { transaction in
            var list = try MailboxList(transaction.db, account: account.id)
            let mailbox = try #require(list.named(name))
            try transaction.change(
                message, marks: message.marks, mailbox: mailbox.id, account: account, list: &list)
        }
    }

    /// The draft is sent.
    func send(_ id: String) async throws {
        let (message, account) = (try await message(id), account)
        try await database.write { transaction in
            var list = try MailboxList(transaction.db, account: account.id)
            let row = try #require(try EmailRow.fetch(transaction.db, id: message.publicID, account: account))
            try transaction.setDraft(false, isSent: true, row, account: account)
            let sent = try #require(list[.sent])
            try transaction.change(message, marks: [.seen], mailbox: sent.id, account: account, list: &list)
        }
    }

    func destroy(_ id: String) async throws {
        let (message, account) = (try await message(id), account)
        try await database.write { try $0.destroy(message, account: account) }
    }

    /// Adds a message that did not come from the Maildir.
    func add(_ text: MailText, to name: String) async throws {
        let account = account
        let raw = Array(text.raw.utf8)
        try await database.write { transaction in
            let list = try MailboxList(transaction.db, account: account.id)
            var new = NewMessage(reading: raw, received: Date(timeIntervalSince1970: 1_500_000_000))
            let mailbox = try #require(list.named(name))
            new.mailboxes = [mailbox.id]
            if mailbox.role == .drafts {
                _ = try transaction.insertDraft(new, account: account, mailboxes: list)
            } else {
                _ = try transaction.insert(new, account: account, mailboxes: list)
            }
        }
    }

    /// The names of the user's own mailboxes, sorted.
    func ownMailboxes() async throws -> [String] {
        let account = account.id
        return try await database.read { db in
            try MailboxList(db, account: account).all.filter { $0.role == nil }.map(\.displayName).sorted()
        }
    }

    func makeMailbox(_ name: String) async throws {
        let account = account
        _ = try await database.write { try $0.createMailbox(role: nil, displayName: name, account: account) }
    }

    func renameMailbox(_ name: String, to new: String) async throws {
        let account = account
        _ = try await database.write { transaction in
            let row = try #require(try MailboxList(transaction.db, account: account.id).named(name))
            return try transaction.rename(row, to: new, account: account)
        }
    }

    func deleteMailbox(_ name: String) async throws {
        let account = account
        try await database.write { transaction in
            let row = try #require(try MailboxList(transaction.db, account: account.id).named(name))
            try transaction.delete(row, account: account)
        }
    }
}
