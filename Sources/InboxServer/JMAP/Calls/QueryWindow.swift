/// The window of a result that a /query requests (RFC 8620 §5.5).
struct QueryWindow: Sendable {
    let position: Int
    let anchor: String?
    let anchorOffset: Int
    let limit: Int
    let isLimitOurs: Bool
    let wantsTotal: Bool

    static let names: Set<String> = [
        "accountId", "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal",
    ]
    /// The number of ids that clients usually request at a time.
    static let usual = 500
    /// The longest window in one answer.
    private static let longest = 5000

    init(_ arguments: Arguments) throws {
        position = try arguments.integer("position") ?? 0
        anchor = try arguments.text("anchor")
        anchorOffset = try arguments.integer("anchorOffset") ?? 0
        let wanted = try arguments.unsigned("limit")
        limit = min(wanted ?? Self.longest, Self.longest)
        isLimitOurs = wanted.map { $0 > Self.longest } ?? true
        wantsTotal = try arguments.bool("calculateTotal") ?? false
    }

    /// The number of ids from the start that the answer needs; nil for all.
    var reach: Int? {
        anchor != nil || position < 0 || wantsTotal ? nil : position + limit
    }

    /// Returns the window of a result, and its position.
    func cut(_ ids: [String]) throws -> (position: Int, ids: [String]) {
        var start = position < 0 ? max(0, ids.count + position) : position
        if let anchor {
            guard let index = ids.firstIndex(of: anchor) else { throw MethodError.plain("anchorNotFound") }
            start = max(0, index + anchorOffset)
        }
        guard start < ids.count else { return (start, []) }
        return (start, Array(ids[start..<min(ids.count, start + limit)]))
    }

    func outcome(_ call: MethodCall, ids: [String], state: String, canCalculateChanges: Bool) throws -> MethodOutcome {
        let (start, found) = try cut(ids)
        var members = [
            JSONMember("accountId", .text(call.account.publicID)),
            JSONMember("canCalculateChanges", .bool(canCalculateChanges)),
            JSONMember("ids", .texts(found)),
        ]
        if isLimitOurs { members.append(JSONMember("limit", .integer(limit))) }
        members += [JSONMember("position", .integer(start)), JSONMember("queryState", .text(state))]
        if wantsTotal { members.append(JSONMember("total", .integer(ids.count))) }
        return MethodOutcome(members)
    }
}

/// The arguments common to all /queryChanges methods (RFC 8620 §5.6), and their answer.
struct QueryChangesRequest: Sendable {
    let since: String
    let limit: Int?
    let wantsTotal: Bool

    static let names: Set<String> = [
        "accountId", "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal",
    ]

    init(_ call: MethodCall) throws {
        guard let since = try call.arguments.text("sinceQueryState") else {
            throw MethodError.invalidArgument("sinceQueryState", "is missing")
        }
        self.since = since
        limit = try call.arguments.unsigned("maxChanges")
        wantsTotal = try call.arguments.bool("calculateTotal") ?? false
        guard !call.host.oddities.shows(.noQueryChanges) else { throw MethodError.plain("cannotCalculateChanges") }
        try ChangesRequest.checkOddState(since, call)
    }

    /// - Parameters:
    ///   - removed: all ids that may have left the result or moved.
    ///   - now: the whole current result.
    func outcome(_ call: MethodCall, removed: [String], now: [String], state: String) throws -> MethodOutcome {
        let touched = Set(removed)
        let added = now.enumerated().filter { touched.contains($0.element) }
        if let limit, removed.count + added.count > limit { throw MethodError.plain("tooManyChanges") }
        let members = [
            JSONMember("accountId", .text(call.account.publicID)),
            JSONMember(
                "added",
                .array(
                    added.map {
                        .object([JSONMember("id", .text($0.element)), JSONMember("index", .integer($0.offset))])
                    })
            ),
            JSONMember("newQueryState", .text(state)),
            JSONMember("oldQueryState", .text(since)),
            JSONMember("removed", .texts(removed)),
        ]
        return MethodOutcome(members + (wantsTotal ? [JSONMember("total", .integer(now.count))] : []))
    }
}
