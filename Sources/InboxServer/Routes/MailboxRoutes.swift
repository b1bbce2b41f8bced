import GRDB
import HTTPTypes

/// `/folders` and `/labels`; an account has only one of the two.
enum MailboxRoutes {
    static func answer(_ call: APICall, kind: String, _ path: [String]) async throws -> APIResponse {
        guard (kind == "labels") == call.account.hasLabels else {
            throw APIError.notFound("/\(kind): this account has \(call.account.hasLabels ? "labels" : "folders")")
        }
        switch (path.count, call.request.method) {
        case (0, .get): return try await list(call)
        case (0, .post): return try await create(call)
        case (1, .get): return try await one(call, id: path[0])
        case (1, .put), (1, .patch): return try await rename(call, id: path[0])
        case (1, .delete): return try await delete(call, id: path[0])
        case (0, _), (1, _): throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func list(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names)
        let page = try Page(call.query, isStrict: false)
        let all = try await call.database.read { try MailboxList($0, account: call.account.id).all }
        return .json(page.answer(all, id: \.publicID) { $0.json(account: call.account) })
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let list = try await call.database.read { try MailboxList($0, account: call.account.id) }
        guard let mailbox = list.withPublicID(id) else {
            throw APIError.notFound("\(call.account.mailboxObject.rawValue) \(id)")
        }
        return .json(mailbox.json(account: call.account))
    }

    private static func create(_ call: APICall) async throws -> APIResponse {
        let name = try displayName(call)
        return .json(
            try await call.database.write { transaction in
                let list = try MailboxList(transaction.db, account: call.account.id)
                guard !list.isTaken(name, except: nil) else { throw taken(name) }
                return try transaction.createMailbox(role: nil, displayName: name, account: call.account)
                    .json(account: call.account)
            })
    }

    private static func rename(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let name = try displayName(call)
        return .json(
            try await call.database.write { transaction in
                let list = try MailboxList(transaction.db, account: call.account.id)
                let mailbox = try changeable(id, in: list, call)
                if let known = list.taken(renaming: mailbox, to: name) { throw taken(known) }
                return try transaction.rename(mailbox, to: name, account: call.account).json(account: call.account)
            })
    }

    /// A folder must be empty; a label is removed from its messages.
    private static func delete(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        try await call.database.write { transaction in
            let mailbox = try changeable(id, in: MailboxList(transaction.db, account: call.account.id), call)
            guard try call.account.hasLabels || transaction.isEmpty(mailbox) else {
                throw APIError.invalid("The folder \(mailbox.displayName) is not empty")
            }
            try transaction.delete(mailbox, account: call.account)
        }
        return .json(.null)
    }

    private static func displayName(_ call: APICall) throws -> String {
        guard let name = try call.request.jsonObject()["display_name"]?.textValue, !name.allSatisfy(\.isWhitespace)
        else {
            throw APIError.invalid("display_name must be a text that is not empty")
        }
        guard name.unicodeScalars.count <= 191 else {
            throw APIError.invalid("display_name is at most 191 characters long")
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw APIError.invalid("display_name is one line of text")
        }
        return name
    }

    private static func taken(_ name: String) -> APIError { .invalid("“\(name)” already exists") }

    /// For changes an unknown id is the caller's fault (400), for reads it is 404.
    private static func changeable(_ id: String, in list: MailboxList, _ call: APICall) throws -> MailboxRow {
        guard let mailbox = list.withPublicID(id) else {
            throw APIError.invalid("Couldn't find \(call.account.mailboxObject.rawValue) \(id)")
        }
        guard mailbox.role == nil else {
            throw APIError.invalid("“\(mailbox.displayName)” is built in and cannot be changed")
        }
        return mailbox
    }
}
