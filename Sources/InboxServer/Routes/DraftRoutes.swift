import Foundation
import GRDB
import HTTPTypes

/// `/drafts`
enum DraftRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await MessageRoutes.list(call, areDrafts: true)
        case (0, .post): return try await create(call)
        case (1, .get): return try await one(call, id: path[0])
        case (1, .put), (1, .patch): return try await update(call, id: path[0])
        case (1, .delete): return try await delete(call, id: path[0])
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
                return try MailReader(db, account: call.account).json(draft)
            })
    }

    private static func create(_ call: APICall) async throws -> APIResponse {
        let fields = try DraftFields(call.request.jsonObject())
        return .json(
            try await call.database.write { transaction in
                let id = try transaction.createDraft(fields, account: call.account, now: .now)
                return try transaction.json(ofDraft: id, account: call.account)
            })
    }

    private static func update(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let body = try call.request.jsonObject()
        let fields = try DraftFields(body, isUpdate: true)
        return .json(
            try await call.sender.holding(id) {
                try await call.database.write { transaction in
                    let row = try transaction.draft(id, version: body["version"], account: call.account)
                    try transaction.update(row, with: fields, account: call.account, now: .now)
                    return try transaction.json(ofDraft: id, account: call.account)
                }
            })
    }

    private static func delete(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let body = try call.request.jsonObject()
        try await call.sender.holding(id) {
            try await call.database.write { transaction in
                try transaction.delete(
                    transaction.draft(id, version: body["version"], account: call.account), account: call.account)
            }
        }
        return .json(.null)
    }
}

extension MailTransaction {
    fileprivate func json(ofDraft id: String, account: ServedAccount) throws -> JSONValue {
        try refreshTouchedThreads()
        guard let draft = try MessageRow.fetch(db, publicID: id, account: account.id) else {
            throw APIError.notFound("draft \(id)")
        }
        return try MailReader(db, account: account).json(draft)
    }
}

extension Int64 {
    /// Seconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}
