import Foundation
import GRDB
import MailContent

/// The content of blobs (RFC 8620 §6): emails, their parts, and uploads.
struct BlobStore {
    private let account: ServedAccount
    private let oddities: OddityBox

    /// How long an unused upload is kept, in seconds.
    static let lifetime: Int64 = 24 * 3600

    init(account: ServedAccount, oddities: OddityBox) {
        self.account = account
        self.oddities = oddities
    }

    init(_ call: MethodCall) {
        self.init(account: call.account, oddities: call.host.oddities)
    }

    func bytes(_ id: String, in db: Database) throws -> (bytes: [UInt8], type: String)? {
        switch BlobID(id) {
        case .email(let email):
            return try EmailRow.fetch(db, id: email, account: account).map { row in
                (try EmailBytes.of(row, account: account, in: db), "message/rfc822")
            }
        case .part(let part, let email):
            guard let row = try EmailRow.fetch(db, id: email, account: account) else { return nil }
            let raw = try EmailBytes.of(row, account: account, in: db)
            return ParsedMessage.fileContents(of: raw, partID: part).map { ($0, "application/octet-stream") }
        case .upload(let upload):
            guard !oddities.shows(.blobsExpire) else { return nil }
            let row = try Row.fetchOne(
                db, sql: "SELECT content, contentType FROM blob WHERE publicID = ? AND accountID = ?",
                arguments: [upload, account.id])
            return row.map { (Array($0[0] as Data), $0[1]) }
        case nil: return nil
        }
    }

    /// Stores an upload for a day, and deletes older uploads.
    func keep(_ content: [UInt8], type: String, in transaction: MailTransaction) throws -> BlobID {
        try transaction.db.execute(sql: "DELETE FROM blob WHERE time < ?", arguments: [.now - Self.lifetime])
        let id = PublicID.random()
        try transaction.db.execute(
            sql: "INSERT INTO blob (accountID, publicID, contentType, time, content) VALUES (?, ?, ?, ?, ?)",
            arguments: [account.id, id, type, Int64.now, Data(content)])
        return .upload(id)
    }
}
