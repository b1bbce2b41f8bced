import Foundation
import GRDB
package import InboxModel

extension IMAPIndex {
    /// How far the sending of a message came, noted so that it survives a loss of power, and the index.
    package func note(_ stage: IndexedSubmission, of messageID: String) throws {
        let refusals = try stage.refusals.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try journal.write { database, now in
            try database.execute(
                literal: """
                    INSERT INTO submission (messageID, stage, refusals, date)
                    VALUES (\(messageID), \(stage.name), \(refusals), \(now.indexSeconds))
                    ON CONFLICT (messageID) DO UPDATE SET stage = excluded.stage, refusals = excluded.refusals, date = excluded.date
                    """)
        }
    }

    /// Nil if it was never begun.
    package func submission(of messageID: String) throws -> IndexedSubmission? {
        try journal.read { database in
            let request: SQLRequest<Row> = "SELECT stage, refusals FROM submission WHERE messageID = \(messageID)"
            guard let row = try request.fetchOne(database) else { return nil }
            return IndexedSubmission(name: try row.decode(atIndex: 0), refusals: try row.decode(atIndex: 1))
        }
    }

    /// Keeps a file until a draft with it is on the server; those of a month ago are deleted.
    /// - Returns: an id of its own, `upload/…`.
    package func keep(upload: RemoteUpload) throws -> RemoteID {
        let id = "upload/" + UUID().uuidString.lowercased()
        try journal.write { database, now in
            try database.execute(literal: "DELETE FROM upload WHERE date < \(now.indexSeconds - Self.uploadSeconds)")
            try database.execute(
                literal: """
                    INSERT INTO upload (id, fileName, contentType, bytes, date)
                    VALUES (\(id), \(upload.fileName), \(upload.contentType), \(Data(upload.bytes)), \(now.indexSeconds))
                    """)
        }
        return RemoteID(id)
    }

    /// Nil if it was deleted, or never kept.
    package func upload(_ id: RemoteID) throws -> RemoteUpload? {
        try journal.read { database in
            let request: SQLRequest<Row> = "SELECT fileName, contentType, bytes FROM upload WHERE id = \(id.rawValue)"
            guard let row = try request.fetchOne(database) else { return nil }
            return RemoteUpload(
                fileName: try row.decode(atIndex: 0), contentType: try row.decode(atIndex: 1),
                bytes: [UInt8](try row.decode(Data.self, atIndex: 2)))
        }
    }

    private static let uploadSeconds: Int64 = 30 * 86_400
}

extension IndexedSubmission {
    fileprivate var name: String {
        switch self {
        case .begun: "begun"
        case .taken: "taken"
        case .failed: "failed"
        }
    }

    fileprivate var refusals: [String: String]? {
        if case .taken(let refusals) = self { refusals } else { nil }
    }

    /// What a later version noted, and this one doesn't know, may have been sent.
    fileprivate init(name: String, refusals: String?) {
        switch name {
        case "failed": self = .failed
        case "taken":
            let known = refusals.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
            self = .taken(refusals: known ?? [:])
        default: self = .begun
        }
    }
}
