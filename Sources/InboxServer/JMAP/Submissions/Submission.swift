import GRDB

/// A row of an email submission (RFC 8621 §7).
struct Submission: Sendable {
    enum Status: String, Sendable {
        /// Being handed over, and not yet visible to its client. After a restart, it may have been sent.
        case sending
        /// Held until its send time.
        case pending
        case final
        case canceled
    }

    let publicID: String
    let account: Int64
    let emailID: String
    let threadID: String
    let envelope: Envelope
    /// Seconds since 1970.
    let sendAt: Int64
    var status: Status
    /// The delivery status for each recipient, as JSON.
    var deliveries: String

    static let columns = "publicID, accountID, emailID, threadID, sender, recipients, sendAt, status, deliveries"

    init(row: Row) {
        publicID = row[0]
        account = row[1]
        emailID = row[2]
        threadID = row[3]
        let recipients = JSONValue(reading: Array((row[5] as String).utf8))?.arrayValue ?? []
        envelope = Envelope(sender: row[4], recipients: recipients.compactMap(\.textValue))
        sendAt = row[6]
        status = Status(rawValue: row[7]) ?? .final
        deliveries = row[8]
    }

    /// Returns the submissions visible to clients, in order of creation.
    static func all(_ db: Database, account: ServedAccount) throws -> [Submission] {
        try Row.fetchAll(
            db, sql: "SELECT \(columns) FROM submission WHERE accountID = ? AND status <> 'sending' ORDER BY id",
            arguments: [account.id]
        ).map(Submission.init(row:))
    }

    static func fetch(_ db: Database, id: String) throws -> Submission? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM submission WHERE publicID = ?", arguments: [id])
            .map(Submission.init(row:))
    }

    static let properties: Set<String> = [
        "id", "identityId", "emailId", "threadId", "envelope", "sendAt", "undoStatus", "deliveryStatus", "dsnBlobIds",
        "mdnBlobIds",
    ]

    func json(account: ServedAccount) -> JSONValue {
        .object([
            JSONMember("deliveryStatus", .written(deliveries)), JSONMember("dsnBlobIds", .array([])),
            JSONMember("emailId", .text(emailID)), JSONMember("envelope", envelope.json),
            JSONMember("id", .text(publicID)), JSONMember("identityId", .text(IdentityMethods.id(of: account))),
            JSONMember("mdnBlobIds", .array([])), JSONMember("sendAt", .text(UTCDate.text(seconds: sendAt))),
            JSONMember("threadId", .text(threadID)), JSONMember("undoStatus", .text(status.rawValue)),
        ])
    }
}

/// The sender and recipients of a message, whatever its headers say.
struct Envelope: Sendable {
    let sender: String
    let recipients: [String]

    var json: JSONValue {
        func address(_ email: String) -> JSONValue {
            .object([JSONMember("email", .text(email)), JSONMember("parameters", .null)])
        }
        return .object([
            JSONMember("mailFrom", address(sender)), JSONMember("rcptTo", .array(recipients.map(address))),
        ])
    }
}
