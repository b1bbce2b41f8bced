/// What became of a message that was sent.
struct SendOutcome: Sendable {
    /// The message in Sent.
    let messageID: String
    /// Of some of the recipients; nil when all got it.
    let refusal: SendRefusal?
}

/// That some recipients did not get a message, and why.
struct SendRefusal: Sendable {
    /// 402 for a lasting refusal, 503 for one that may pass, 504 when it is not known whether the message was taken.
    let status: Int
    let recipients: [String]
    /// The mail server's own words.
    let text: String

    /// Whether the sending command ended, or was ended, without saying what became of the message.
    var leavesOpen: Bool { status == 504 }

    /// When nobody got it.
    var error: APIError {
        let words =
            switch status {
            case 402: "Sending to all recipients failed"
            case 504: "It is not known what became of the message; it may have been sent"
            default: "The mail server cannot be reached; nothing was sent"
            }
        return APIError(status: status, type: "api_error", message: words, details: details)
    }

    /// When others got it: the answer has status 200, and its type says that something is wrong.
    var partialBody: JSONValue {
        APIError(status: 200, type: "api_error", message: "Sending to at least one recipient failed", details: details)
            .body
    }

    private var details: [JSONMember] {
        [
            JSONMember("failures", .object(recipients.map { JSONMember($0, .text(text)) })),
            JSONMember("server_error", .text(text)),
        ]
    }
}
