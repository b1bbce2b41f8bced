import GRDB

/// The Mailbox/… methods except Mailbox/set (RFC 8621 §2).
enum MailboxMethods {
    static let all: [String: MethodRunner.Method] = [
        "Mailbox/get": get, "Mailbox/changes": MailboxChanges.run, "Mailbox/query": query,
        "Mailbox/queryChanges": queryChanges,
        "Mailbox/set": MailboxSet.run,
    ]

    /// In bytes; the Inbox API allows as many characters.
    static let longestName = 191

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: MailboxObjects.properties)
        return try await call.database.read { db in
            let objects = try MailboxObjects(
                db, account: call.account, oddities: call.host.oddities,
                isCounting: !request.properties.isDisjoint(with: MailboxObjects.counted))
            return try request.outcome(call, .mailbox, in: db) {
                objects.list.all.map(\.publicID)
            } object: { id in
                objects.list.withPublicID(id).map { objects.json($0).only(request.properties) }
            }
        }
    }

    private static func query(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(QueryWindow.names.union(["sortAsTree", "filterAsTree"]))
        let window = try QueryWindow(call.arguments)
        return try await call.database.read { db in
            let ids = try MailboxQuery(call, db).ids
            let state = try StateString.of(.mailbox, call.account, in: db)
            return try window.outcome(call, ids: ids, state: state, canCalculateChanges: false)
        }
    }

    /// Not supported: names affect the order, and with so few mailboxes a new query is simpler for everyone.
    private static func queryChanges(_ call: MethodCall) async throws -> MethodOutcome {
        throw MethodError.plain("cannotCalculateChanges")
    }
}

/// The result of a Mailbox/query (RFC 8621 §2.3).
struct MailboxQuery {
    let ids: [String]

    init(_ call: MethodCall, _ db: Database) throws {
        let objects = try MailboxObjects(db, account: call.account, oddities: call.host.oddities, isCounting: false)
        let filter = call.arguments["filter"] ?? .object([])
        let found = try objects.list.all.filter { try Self.fits(objects.json($0), filter) }
        let order = (call.arguments["sort"]?.arrayValue ?? []) + [.object([JSONMember("property", .text("sortOrder"))])]
        let terms = try order.map { comparator in
            guard let property = comparator["property"]?.textValue,
                ["name", "sortOrder", "parentId"].contains(property)
            else { throw MethodError.plain("unsupportedSort") }
            return (property, comparator["isAscending"]?.boolValue ?? true)
        }
        ids = found.sorted { first, second in
            for (property, isAscending) in terms {
                let (one, other) = isAscending ? (first, second) : (second, first)
                if property == "sortOrder", objects.sortOrder(one) != objects.sortOrder(other) {
                    return objects.sortOrder(one) < objects.sortOrder(other)
                }
                let names = (one.displayName.lowercased(), other.displayName.lowercased())
                if property == "name", names.0 != names.1 { return names.0 < names.1 }
            }
            return first.id < second.id
        }.map(\.publicID)
    }

    private static func fits(_ mailbox: JSONValue, _ filter: JSONValue) throws -> Bool {
        if let operation = try FilterOperator(filter) {
            return operation.joins(try operation.conditions.map { try fits(mailbox, $0) })
        }
        return try (filter.members ?? []).allSatisfy { member in
            switch member.name {
            case "name":
                let name = mailbox["name"]?.textValue?.lowercased() ?? ""
                return name.contains(member.value.textValue?.lowercased() ?? "")
            case "role", "parentId": return mailbox[member.name] == member.value
            case "hasAnyRole": return (mailbox["role"] != .null) == (member.value.boolValue ?? true)
            case "isSubscribed": return member.value.boolValue ?? true
            default: throw MethodError.plain("unsupportedFilter", member.name)
            }
        }
    }
}
