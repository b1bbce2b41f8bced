import GRDB

/// The EmailSubmission/… methods except EmailSubmission/set (RFC 8621 §7).
enum SubmissionMethods {
    static let all: [String: MethodRunner.Method] = [
        "EmailSubmission/get": get, "EmailSubmission/changes": ChangesRequest.method(.submission),
        "EmailSubmission/query": query, "EmailSubmission/queryChanges": queryChanges,
        "EmailSubmission/set": SubmissionSet.run,
    ]

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: Submission.properties)
        return try await call.database.read { db in
            let all = try Submission.all(db, account: call.account)
            return try request.outcome(call, .submission, in: db) {
                all.map(\.publicID)
            } object: { id in
                all.first { $0.publicID == id }?.json(account: call.account).only(request.properties)
            }
        }
    }

    private static func query(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(QueryWindow.names)
        let window = try QueryWindow(call.arguments)
        return try await call.database.read { db in
            let filter = call.arguments["filter"] ?? .object([])
            var found = try Submission.all(db, account: call.account).filter { try fits($0, filter, call) }
            for comparator in try call.arguments.sort().reversed() {
                found = try sorted(found, by: comparator)
            }
            return try window.outcome(
                call, ids: found.map(\.publicID), state: StateString.of(.submission, call.account, in: db),
                canCalculateChanges: false)
        }
    }

    private static func queryChanges(_ call: MethodCall) async throws -> MethodOutcome {
        throw MethodError.plain("cannotCalculateChanges")
    }

    private static func sorted(_ list: [Submission], by comparator: JSONValue) throws -> [Submission] {
        let isAscending = comparator["isAscending"]?.boolValue ?? true
        let key: (Submission) -> String
        switch comparator["property"]?.textValue {
        case "emailId": key = \.emailID
        case "threadId": key = \.threadID
        case "sentAt", "sendAt": key = { UTCDate.text(seconds: $0.sendAt) }
        default: throw MethodError.plain("unsupportedSort")
        }
        return list.enumerated().sorted { one, other in
            let (first, second) = (key(one.element), key(other.element))
            if first == second { return one.offset < other.offset }
            return isAscending ? first < second : first > second
        }.map(\.element)
    }

    private static func fits(_ submission: Submission, _ filter: JSONValue, _ call: MethodCall) throws -> Bool {
        if let operation = try FilterOperator(filter) {
            return operation.joins(try operation.conditions.map { try fits(submission, $0, call) })
        }
        return try (filter.members ?? []).filter { !$0.value.isNull }.allSatisfy { member in
            let texts = (member.value.arrayValue ?? []).compactMap(\.textValue)
            switch member.name {
            case "identityIds": return texts.contains(IdentityMethods.id(of: call.account))
            case "emailIds": return texts.contains(submission.emailID)
            case "threadIds": return texts.contains(submission.threadID)
            case "undoStatus": return member.value.textValue == submission.status.rawValue
            case "before", "after":
                guard let time = member.value.textValue.flatMap(UTCDate.seconds) else {
                    throw MethodError.invalidArgument("filter", "\(member.name) is a UTC date")
                }
                return member.name == "before" ? submission.sendAt < time : submission.sendAt >= time
            default: throw MethodError.plain("unsupportedFilter", member.name)
            }
        }
    }
}
