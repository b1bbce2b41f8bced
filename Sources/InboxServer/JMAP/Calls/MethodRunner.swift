import GRDB

/// Runs the calls of a request one after another; each can use the results of earlier ones.
struct MethodRunner: Sendable {
    let host: JMAPHost
    let account: ServedAccount

    typealias Method = @Sendable (MethodCall) async throws -> MethodOutcome

    /// All methods, each with the capability that it requires.
    private static let methods: [String: (capability: JMAPSession.Capability, run: Method)] = {
        var all: [String: (JMAPSession.Capability, Method)] = [:]
        func add(_ capability: JMAPSession.Capability, _ methods: [String: Method]) {
            for (name, method) in methods { all[name] = (capability, method) }
        }
        add(.mail, MailboxMethods.all)
        add(.mail, ThreadMethods.all)
        add(.mail, EmailMethods.all)
        add(.submission, IdentityMethods.all)
        add(.submission, SubmissionMethods.all)
        return all
    }()

    func answer(_ request: JMAPRequest) async throws -> JSONValue {
        let limits = host.limits
        if let unknown = request.using.first(where: { JMAPSession.Capability(rawValue: $0) == nil }) {
            throw RequestProblem(kind: .unknownCapability, detail: "The capability \(unknown) is not known here.")
        }
        guard request.calls.count <= limits.callsInRequest else {
            throw RequestProblem(
                kind: .limit, detail: "At most \(limits.callsInRequest) calls a request.", limit: "maxCallsInRequest")
        }
        let using = Set(request.using.compactMap(JMAPSession.Capability.init))
        var responses: [Invocation] = []
        var createdIDs = request.createdIDs ?? [:]
        for call in request.calls {
            do {
                let arguments = try BackReferences.resolved(call.arguments, from: responses)
                try checkLimitsOfOddRequests(arguments)
                let outcome = try await run(call.name, arguments, using: using, createdIDs: createdIDs)
                createdIDs.merge(outcome.createdIDs) { $1 }
                responses.append(Invocation(call.name, outcome.arguments, id: call.id))
                responses += outcome.implied.map { Invocation($0.name, $0.arguments, id: call.id) }
            } catch let error as MethodError {
                responses.append(Invocation("error", error.json, id: call.id))
            } catch let error as DatabaseError {
                let type = error.apiError.status == 503 ? "serverUnavailable" : "serverFail"
                responses.append(Invocation("error", MethodError.plain(type, error.apiError.message).json, id: call.id))
            } catch let error as APIError {
                responses.append(Invocation("error", MethodError.plain("serverFail", error.message).json, id: call.id))
            }
        }
        return .object(
            (request.createdIDs == nil
                ? []
                : [
                    JSONMember(
                        "createdIds",
                        .object(createdIDs.sorted { $0.key < $1.key }.map { JSONMember($0.key, .text($0.value)) }))
                ])
                + [
                    JSONMember("methodResponses", .array(responses.map(\.json))),
                    JSONMember("sessionState", .text(JMAPSession.state(of: account))),
                ])
    }

    private func run(
        _ name: String, _ arguments: JSONValue, using: Set<JMAPSession.Capability>, createdIDs: [String: String]
    ) async throws -> MethodOutcome {
        if name == "Core/echo" { return MethodOutcome(arguments.members ?? []) }
        guard let method = Self.methods[name], using.contains(method.capability) else {
            throw MethodError.plain("unknownMethod")
        }
        guard let id = arguments["accountId"]?.textValue else {
            throw MethodError.invalidArgument("accountId", "must be the id of an account")
        }
        guard let named = host.accounts(for: account).first(where: { $0.publicID == id }) else {
            throw MethodError.plain("accountNotFound")
        }
        try checkOddities(name, arguments)
        return try await method.run(
            MethodCall(arguments: Arguments(arguments), account: named, host: host, createdIDs: createdIDs))
    }

    private func checkOddities(_ name: String, _ arguments: JSONValue) throws {
        let isWriting = ["/set", "/copy", "/import"].contains { name.hasSuffix($0) }
        if isWriting, host.oddities.shows(.readOnly) { throw MethodError.plain("accountReadOnly") }
        if name.hasPrefix("EmailSubmission/"), !isWriting, host.oddities.shows(.submissionsUntold) {
            throw MethodError.plain("unknownMethod")
        }
        if arguments["anchor"] != nil, host.oddities.shows(.noAnchors) {
            throw MethodError.invalidArgument("anchor", "not supported")
        }
    }

    /// A known server refuses the whole request when a call names too many ids.
    private func checkLimitsOfOddRequests(_ arguments: JSONValue) throws {
        guard host.oddities.shows(.requestLimits), let ids = arguments["ids"]?.arrayValue,
            ids.count > host.limits.objectsInGet
        else { return }
        throw RequestProblem(
            kind: .limit, detail: "At most \(host.limits.objectsInGet) ids a call.", limit: "maxObjectsInGet")
    }
}
