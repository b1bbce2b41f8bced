import Foundation
import InboxModel

/// Sends batches of calls within the server's limits and reads the answers.
struct JMAPCaller: Sendable {
    static let largestAnswer = 16 << 20
    /// The pause before a retry after a 401. Some front ends answer 401 under load, so only a second 401 counts. If the credential was
    /// never accepted, the retry is immediate, so that the user learns at once that the secret is wrong.
    private static let doubtfulPause = Duration.seconds(5)

    let keeper: SessionKeeper
    let transport: any Transport
    let judge: ProblemJudge
    let clock: any Clock<Duration>
    let gate: RequestGate
    private let approved: ApprovedOrigins

    init(
        keeper: SessionKeeper, transport: any Transport, judge: ProblemJudge, gate: RequestGate,
        approved: ApprovedOrigins, clock: any Clock<Duration>
    ) {
        self.keeper = keeper
        self.transport = transport
        self.judge = judge
        self.clock = clock
        self.gate = gate
        self.approved = approved
    }

    /// Whether the credential may be sent to this URL.
    func isApproved(_ url: String) -> Bool { approved.contain(url) }

    /// Makes one call, in a request of its own.
    func call<Answer: Decodable & Sendable>(
        _ method: String, _ arguments: [String: JSON] = [:], as answer: Answer.Type
    ) async throws(RemoteError) -> Answer {
        var batch = Batch()
        let call = batch.add(method, arguments, as: answer)
        return try await send(batch).value(call)
    }

    /// Reads objects.
    /// - Parameters:
    ///   - ids: nil for all objects of the type.
    ///   - properties: nil for those that the type has by default.
    func get<Object: Decodable & Sendable>(
        _ method: String, _ ids: [String]?, properties: [String]? = nil, as object: Object.Type
    ) async throws(RemoteError) -> WireGet<Object> {
        var arguments: [String: JSON] = ["ids": ids.map { .strings($0) } ?? .null]
        if let properties { arguments["properties"] = .strings(properties) }
        return try await call(method, arguments, as: WireGet<Object>.self)
    }

    /// - Throws: the error of the batch as a whole. The answers include the errors of single calls.
    func send(_ batch: Batch) async throws(RemoteError) -> Answers {
        let session = try await keeper.current().session
        var answers = Answers()
        var rest = batch.calls[...]
        while !rest.isEmpty {
            let calls = Array(rest.prefix(session.limits.calls))
            rest = rest.dropFirst(calls.count)
            var ready: [Batch.Call] = []
            let ids = Set(calls.map(\.id))
            for call in calls {
                do throws(RemoteError) {
                    ready.append(try Self.resolved(call, within: ids, answers: answers))
                } catch {
                    answers.fail(call, with: error)
                }
            }
            if !ready.isEmpty { try await exchange(ready, of: batch, session: session, answers: &answers) }
        }
        answers.blameSources(batch.calls)
        if answers.doubtsSession(batch.calls) { await keeper.doubt(atOnce: answers.isClosed(batch.calls)) }
        return answers
    }

    /// Replaces references to calls of other requests by the ids in their answers.
    private static func resolved(_ call: Batch.Call, within ids: Set<String>, answers: Answers) throws(RemoteError)
        -> Batch.Call
    {
        var call = call
        for (name, reference) in call.references where !ids.contains(reference.callID) {
            call.arguments[name] = .strings(try answers.ids(reference))
            call.references[name] = nil
        }
        return call
    }

    private func exchange(_ calls: [Batch.Call], of batch: Batch, session: Session, answers: inout Answers)
        async throws(RemoteError)
    {
        let title = calls.map(\.method).joined(separator: "+")
        guard let body = try? Self.body(calls, of: batch, session: session) else {
            throw RemoteError(.unsupported, call: title)
        }
        guard body.count <= session.limits.requestBytes else {
            let sizes = "a request of \(body.count) bytes; the server takes \(session.limits.requestBytes)"
            throw RemoteError(.refused(status: 0, message: sizes), call: title, type: "requestTooLarge")
        }
        let response = try await post(body, title: title, of: batch)
        let responses: MethodResponses
        do {
            responses = try MethodResponses(response.body, types: batch.types)
        } catch {
            throw RemoteError(.unreadableAnswer(detail: "\(title): \(error.place)"), call: title)
        }
        for answer in responses.answers { answers.take(answer, of: calls) }
        await keeper.note(state: responses.sessionState)
    }

    private static func body(_ calls: [Batch.Call], of batch: Batch, session: Session) throws -> [UInt8] {
        let needed = Set(calls.map { Capability(method: $0.method) }).union([.core, .mail]).union(batch.capabilities)
        let methodCalls = calls.map { call -> JSON in
            var arguments = call.arguments
            // Principals may be in another account than the mail.
            if arguments["accountId"] == nil { arguments["accountId"] = .string(session.account) }
            for (name, reference) in call.references {
                arguments["#" + name] = [
                    "resultOf": .string(reference.callID), "name": .string(reference.method),
                    "path": .string(reference.path),
                ]
            }
            return [.string(call.method), .object(arguments), .string(call.id)]
        }
        let using = needed.intersection(session.capabilities).map(\.rawValue).sorted()
        let request: JSON = ["using": .strings(using), "methodCalls": .array(methodCalls)]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(request))
    }

    private func post(_ body: [UInt8], title: String, of batch: Batch) async throws(RemoteError) -> HTTPResponse {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "application/json"]
        return try await answer(title: title, isFresh: !batch.isRepeatable, isPatient: batch.isPatient) { session in
            HTTPRequest(
                .post, url: session.apiURL, headers: headers, body: body, timeout: .seconds(60),
                maxResponseBytes: Self.largestAnswer)
        }
    }

    /// Sends one request with the credential, within the server's concurrency limit, and checks its answer.
    /// - Parameters:
    ///   - isFresh: whether to use a new connection, on which no transport repeats a request.
    ///   - sink: takes the body of a successful answer.
    func answer(
        title: String, isFresh: Bool = false, isPatient: Bool = false, in lane: RequestGate.Lane = .calls,
        into sink: FileSink? = nil,
        _ make: @Sendable (Session) throws(RemoteError) -> HTTPRequest
    ) async throws(RemoteError) -> HTTPResponse {
        for attempt in 0... {
            let signedIn = try await keeper.current()
            var request = try make(signedIn.session)
            let hasSecret = isApproved(request.url)
            if hasSecret { request.headers["Authorization"] = signedIn.credential.authorization }
            // What the user writes is as confidential as the secret.
            let isLocal = Origin(request.url)?.isLocal(for: Origin(signedIn.session.url)) ?? false
            guard hasSecret || (request.body == nil && !isLocal) else { throw Self.unapproved(request, lane, title) }
            request.isRepeatable = !isFresh && attempt == 0
            let response = try await gate.pass(
                lane, signedIn.session.limits, request, isPatient: isPatient, over: transport, into: sink, title)
            // A server may reject every request without a credential; that does not mean that the account is signed out.
            if !hasSecret, [401, 403, 404].contains(response.status) { throw Self.unapproved(request, lane, title) }
            if response.status == 401, attempt == 0 {
                guard await keeper.hasTaken(signedIn.credential) else { continue }
                do { try await clock.wait(Self.doubtfulPause) } catch { throw RemoteError(.cancelled, call: title) }
                continue
            }
            if response.status == 401, attempt == 1, try await keeper.replace(signedIn.credential) { continue }
            // The API has moved, or its limits are lower than the session said. A redirect is followed only from the session, where the
            // user approves another server first.
            if (300...399).contains(response.status) || [400, 413].contains(response.status)
                || RemoteError.elsewhere.contains(response.status)
            {
                await keeper.doubt()
            }
            if [404, 410].contains(response.status), lane == .downloads {
                if attempt == 0, try await make(keeper.current().session).url != request.url { continue }
                throw RemoteError(.notFound(message: "the server does not have the file"), call: title)
            }
            let good = try judged(response, title: title)
            if hasSecret { await keeper.note(taken: signedIn.credential) }
            return good
        }
        throw RemoteError(.unsupported, call: title)
    }

    private static func unapproved(_ request: HTTPRequest, _ lane: RequestGate.Lane, _ title: String) -> RemoteError {
        let what =
            switch lane {
            case .calls: "the server's API is at"
            case .uploads: "the server takes files at"
            case .downloads: "the server keeps its files at"
            }
        let origins = Origin(request.url).map { [$0.description] } ?? []
        return .unapproved(what, at: origins, call: title, isPassing: lane == .calls)
    }

    /// Returns a successful answer. If the server asks us to wait, all requests do.
    func judged(_ response: HTTPResponse, title: String) throws(RemoteError) -> HTTPResponse {
        do throws(RemoteError) {
            try judge.check(response, call: title)
            return response
        } catch {
            if let wait = error.retryAfter { gate.close(for: wait) }
            throw error
        }
    }
}
