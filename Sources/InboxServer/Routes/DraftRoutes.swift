import Foundation
import GRDB
import HTTPTypes

/// `/drafts`
enum DraftRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await MessageRoutes.list(call, areDrafts: true)
        case (0, .post): return try await create(call, call.request.jsonObject())
        case (1, .get): return try await one(call, id: path[0])
        case (1, .put), (1, .patch): return try await update(call, id: path[0], call.request.jsonObject())
        case (1, .delete):
            return try await delete(call, id: path[0], DraftVersion(call.request.jsonObject()["version"]))
        case (0, _), (1, _): throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        return .json(
            try await call.database.read { db in
                guard let draft = try MessageRow.fetch(db, publicID: id, account: call.account.id), draft.isDraft else {
                    throw APIError.notFound("draft \(id)")
                }
                return try call.reader(db).json(draft)
            })
    }

    /// - Parameter alsoIn: returns further mailboxes of the draft, besides the drafts mailbox.
    static func create(
        _ call: APICall, _ body: JSONValue, alsoIn: @Sendable @escaping (MailboxList) throws -> Set<Int64> = { _ in [] }
    ) async throws -> APIResponse {
        let fields = try DraftFields(body)
        return .json(
            try await call.database.write { transaction in
                let list = try MailboxList(transaction.db, account: call.account.id)
                let id = try transaction.createDraft(
                    fields, account: call.account, now: .now, mailboxes: list, alsoIn: alsoIn(list))
                return try MessageRoutes.json(ofMessage: id, call, in: transaction)
            })
    }

    static func update(_ call: APICall, id: String, _ body: JSONValue, isVersionNeeded: Bool = true) async throws
        -> APIResponse
    {
        let id = try call.id(id)
        let fields = try DraftFields(body, isUpdate: true)
        let version = DraftVersion(body["version"], isNeeded: isVersionNeeded)
        return .json(
            try await call.sender.holding(id) {
                try await call.database.write { transaction in
                    let row = try transaction.draft(id, version: version, account: call.account)
                    try transaction.update(row, with: fields, account: call.account, now: .now)
                    return try MessageRoutes.json(ofMessage: id, call, in: transaction)
                }
            })
    }

    static func delete(_ call: APICall, id: String, _ version: DraftVersion) async throws -> APIResponse {
        let id = try call.id(id)
        try await call.sender.holding(id) {
            try await call.database.write { transaction in
                try transaction.delete(
                    transaction.draft(id, version: version, account: call.account), account: call.account)
            }
        }
        return .json(.null)
    }
}

extension Int64 {
    /// Seconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}
