import Foundation
import InboxModel

/// Interprets the status of a JMAP answer and the problem document (RFC 7807, RFC 8620 §3.6.1) that may come with it.
struct ProblemJudge: Sendable {
    private static let longestWait = Duration.seconds(900)
    private static let prefix = "urn:ietf:params:jmap:error:"

    private let judge: AnswerJudge

    init(now: @escaping @Sendable () -> Date) { judge = AnswerJudge(now: now) }

    /// Throws unless the status is a success.
    func check(_ response: HTTPResponse, call: String) throws(RemoteError) {
        guard !(200...299).contains(response.status) else { return }
        throw error(of: response, call: call)
    }

    private func error(of response: HTTPResponse, call: String) -> RemoteError {
        let wait = judge.retryAfter(response).map { min($0, Self.longestWait) }
        let problem = try? JSONReader.read(Problem.self, from: response.body)
        if let problem, let type = problem.type, type.hasPrefix(Self.prefix) {
            let name = String(type.dropFirst(Self.prefix.count))
            let words = [name, problem.limit, problem.detail].compactMap { $0 }.joined(separator: ": ")
            // Other clients of the same user count too, so a request that exceeded the concurrency limit is repeated unchanged (RFC 8620
            // §2, §3.6.1).
            if problem.limit?.hasPrefix("maxConcurrent") == true {
                return RemoteError(
                    .limited(message: judge.cut(words)), call: call, retryAfter: wait, type: problem.limit)
            }
            if response.status == 429 || name == "rateLimit" {
                return RemoteError(.limited(message: judge.cut(words)), call: call, retryAfter: wait, type: name)
            }
            if response.status >= 500 {
                let error = RemoteError(
                    .busy(status: response.status, message: judge.cut(words)), call: call, retryAfter: wait)
                // Such a problem rejects the request as a whole, unlike the 503 of a gateway that lost the answer.
                return response.status == 503 ? error.beforeWork : error
            }
            return RemoteError(
                .refused(status: response.status, message: judge.cut(words)), call: call, retryAfter: wait, type: name)
        }
        let message = judge.message(of: response)
        let reason: RemoteError.Reason =
            switch response.status {
            // A 403 refuses only this operation; a refused sign-in is a 401.
            case 403: .refused(status: 403, message: message)
            // Often the limit of a proxy, whose page is for browsers; then the name of a server's own error says what is wrong.
            case 413: .refused(status: 413, message: message == "status 413" ? "requestTooLarge" : message)
            // No call was even read: the session, read again, may have the API's new URL.
            case let status where RemoteError.elsewhere.contains(status):
                .busy(status: status, message: message)
            default: judge.reason(of: response)
            }
        return RemoteError(reason, call: call, retryAfter: wait, type: response.status == 413 ? "requestTooLarge" : nil)
    }

    private struct Problem: Decodable {
        var type: String?
        var detail: String?
        var limit: String?
    }
}
