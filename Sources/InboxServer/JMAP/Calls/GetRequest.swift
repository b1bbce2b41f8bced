import GRDB

/// The arguments common to all /get methods (RFC 8620 §5.1), and their answer.
struct GetRequest: Sendable {
    /// The requested ids; nil for all.
    let ids: [String]?
    /// Always includes `id`.
    let properties: Set<String>

    /// - Parameter isKnown: whether the property exists.
    init(
        _ call: MethodCall, default defaults: Set<String>, more arguments: Set<String> = [],
        isKnown: (String) -> Bool
    ) throws {
        try call.arguments.allowOnly(arguments.union(["accountId", "ids", "properties"]))
        var seen: Set<String> = []
        ids = try call.arguments.texts("ids")?.map { call.id($0) ?? $0 }.filter { seen.insert($0).inserted }
        if let ids, ids.count > call.host.limits.objectsInGet { throw MethodError.plain("requestTooLarge") }
        let properties = try call.arguments.texts("properties")
        if let unknown = properties?.filter({ !isKnown($0) }), !unknown.isEmpty {
            throw MethodError.invalidArgument("properties", "unknown: \(unknown.joined(separator: ", "))")
        }
        self.properties = Set(properties ?? Array(defaults)).union(["id"])
    }

    init(_ call: MethodCall, properties known: Set<String>) throws {
        try self.init(call, default: known, isKnown: known.contains)
    }

    /// Returns the answer with the objects found and the ids not found.
    /// - Parameters:
    ///   - all: returns the ids of all objects, or more than a request may get.
    ///   - object: returns the object with the requested properties; nil if there is none.
    func outcome(
        _ call: MethodCall, _ type: JMAPType, in db: Database, all: () throws -> [String],
        object: (_ id: String) throws -> JSONValue?
    ) throws -> MethodOutcome {
        let ids = try ids ?? all()
        guard ids.count <= call.host.limits.objectsInGet else { throw MethodError.plain("requestTooLarge") }
        var list: [JSONValue] = []
        var notFound: [String] = []
        for id in ids {
            if let object = try object(id) { list.append(object) } else { notFound.append(id) }
        }
        return MethodOutcome([
            JSONMember("accountId", .text(call.account.publicID)),
            JSONMember("list", .array(list)),
            JSONMember("notFound", .texts(notFound)),
            JSONMember("state", .text(try StateString.of(type, call.account, in: db))),
        ])
    }
}

extension JSONValue {
    /// Returns the object with only these members.
    func only(_ names: Set<String>) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { names.contains($0.name) })
    }
}
