import GRDB

/// The arguments common to all /changes methods (RFC 8620 §5.2), and their answer.
struct ChangesRequest: Sendable {
    let sinceState: String
    /// The most objects to report; nil for no limit.
    let limit: Int?
    /// The client's limit; an odd server returns fewer objects.
    let wanted: Int?

    /// Returns the /changes method of a type.
    /// - Parameter idOf: returns the current JMAP id of the object that an entry of the log names.
    static func method(
        _ type: JMAPType,
        idOf: @escaping @Sendable (DeltaLog.Entry, Database) throws -> String = { entry, _ in entry.publicID }
    ) -> MethodRunner.Method {
        { call in
            let request = try ChangesRequest(call)
            return try await call.database.read { db in
                let start = try request.start(call, db)
                let end = try request.end(type, after: start, call, db)
                let changes = try ChangedIDs(
                    db, type: type, after: start, upTo: end, limit: request.limit, account: call.account
                ) { try idOf($0, db) }
                return request.outcome(call, changes, end: end)
            }
        }
    }

    init(_ call: MethodCall) throws {
        try call.arguments.allowOnly(["accountId", "sinceState", "maxChanges"])
        guard let state = try call.arguments.text("sinceState") else {
            throw MethodError.invalidArgument("sinceState", "is missing")
        }
        sinceState = state
        wanted = try call.arguments.unsigned("maxChanges")
        guard wanted != 0 else { throw MethodError.invalidArgument("maxChanges", "must be greater than 0") }
        limit = call.host.oddities.shows(.smallSteps) ? 1 : wanted
        try Self.checkOddState(sinceState, call)
    }

    /// Some servers forget states, and one of them reports this in its own way.
    static func checkOddState(_ state: String, _ call: MethodCall) throws {
        if call.host.oddities.shows(.forgetsStates) {
            guard call.host.oddities.shows(.badStateIsInvalid) else {
                throw MethodError.plain("cannotCalculateChanges")
            }
            throw MethodError.invalidArgument("sinceState", "no such state")
        }
    }

    /// Returns the position in the log that the state names.
    ///
    /// - Parameter state: the part of `sinceState` that names the position; nil for all of it.
    func start(_ call: MethodCall, _ db: Database, state: String? = nil) throws -> Int64 {
        do {
            return try StateString.number(of: state ?? sinceState, call.account, in: db)
        } catch let error as MethodError {
            guard call.host.oddities.shows(.badStateIsInvalid) else { throw error }
            throw MethodError.invalidArgument("sinceState", "no such state")
        }
    }

    /// Returns the last position in the log to report; an odd server is always one request behind.
    func end(_ type: JMAPType, after start: Int64, _ call: MethodCall, _ db: Database) throws -> Int64 {
        let last = try StateString.last(type, call.account, in: db)
        guard call.host.oddities.shows(.statesAhead) else { return last }
        let known = call.host.oddities.lag("\(type.rawValue) of \(call.account.id)", behind: last)
        return min(last, max(known ?? start, start))
    }

    /// - Parameter end: the last position in the log that the changes reach if there are no more.
    func outcome(_ call: MethodCall, _ changes: ChangedIDs, end: Int64) -> MethodOutcome {
        outcome(
            call, created: changes.created, updated: changes.updated, destroyed: changes.destroyed,
            newState: StateString.text(changes.hasMore ? changes.end : end, call.account), hasMore: changes.hasMore)
    }

    func outcome(
        _ call: MethodCall, created: [String], updated: [String], destroyed: [String], newState: String, hasMore: Bool,
        more: [JSONMember] = []
    ) -> MethodOutcome {
        let oddities = call.host.oddities
        func ids(_ ids: [String]) -> JSONValue {
            .texts(oddities.shows(.repeatsChanges) ? ids + ids.reversed() : ids)
        }
        return MethodOutcome(
            [
                JSONMember("accountId", .text(call.account.publicID)),
                JSONMember("created", ids(created)),
                JSONMember("destroyed", ids(destroyed)),
                JSONMember("hasMoreChanges", .bool(hasMore)),
                JSONMember("newState", .text(newState)),
                JSONMember("oldState", .text(oddities.shows(.hidesOldState) ? "" : sinceState)),
                JSONMember("updated", ids(updated)),
            ] + more)
    }
}
