import GRDB

/// The result of a Mailbox/query (RFC 8621 §2.3).
struct MailboxQuery {
    let ids: [String]

    init(_ call: MethodCall, _ db: Database) throws {
        let objects = try MailboxObjects(db, account: call.account, oddities: call.host.oddities, isCounting: false)
        let filter = call.arguments["filter"] ?? .object([])
        var found = try objects.list.all.filter { try Self.fits(objects.json($0), filter) }
        if try call.arguments.bool("filterAsTree") ?? false {
            let ids = Set(found.map(\.id))
            found.removeAll { !ids.isSuperset(of: objects.tree.ancestors(of: $0).map(\.id)) }
        }
        let order = try Order(call, objects)
        let isTree = try call.arguments.bool("sortAsTree") ?? false
        ids = (isTree ? order.sortedAsTree(found) : found.sorted(by: order.comesFirst)).map(\.publicID)
    }

    private static func fits(_ mailbox: JSONValue, _ filter: JSONValue) throws -> Bool {
        if let operation = try FilterOperator(filter) {
            return operation.joins(try operation.conditions.map { try fits(mailbox, $0) })
        }
        guard let members = filter.members else { throw MethodError.invalidArgument("filter", "must be an object") }
        let stated = members.filter { !$0.value.isNull || ["role", "parentId"].contains($0.name) }
        return try stated.allSatisfy { member in
            switch member.name {
            case "name":
                let name = mailbox["name"]?.textValue?.lowercased() ?? ""
                return try name.contains(value(of: member, \.textValue).lowercased())
            case "role", "parentId":
                if member.value.isNull { return mailbox[member.name] == .null }
                return try mailbox[member.name]?.textValue == value(of: member, \.textValue)
            case "hasAnyRole": return try (mailbox["role"] != .null) == value(of: member, \.boolValue)
            case "isSubscribed": return try value(of: member, \.boolValue)
            default: throw MethodError.plain("unsupportedFilter", member.name)
            }
        }
    }

    private static func value<Value>(of member: JSONMember, _ get: (JSONValue) -> Value?) throws -> Value {
        guard let value = get(member.value) else {
            throw MethodError.invalidArgument("filter", "\(member.name) has a value of the wrong type")
        }
        return value
    }
}

/// The order that a Mailbox/query asks for.
private struct Order {
    private let terms: [(property: String, isAscending: Bool)]
    private let keys: [Int64: Key]
    private let tree: MailboxTree

    private struct Key {
        let name: String
        let parent: String
        let sortOrder: Int
    }

    init(_ call: MethodCall, _ objects: MailboxObjects) throws {
        let order = try call.arguments.sort() + [.object([JSONMember("property", .text("sortOrder"))])]
        terms = try order.map { comparator in
            guard let property = comparator["property"]?.textValue,
                ["name", "sortOrder", "parentId"].contains(property)
            else { throw MethodError.plain("unsupportedSort") }
            return (property, comparator["isAscending"]?.boolValue ?? true)
        }
        tree = objects.tree
        keys = Dictionary(
            uniqueKeysWithValues: objects.list.all.map { row in
                let place = objects.tree.place(of: row)
                let key = Key(
                    name: place.name.lowercased(), parent: place.parent?.publicID ?? "",
                    sortOrder: objects.sortOrder(row))
                return (row.id, key)
            })
    }

    func comesFirst(_ first: MailboxRow, _ second: MailboxRow) -> Bool {
        guard let firstKey = keys[first.id], let secondKey = keys[second.id] else { return first.id < second.id }
        for (property, isAscending) in terms {
            let (one, other) = isAscending ? (firstKey, secondKey) : (secondKey, firstKey)
            switch property {
            case "sortOrder" where one.sortOrder != other.sortOrder: return one.sortOrder < other.sortOrder
            case "name" where one.name != other.name: return one.name < other.name
            case "parentId" where one.parent != other.parent: return one.parent < other.parent
            default: continue
            }
        }
        return first.id < second.id
    }

    /// Each mailbox comes before those that lie in it; of others, the outermost that differ are compared.
    func sortedAsTree(_ mailboxes: [MailboxRow]) -> [MailboxRow] {
        let paths = mailboxes.map { Array(([$0] + tree.ancestors(of: $0)).reversed()) }
        let sorted = paths.sorted { one, other in
            for (first, second) in zip(one, other) where first.id != second.id { return comesFirst(first, second) }
            return one.count < other.count
        }
        return sorted.compactMap(\.last)
    }
}
