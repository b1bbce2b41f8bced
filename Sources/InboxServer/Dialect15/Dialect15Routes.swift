import Foundation
import HTTPTypes

/// `/n/…`: the API of spring 2015, and further requests of the Objective-C client of 2014. Whatever it shares with the later
/// API uses the same code.
enum Dialect15Routes {
    static func answer(_ request: APIRequest, _ routes: APIRoutes) async throws -> APIResponse {
        let path = Array(request.path.dropFirst())
        guard let namespace = path.first else { return try list(request, routes) }
        guard PublicID.isPlausible(namespace) else { throw APIError.invalid("Invalid id \(namespace)") }
        guard let account = routes.directory.account(for: request.headers, path: request.path) else {
            guard routes.directory.trustsStranger(request.headers) else { return APIRoutes.signInNeeded }
            throw APIError.notFound("namespace \(namespace)")
        }
        guard account.publicID == namespace else { throw APIError.notFound("namespace \(namespace)") }
        return try await answer(routes.call(request, account: account, dialect: .fifteen), Array(path.dropFirst()))
    }

    /// `GET /n/`: the namespaces visible to the caller.
    private static func list(_ request: APIRequest, _ routes: APIRoutes) throws -> APIResponse {
        try routes.accounts(request, json: \.namespaceJSON)
    }

    private static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        let method = call.request.method
        let isChange = method == .put || method == .patch
        switch (path.first, path.count) {
        case (nil, _): return try call.only(.get, true) { .json(call.account.namespaceJSON) }
        case ("threads", 2) where isChange: return try await changeThread(call, id: path[1])
        case ("messages", 2) where isChange: return try await changeMessage(call, id: path[1])
        case ("threads", 2) where method == .post && path[1] == "search":
            return try await PostedSearchRoutes.threads(call)
        case ("messages", 2) where method == .post && path[1] == "search":
            return try await PostedSearchRoutes.messages(call)
        case ("messages", 3) where method == .get && path[2] == "rfc2822": return try await raw(call, id: path[1])
        case ("drafts", 1...2) where method != .get: return try await changeDraft(call, id: path.dropFirst().first)
        case ("send", _): return try await SendRoutes.answer(call, Array(path.dropFirst()), translate: draftBody)
        case ("tags", _): return try await TagRoutes.answer(call, Array(path.dropFirst()))
        default: return try await APIRoutes.answer(call, path: path)
        }
    }

    private static func changeThread(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let body = try call.request.jsonObject()
        return .json(
            try await call.database.write { transaction in
                let db = transaction.db
                let thread = try call.thread(id, db)
                let reader = try call.reader(db)
                try TagChange(body, tags: reader.tagList).apply(
                    to: thread, account: call.account, mailboxes: reader.mailboxes, in: transaction)
                return try ThreadRoutes.json(ofThread: id, call, in: transaction)
            })
    }

    /// Only `unread` could be changed then.
    private static func changeMessage(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        guard case .object(let members) = try call.request.jsonObject(), members.map(\.name) == ["unread"],
            let isUnread = members[0].value.boolValue
        else { throw APIError.invalid("You can only change the unread attribute of a message") }
        return .json(
            try await call.database.write { transaction in
                let db = transaction.db
                let message = try call.message(id, db)
                try transaction.changeMarks(
                    ofThread: message.threadID, message: message.id, account: call.account,
                    mailboxes: call.reader(db).mailboxes
                ) { messages in
                    messages.map { message in
                        var marks = message
                        marks.isUnread = isUnread
                        return marks
                    }
                }
                if !isUnread { try transaction.see(thread: message.threadID, of: call.account.id) }
                return try MessageRoutes.json(ofMessage: id, call, in: transaction)
            })
    }

    private static func raw(_ call: APICall, id: String) async throws -> APIResponse {
        let bytes = try await MessageRoutes.bytes(call, id: id)
        return .json(.object([JSONMember("rfc2822", .text(Data(bytes).base64EncodedString()))]))
    }

    /// Drafts were updated by POST in 2014, without a version, and deleted without a body.
    private static func changeDraft(_ call: APICall, id: String?) async throws -> APIResponse {
        switch (call.request.method, id) {
        case (.post, nil):
            let body = try draftBody(call.request.jsonObject())
            return try await DraftRoutes.create(call, body) { list in
                try ownTags(body, in: TagList(list, hasLabels: call.account.hasLabels))
            }
        case (.post, let id?):
            return try await DraftRoutes.update(
                call, id: id, draftBody(call.request.jsonObject()), isVersionNeeded: false)
        case (.put, let id?), (.patch, let id?):
            return try await DraftRoutes.update(call, id: id, draftBody(call.request.jsonObject()))
        case (.delete, let id?):
            let hasBody = !call.request.body.isEmpty
            let version = hasBody ? try call.request.jsonObject()["version"] : nil
            return try await DraftRoutes.delete(call, id: id, DraftVersion(version, isNeeded: hasBody))
        default: throw call.wrongMethod
        }
    }

    /// Translates the older names of `thread_id` in a reply.
    private static func draftBody(_ body: JSONValue) -> JSONValue {
        guard case .object(let members) = body, body["thread_id"].map(\.isNull) ?? true,
            let thread = body["reply_to_thread"] ?? body["replying_to_thread"]
        else { return body }
        return .object(members.filter { $0.name != "thread_id" } + [JSONMember("thread_id", thread)])
    }

    private static func ownTags(_ body: JSONValue, in list: TagList) throws -> Set<Int64> {
        guard let value = body["tags"], !value.isNull else { return [] }
        guard let tags = value.arrayValue else { throw APIError.invalid("tags must be a list of tags") }
        return Set(
            try tags.map { value in
                guard let text = value.textValue ?? value["id"]?.textValue else {
                    throw APIError.invalid("tags must be a list of tags")
                }
                guard let tag = list[text] else { throw APIError.notFound("tag \(text)") }
                guard case .own(let mailbox) = tag else {
                    throw APIError.invalid("The tag \(tag.name) cannot be added")
                }
                return mailbox.id
            })
    }
}
