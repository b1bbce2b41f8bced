import Foundation
import InboxModel

/// Makes calls of the Inbox API and reads the answers.
struct APICaller: Sendable {
    /// A call, split into the parts that errors and logs may show and those that they may not.
    struct Call: Sendable {
        var method: HTTPRequest.Method = .get
        /// `/messages`
        var name: String
        /// The path segments after the name, not yet encoded.
        var segments: [String] = []
        var query: [(name: String, value: String)] = []
        var body: [UInt8]?
        var contentType = "application/json"
        /// False if a second request would perform the action twice.
        var isRepeatable = true
        var accept = "application/json"
        var timeout: Duration = .seconds(30)
        var totalTimeout: Duration = .seconds(600)
        var maxResponseBytes = 64 << 20
        var waitsOnPurpose = false
        var meter: TransferMeter?

        var title: String { "\(method.rawValue) \(name)" }
    }

    private let base: String
    private let secret: String
    /// Nil if the secret never changes.
    private let tokens: TokenKeeper?
    let transport: any Transport
    private let judge: AnswerJudge

    init(
        url: String, secret: String, transport: any Transport, judge: AnswerJudge, secretMemory: SecretMemory
    ) {
        base = String(url.reversed().drop { $0 == "/" }.reversed())
        self.secret = secret
        tokens = OAuthGrant(secret: secret).map {
            TokenKeeper($0, transport: transport, memory: secretMemory, now: judge.now)
        }
        self.transport = transport
        self.judge = judge
    }

    /// Uses the token as user name, without a password.
    static func authorization(secret: String) -> String {
        "Basic " + Data("\(secret):".utf8).base64EncodedString()
    }

    /// Returns the answer if its status is a success.
    /// - Parameter sink: takes the body, instead of the answer.
    func answer(_ call: Call, into sink: FileSink? = nil) async throws(RemoteError) -> HTTPResponse {
        // A rescued store has accounts without a URL in place of those whose rows it lost.
        guard !base.isEmpty else {
            let detail = "its address was lost with the damaged file"
            throw RemoteError(.unreachable(detail: detail), call: call.title, finding: .lostAddress).beforeWork
        }
        var response: HTTPResponse
        if let tokens {
            let token = try await tokens.token()
            response = try await send(call, "Bearer \(token)", into: sink)
            if response.status == 401 {
                response = try await send(call, "Bearer \(try await tokens.renewed(after: token))", into: sink)
            }
        } else {
            response = try await send(call, APICaller.authorization(secret: secret), into: sink)
        }
        try judge.check(response, call: call.title)
        return response
    }

    private func send(_ call: Call, _ authorization: String, into sink: FileSink?) async throws(RemoteError)
        -> HTTPResponse
    {
        do throws(TransportError) {
            if let sink { return try await transport.send(request(call, authorization), into: sink) }
            return try await transport.send(request(call, authorization))
        } catch {
            throw AnswerJudge.error(error, call: call.title)
        }
    }

    func read<Value: Decodable>(_ type: Value.Type, _ call: Call) async throws(RemoteError) -> Value {
        try decode(type, from: try await answer(call), call)
    }

    /// Sends a JSON body, with its keys in alphabetical order, and decodes the answer.
    func write<Body: Encodable, Value: Decodable>(_ body: Body, _ call: Call, for type: Value.Type)
        async throws(RemoteError) -> Value
    {
        try decode(type, from: try await write(body, call), call)
    }

    @discardableResult
    func write(_ body: some Encodable, _ call: Call) async throws(RemoteError) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(body) else { throw RemoteError(.unsupported, call: call.title) }
        var call = call
        call.body = Array(data)
        return try await answer(call)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse, _ call: Call) throws(RemoteError)
        -> Value
    {
        do {
            return try JSONReader.read(type, from: response.body)
        } catch {
            try judge.checkBody(response, call: call.title)
            throw RemoteError(.unreadableAnswer(detail: "\(call.name): \(error.place)"), call: call.title)
        }
    }
}

private extension APICaller {
    func request(_ call: Call, _ authorization: String) -> HTTPRequest {
        let path = call.segments.map { "/" + $0.percentEncoded }.joined()
        let query = call.query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        var headers: HTTPHeaders = ["Authorization": authorization, "Accept": call.accept]
        if call.body != nil { headers["Content-Type"] = call.contentType }
        return HTTPRequest(
            call.method, url: base + call.name + path + (query.isEmpty ? "" : "?" + query), headers: headers,
            body: call.body, timeout: call.timeout, totalTimeout: call.totalTimeout,
            maxResponseBytes: call.maxResponseBytes, isRepeatable: call.isRepeatable,
            waitsOnPurpose: call.waitsOnPurpose, meter: call.meter)
    }
}

extension String {
    /// Percent-encoded as one path segment or query value, including dots, so that no id climbs up the path.
    var percentEncoded: String {
        utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80,
                character.isLetter || character.isNumber || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            {
                result.append(character)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
