import GRDB
import HTTPTypes

/// `/n/…/tags`
enum TagRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await list(call)
        case (0, .post): return try await create(call)
        case (1, .get): return try await one(call, id: path[0])
        // The Objective-C client renames by POST.
        case (1, .put), (1, .patch), (1, .post): return try await rename(call, id: path[0])
        case (1, .delete): return try await delete(call, id: path[0])
        case (0, _), (1, _): throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func list(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["tag_name", "tag_id"]))
        let page = try Page(call.query)
        let name = try call.query.text("tag_name")?.lowercased()
        let id = try call.query.id("tag_id")
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                let found = reader.tagList.all.filter { (name == nil || $0.name == name) && (id == nil || $0.id == id) }
                return page.answer(found, id: \.id) { reader.json($0) }
            })
    }

    /// Answers with a tag and the counts of its threads, which lists do not show.
    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                guard let tag = reader.tagList.all.first(where: { $0.id == id }) else {
                    throw APIError.notFound("tag \(id)")
                }
                let filter = TagFilter(tag, in: reader.mailboxes, hasLabels: call.account.hasLabels)
                func count(_ query: QueryParameters) throws -> JSONValue {
                    var threads = try ThreadFilter(query, account: call.account, mailboxes: reader.mailboxes)
                    threads.narrow(to: filter)
                    let sql: SQL = "SELECT count(*) FROM (\(threads.sql(selecting: "1", isOrdered: false)))"
                    return .integer(try SQLRequest<Int>(literal: sql).fetchOne(db) ?? 0)
                }
                return reader.json(
                    tag,
                    more: [
                        JSONMember("thread_count", try count(QueryParameters(""))),
                        JSONMember("unread_count", try count(QueryParameters("unread=true"))),
                    ])
            })
    }

    private static func create(_ call: APICall) async throws -> APIResponse {
        let name = try name(call)
        return .json(
            try await call.database.write { transaction in
                let list = try MailboxList(transaction.db, account: call.account.id)
                try checkIsFree(name, taken: list.isTaken(name, except: nil) ? name : nil)
                let mailbox = try transaction.createMailbox(
                    role: nil, displayName: name, isKeyword: !call.account.hasLabels, account: call.account)
                return try call.reader(transaction.db).json(.own(mailbox))
            })
    }

    private static func rename(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        let name = try name(call)
        return .json(
            try await call.database.write { transaction in
                let list = try MailboxList(transaction.db, account: call.account.id)
                let mailbox = try changeable(id, call, in: list)
                try checkIsFree(name, taken: list.taken(renaming: mailbox, to: name))
                let renamed = try transaction.rename(mailbox, to: name, account: call.account)
                return try call.reader(transaction.db).json(.own(renamed))
            })
    }

    private static func delete(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        try await call.database.write { transaction in
            let list = try MailboxList(transaction.db, account: call.account.id)
            try transaction.delete(changeable(id, call, in: list), account: call.account)
        }
        return .json(.null)
    }

    /// The Python client sends the whole object, with nulls; its namespace must be that of the path.
    private static func name(_ call: APICall) throws -> String {
        let body = try call.request.jsonObject()
        if let namespace = body["namespace_id"], !namespace.isNull, namespace.textValue != call.account.publicID {
            throw APIError.invalid("Cannot change the namespace of a tag")
        }
        guard let name = body["name"]?.textValue?.lowercased(), !name.allSatisfy(\.isWhitespace) else {
            throw APIError.invalid("name must be a text that is not empty")
        }
        guard name.unicodeScalars.count <= 191 else { throw APIError.invalid("name is at most 191 characters long") }
        return name
    }

    /// - Parameter taken: a name that is another tag's, of those that would be given.
    private static func checkIsFree(_ name: String, taken: String?) throws {
        let isBuiltIn = BuiltInTag(rawValue: name) != nil || TagList.reserved.contains(name)
        if let taken = isBuiltIn ? name : taken { throw APIError.conflict("The tag \(taken) already exists") }
    }

    private static func changeable(_ id: String, _ call: APICall, in list: MailboxList) throws -> MailboxRow {
        guard let tag = TagList(list, hasLabels: call.account.hasLabels).all.first(where: { $0.id == id }) else {
            throw APIError.notFound("tag \(id)")
        }
        guard case .own(let mailbox) = tag else { throw APIError.invalid("The tag \(tag.name) cannot be changed") }
        return mailbox
    }
}
