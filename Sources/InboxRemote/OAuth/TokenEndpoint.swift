import Foundation
import InboxModel

/// The answer of a token endpoint (RFC 6749 §5.1).
struct TokenAnswer: Sendable {
    var accessToken: String
    var refreshToken: String?
    var expiresIn: Int?
}

/// Sends forms to an authorization server (RFC 6749 §3.2, RFC 8628 §3.1).
struct TokenEndpoint: Sendable {
    let transport: any Transport
    let judge: AnswerJudge

    /// - Throws: `refused` with the server's error code as its type.
    func tokens(_ url: String, _ form: [(String, String)]) async throws(RemoteError) -> TokenAnswer {
        let answer = try await post(Wire.self, url, form)
        guard let token = answer.access_token, !token.isEmpty else {
            throw RemoteError(.unreadableAnswer(detail: "no token in the answer"), call: OAuthDiscovery.call)
        }
        return TokenAnswer(
            accessToken: token, refreshToken: answer.refresh_token, expiresIn: answer.expires_in.map { max($0, 0) })
    }

    func post<Answer: Decodable>(_ type: Answer.Type, _ url: String, _ form: [(String, String)])
        async throws(RemoteError) -> Answer
    {
        let body = form.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }.joined(separator: "&")
        return try await send(type, url, Array(body.utf8), contentType: "application/x-www-form-urlencoded")
    }

    func post<Answer: Decodable>(_ type: Answer.Type, _ url: String, json: JSON) async throws(RemoteError) -> Answer {
        let data = (try? JSONEncoder().encode(json)) ?? Data()
        return try await send(type, url, Array(data), contentType: "application/json")
    }

    private func send<Answer: Decodable>(_ type: Answer.Type, _ url: String, _ body: [UInt8], contentType: String)
        async throws(RemoteError) -> Answer
    {
        let call = OAuthDiscovery.call
        // A code or refresh token may be valid only once, so nothing is sent twice.
        let request = HTTPRequest(
            .post, url: url, headers: ["Content-Type": contentType, "Accept": "application/json"], body: body,
            totalTimeout: .seconds(60), maxResponseBytes: 1 << 18, isRepeatable: false)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw AnswerJudge.error(error, call: call)
        }
        if (400...403).contains(response.status),
            let problem = try? JSONReader.read(Problem.self, from: response.body)
        {
            let words = [problem.error, problem.error_description].compactMap(\.self).joined(separator: ": ")
            throw RemoteError(
                .refused(status: response.status, message: judge.cut(words.inOneLine)), call: call,
                retryAfter: judge.retryAfter(response), type: problem.error)
        }
        try judge.check(response, call: call)
        do { return try JSONReader.read(type, from: response.body) } catch {
            throw RemoteError(.unreadableAnswer(detail: "sign-in: \(error.place)"), call: call)
        }
    }

    private struct Wire: Decodable {
        var access_token: String?
        var refresh_token: String?
        var expires_in: Int?

        private enum CodingKeys: String, CodingKey { case access_token, refresh_token, expires_in }

        /// Some servers quote the number of seconds. A new refresh token beside it must not be lost: the old one may be invalid by now.
        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            access_token = fields.text(.access_token)
            refresh_token = fields.text(.refresh_token)
            expires_in = fields.whole(.expires_in)
        }
    }

    private struct Problem: Decodable {
        var error: String
        var error_description: String?
    }
}
