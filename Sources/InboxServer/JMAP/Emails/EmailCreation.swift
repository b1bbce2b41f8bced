import Foundation
import GRDB
import MailContent

/// Creates one email, from properties (Email/set) or from bytes (Email/import).
struct EmailCreation {
    private let call: MethodCall
    private let transaction: MailTransaction
    private let results: SetResults

    init(_ call: MethodCall, _ transaction: MailTransaction, results: SetResults) {
        self.call = call
        self.transaction = transaction
        self.results = results
    }

    private var account: ServedAccount { call.account }

    func create(_ object: JSONValue) throws -> (id: String, members: [JSONMember]) {
        let bytes = try EmailComposer(object) { blob in
            try BlobStore(call).bytes(blob, in: transaction.db)?.bytes
        }.bytes
        return try store(bytes, object, otherwiseReceived: nil)
    }

    /// RFC 8621 §4.8
    func importBlob(_ object: JSONValue) throws -> (id: String, members: [JSONMember]) {
        guard let id = object["blobId"]?.textValue, let blob = try BlobStore(call).bytes(id, in: transaction.db) else {
            throw SetError(
                type: "blobNotFound",
                members: [JSONMember("notFound", .texts([object["blobId"]?.textValue].compactMap { $0 }))])
        }
        guard !RawHeader.all(in: blob.bytes).isEmpty else {
            throw SetError.plain("invalidEmail", "the blob is no message")
        }
        return try store(
            blob.bytes, object, otherwiseReceived: Self.lastReceived(ParsedMessage.parse(blob.bytes)) ?? .now)
    }

    /// - Parameters:
    ///   - object: the mailboxes and keywords of the email.
    ///   - otherwiseReceived: when the email was received, if the object does not say; nil for the date of the message.
    func store(_ bytes: [UInt8], _ object: JSONValue, otherwiseReceived: Int64?) throws
        -> (id: String, members: [JSONMember])
    {
        var list = try MailboxList(transaction.db, account: account.id)
        guard let names = object["mailboxIds"]?.trueNames else {
            throw SetError.invalidProperties(["mailboxIds"], "an email needs mailboxes, each true")
        }
        let rows = try EmailPlacing(account: account, mailboxes: list).rows(
            of: Set(names.map { results.id($0, call) }), before: [])
        guard let given = (object["keywords"] ?? .object([])).trueNames else {
            throw SetError.invalidProperties(["keywords"], "every keyword must be true")
        }
        let keywords = try KeywordRows.checked(given)
        let received = try received(object)
        if call.host.oddities.shows(.alreadyExists), let known = try known(bytes) {
            throw SetError(type: "alreadyExists", members: [JSONMember("existingId", .text(known))])
        }
        let parsed = ParsedMessage.parse(bytes)
        var message = NewMessage(parsed, raw: bytes, received: Date())
        if let date = received ?? otherwiseReceived { message.date = date }
        message.isUnread = !keywords.contains(EmailKeyword.seen)
        message.isStarred = keywords.contains(EmailKeyword.flagged)
        message.mailboxes = rows.union(
            try KeywordRows.rows(of: keywords, in: transaction, account: account, list: &list))
        let id =
            keywords.contains(EmailKeyword.draft)
            ? try transaction.insertDraft(message, account: account, mailboxes: list)
            : try transaction.insert(message, account: account, mailboxes: list)
        let thread = try String.fetchOne(
            transaction.db,
            sql: "SELECT thread.publicID FROM message JOIN thread ON thread.id = threadID WHERE message.id = ?",
            arguments: [id])
        return (
            message.publicID,
            [
                JSONMember("blobId", .text(BlobID.email(message.publicID).text)),
                JSONMember("size", .integer(bytes.count)),
                JSONMember("threadId", .optional(thread)),
            ]
        )
    }

    private func received(_ object: JSONValue) throws -> Int64? {
        guard let value = object["receivedAt"], !value.isNull else { return nil }
        guard let seconds = value.textValue.flatMap(UTCDate.seconds) else {
            throw SetError.invalidProperties(["receivedAt"], "must be a UTC date")
        }
        return seconds
    }

    /// Returns the time of the newest Received header.
    private static func lastReceived(_ message: ParsedMessage) -> Int64? {
        guard let header = message.headers.first(where: { $0.name.lowercased() == "received" }),
            let semicolon = header.value.lastIndex(of: ";")
        else { return nil }
        let date = ParsedMessage.parse(Array("Date:\(header.value[semicolon...].dropFirst())\r\n\r\n".utf8)).date
        return date.map { Int64($0.timeIntervalSince1970) }
    }

    /// Returns the id of an email with the same bytes; some servers refuse duplicates.
    private func known(_ bytes: [UInt8]) throws -> String? {
        try String.fetchOne(
            transaction.db,
            sql: """
                SELECT \(EmailRow.id) FROM message JOIN messageContent ON messageContent.messageID = message.id
                WHERE message.accountID = ? AND messageContent.raw = ?
                """, arguments: [account.id, Data(bytes)])
    }
}
