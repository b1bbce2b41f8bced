import GRDB

/// The arguments that every /changes has (RFC 8620 §5.2), and its answer.
struct ChangesRequest: Sendable {
    let sinceState: String
    let limit: Int?

    init(_ call: MethodCall) throws {
        try call.arguments.allowOnly(["accountId", "sinceState", "maxChanges"])
        guard let state = try call.arguments.text("sinceState") else {
            throw MethodError.invalidArgument("sinceState", "is missing")
        }
        sinceState = state
        let wanted = try call.arguments.unsigned("maxChanges")
        guard wanted != 0 else { throw MethodError.invalidArgument("maxChanges", "must be greater than 0") }
        limit = call.host.oddities.shows(.smallSteps) ? 1 : wanted
        try Self.checkOddState(sinceState, call)
    }

    /// Some servers forget, and one of those says so in its own way.
    static func checkOddState(_ state: String, _ call: MethodCall) throws {
        if call.host.oddities.shows(.forgetsStates) {
            guard call.host.oddities.shows(.badStateIsInvalid) else { throw MethodError.plain("cannotCalculateChanges") }
            throw MethodError.invalidArgument("sinceState", "no such state")
        }
    }

    /// The place in the log that the state names.
    func start(_ call: MethodCall, _ db: Database) throws -> Int64 {
        do {
            return try StateString.number(of: sinceState, call.account, in: db)
        } catch let error as MethodError {
            guard call.host.oddities.shows(.badStateIsInvalid) else { throw error }
            throw MethodError.invalidArgument("sinceState", "no such state")
        }
    }

    /// - Parameter isWhole: whether nothing of the type has changed since `changes.end`.
    func outcome(_ call: MethodCall, _ changes: ChangedIDs, state: String, more: [JSONMember] = []) -> MethodOutcome {
        let oddities = call.host.oddities
        func ids(_ ids: [String]) -> JSONValue {
            .texts(oddities.shows(.repeatsChanges) ? ids + ids.reversed() : ids)
        }
        return MethodOutcome(
            [
                JSONMember("accountId", .text(call.account.publicID)),
                JSONMember("created", ids(changes.created)),
                JSONMember("destroyed", ids(changes.destroyed)),
                JSONMember("hasMoreChanges", .bool(changes.hasMore)),
                JSONMember("newState", .text(changes.hasMore ? StateString.text(changes.end, call.account) : state)),
                JSONMember("oldState", .text(oddities.shows(.hidesOldState) ? "" : sinceState)),
                JSONMember("updated", ids(changes.updated)),
            ] + more)
    }
}
