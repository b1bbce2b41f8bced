/// What a client wants to hear of.
struct DeltaQuery: Sendable {
    let cursor: String
    let limit: Int
    let objects: Set<ChangeObject>
    let isExpanded: Bool

    init(_ query: QueryParameters) throws {
        try query.allowOnly([
            "cursor", "limit", "offset", "exclude_types", "include_types", "exclude_folders", "exclude_metadata",
            "exclude_account",
            "view", "timeout",
        ])
        guard let cursor = query["cursor"] else { throw APIError.invalid("Missing parameter cursor") }
        self.cursor = cursor
        limit = try query.number("limit", maximum: 1000) ?? 100
        objects = try Self.objects(query)
        isExpanded = try Page(query).view == .expanded
    }

    private static func objects(_ query: QueryParameters) throws -> Set<ChangeObject> {
        var objects = Set(ChangeObject.allCases)
        if try query.bool("exclude_folders") ?? true { objects.subtract([.folder, .label]) }
        let included = try types("include_types", query)
        let excluded = try types("exclude_types", query)
        if let included, let excluded, !included.isEmpty || !excluded.isEmpty {
            throw APIError.invalid("Only one of include_types and exclude_types can be given")
        }
        if let included { return included }
        return objects.subtracting(excluded ?? [])
    }

    private static func types(_ name: String, _ query: QueryParameters) throws -> Set<ChangeObject>? {
        guard let text = query[name] else { return nil }
        return Set(
            try text.split(separator: ",").map { type in
                guard let object = ChangeObject(rawValue: String(type)) else {
                    throw APIError.invalid("Unknown type \(type) in \(name)")
                }
                return object
            })
    }
}
