import InboxModel
import InboxRemote

/// What the refusals of a server and failures of a connection mean.
enum RefusalJudge {
    /// Longer messages are cut: they are shown in a one-line notice.
    private static let longestMessage = 500

    /// The error of a command that the server answered with NO or BAD; nil if it was done.
    static func error(_ condition: IMAPCondition, call: String) -> RemoteError? {
        guard condition.kind != .ok, condition.kind != .preauth else { return nil }
        let message = message(condition)
        if condition.kind == .bad, !saysLater(condition.text) {
            return RemoteError(.refused(status: 0, message: message), call: call)
        }
        return RemoteError(reason(condition, message, call), call: call, type: type(condition.code))
    }

    /// The codes of RFC 5530 and its like. Only what can never succeed is refused: what is refused is not tried again.
    private static func reason(_ condition: IMAPCondition, _ message: String, _ call: String) -> RemoteError.Reason {
        switch condition.code {
        case "NONEXISTENT", "TRYCREATE": .notFound(message: message)
        case "UNAVAILABLE", "INUSE", "SERVERBUG", "EXPUNGEISSUED": .busy(status: 0, message: message)
        case "THROTTLED": .limited(message: message)
        // What is only read is too much for now; what is written may be more than there can ever be, as of flags.
        case "LIMIT": onlyReads(call) ? .limited(message: message) : .refused(status: 0, message: message)
        case "AUTHENTICATIONFAILED", "EXPIRED", "AUTHORIZATIONFAILED": .signedOut(message: message)
        case _ where saysLater(condition.text): .busy(status: 0, message: message)
        case "" where saysNotFound(condition.text): .notFound(message: message)
        default: .refused(status: 0, message: message)
        }
    }

    private static func onlyReads(_ call: String) -> Bool {
        ["UID FETCH", "UID SEARCH", "SELECT", "EXAMINE", "LIST", "XLIST", "STATUS", "NOOP", "CAPABILITY"].contains(call)
    }

    /// Large servers that have too much to do say so in words, and one even by BAD.
    private static func saysLater(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["rate limit", "try again later", "authenticated but not connected", "server busy", "throttled"]
            .contains { text.contains($0) }
    }

    private static func type(_ code: String) -> String? {
        switch code {
        case "OVERQUOTA": "overQuota"
        case "TOOBIG": "tooLarge"
        case "ALREADYEXISTS": "alreadyExists"
        case "NOPERM": "forbidden"
        default: nil
        }
    }

    /// Servers without codes say only in words that a folder is not there.
    private static func saysNotFound(_ text: String) -> Bool {
        let text = text.lowercased()
        return [
            "doesn't exist", "does not exist", "no such", "nonexistent", "non-existent", "unknown mailbox", "not found",
        ]
        .contains { text.contains($0) }
    }

    static func message(_ condition: IMAPCondition) -> String {
        let blank: Unicode.Scalar = " "
        var text = String.UnicodeScalarView()
        for scalar in condition.text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            text.append(isControl ? blank : scalar)
        }
        let message = String(text)
        let told = message.count <= longestMessage ? message : message.prefix(longestMessage - 1) + "…"
        let isEmpty = message.allSatisfy { $0 == " " }
        guard let advice = ServerAdvice.words(forCode: condition.code) else {
            return isEmpty ? "the server gives no reason" : told
        }
        return isEmpty ? advice : "\(told) (\(advice))"
    }

    static func reason(_ error: TransportError) -> RemoteError.Reason {
        switch error {
        case .unreachable(let detail), .unconnected(let detail): .unreachable(detail: detail)
        case .timedOut: .unreachable(detail: "no answer in time")
        case .insecure(let detail): .insecure(detail: detail)
        case .tooLarge: .unreadableAnswer(detail: "the answer is too large")
        case .cancelled: .cancelled
        case .badURL: .unreachable(detail: "the server's address can't be used")
        }
    }

    /// The error of a connection that could not be opened: nothing was done.
    static func error(_ error: MailTransportError) -> RemoteError {
        var told: RemoteError
        switch error {
        case .transport(let inner), .uncertain(let inner):
            told = RemoteError(reason(inner), call: "connect", finding: inner == .timedOut ? .silent : nil)
        case .signedOut(let message): told = RemoteError(.signedOut(message: message), call: "LOGIN")
        // A server that has too many connections, or is worked on, refuses before the sign-in. What was to be done is tried again.
        case .refused(let message), .busy(let message):
            told = RemoteError(.busy(status: 0, message: message), call: "connect")
        }
        told.isBeforeWork = true
        return told
    }
}
