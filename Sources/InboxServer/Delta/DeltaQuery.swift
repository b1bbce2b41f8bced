/// A client's query for changes.
struct DeltaQuery: Sendable {
    let cursor: String
    let limit: Int
    let objects: Set<ChangeObject>
    let isExpanded: Bool

    init(_ query: QueryParameters, dialect: Dialect) throws {
        let names: Set = [
            "cursor", "limit", "offset", "exclude_types", "include_types", "exclude_folders", "exclude_metadata",
            "exclude_account", "view", "timeout",
        ]
        try query.allowOnly(dialect == .fifteen ? names.union(["wait"]) : names)
        guard let cursor = query["cursor"] else { throw APIError.invalid("Missing parameter cursor") }
        self.cursor = cursor
        limit = try query.number("limit", maximum: 1000) ?? 100
        objects = try Self.objects(query, dialect: dialect)
        isExpanded = try Page(query).view == .expanded
    }

    /// Folders and labels are included only on request, except as tags.
    private static func objects(_ query: QueryParameters, dialect: Dialect) throws -> Set<ChangeObject> {
        let known = dialect.deltaTypes
        var objects = known.values.reduce(into: Set()) { $0.formUnion($1) }
        if try query.bool("exclude_folders") ?? (dialect == .sixteen) { objects.subtract([.folder, .label]) }
        let included = try types("include_types", query, known)
        let excluded = try types("exclude_types", query, known)
        if let included, let excluded, !included.isEmpty || !excluded.isEmpty {
            throw APIError.invalid("Only one of include_types and exclude_types can be given")
        }
        if let included { return included }
        return objects.subtracting(excluded ?? [])
    }

    private static func types(_ name: String, _ query: QueryParameters, _ known: [String: Set<ChangeObject>]) throws
        -> Set<ChangeObject>?
    {
        guard let text = query[name] else { return nil }
        return try text.split(separator: ",").reduce(into: Set()) { objects, type in
            guard let found = known[String(type)] else { throw APIError.invalid("Unknown type \(type) in \(name)") }
            objects.formUnion(found)
        }
    }
}
