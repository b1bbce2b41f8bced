import Foundation
import InboxModel

/// Interprets the statuses and error bodies of the Inbox API and of feeds over HTTP.
struct AnswerJudge: Sendable {
    static let tooLarge = "the answer is too large"
    /// Longer messages are cut: they are shown in a one-line notice.
    private static let longestMessage = 500
    private static let longestWait = 86400.0

    var now: @Sendable () -> Date = { Date() }

    /// Throws unless the status is a success.
    func check(_ response: HTTPResponse, call: String) throws(RemoteError) {
        guard !(200...299).contains(response.status) else { return }
        var error = RemoteError(reason(of: response), call: call, retryAfter: retryAfter(response))
        // A 500 is a server fault in this one call; a server that can answer no call sends 503.
        error.isAboutObject = response.status == 500
        // The API answers 503 if nothing was done, with an error of its own. A gateway that lost the answer sends other bodies.
        if response.status == 503, wireError(response)?.isError == true { throw error.beforeWork }
        throw error
    }

    /// Seconds or a date (RFC 9110 §10.2.3), by the server's own clock if it tells it; a day at most. Nil if the server gives none.
    func retryAfter(_ response: HTTPResponse) -> Duration? {
        guard let text = response.headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let seconds = Double(text) ?? InternetDate.parse(text).map { $0.timeIntervalSince(response.date ?? now()) }
        guard let seconds, seconds.isFinite else { return nil }
        return .seconds(min(max(seconds, 0), AnswerJudge.longestWait))
    }

    /// Throws the error in a body with a success status, if any.
    func checkBody(_ response: HTTPResponse, call: String) throws(RemoteError) {
        guard let error = wireError(response), error.isError else { return }
        let reason: RemoteError.Reason =
            error.type == "database_error"
            ? .busy(status: response.status, message: cut(error.message))
            : .refused(status: response.status, message: cut(error.message))
        throw RemoteError(reason, call: call)
    }

    static func error(_ error: TransportError, call: String) -> RemoteError {
        let reason: RemoteError.Reason =
            switch error {
            case .unreachable(let detail), .unconnected(let detail): .unreachable(detail: detail)
            case .timedOut: .unreachable(detail: "no answer in time")
            case .insecure(let detail): .insecure(detail: detail)
            case .tooLarge: .unreadableAnswer(detail: tooLarge)
            case .cancelled: .cancelled
            case .badURL: .unreachable(detail: "the server's URL can't be used")
            }
        let told = RemoteError(reason, call: call, finding: error == .timedOut ? .silent : nil)
        return if case .unconnected = error { told.beforeWork } else { told }
    }
}

extension AnswerJudge {
    func reason(of response: HTTPResponse) -> RemoteError.Reason {
        let status = response.status
        let message = message(of: response)
        return switch status {
        case 401, 403: .signedOut(message: message)
        case 404: .notFound(message: message)
        case 409: .conflict(message: message)
        case 407, 408: .busy(status: status, message: message)
        case 429: .limited(message: message)
        case 501: .refused(status: status, message: message)
        case 500...599: .busy(status: status, message: message)
        case 400...499: .refused(status: status, message: message)
        // Redirects are not followed, because a secret goes only to its own server. A captive portal redirects too.
        case 300...399: .unreadableAnswer(detail: "the server redirects (status \(status))")
        default: .unreadableAnswer(detail: "status \(status)")
        }
    }

    private func wireError(_ response: HTTPResponse) -> WireError? {
        guard response.body.first(where: { !$0.isJSONSpace }) == UInt8(ascii: "{") else { return nil }
        return try? JSONReader.read(WireError.self, from: response.body)
    }

    /// The server's error message, else a plain-text body, else the status. HTML pages are meant for browsers.
    func message(of response: HTTPResponse) -> String {
        if let error = wireError(response) { return cut(error.message) }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        let text = String(decoding: response.body.prefix(4 * AnswerJudge.longestMessage), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, !type.contains("html"), !text.hasPrefix("<"), !text.hasPrefix("{") else {
            return "status \(response.status)"
        }
        return cut(text)
    }

    func cut(_ text: String) -> String {
        text.count <= AnswerJudge.longestMessage ? text : text.prefix(AnswerJudge.longestMessage - 1) + "…"
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
