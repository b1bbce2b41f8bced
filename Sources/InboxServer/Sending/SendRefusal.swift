/// The result of sending a message.
struct SendOutcome: Sendable {
    /// The id of the message in Sent.
    let messageID: String
    /// By some of the recipients; nil when all got the message.
    let refusal: SendRefusal?
}

/// The recipients who did not get a message, and the reason.
struct SendRefusal: Sendable {
    /// 402 for a permanent refusal, 503 for a temporary one, 504 when it is unknown whether the message was accepted.
    let status: Int
    let recipients: [String]
    /// The mail server's own words.
    let text: String

    /// Whether the sending command ended, or was ended, without revealing whether the message was sent.
    var leavesOpen: Bool { status == 504 }

    /// When nobody got the message.
    var error: APIError {
        let words =
            switch status {
            case 402: "Sending to all recipients failed"
            case 504: "It is not known what became of the message; it may have been sent"
            default: "The mail server cannot be reached; nothing was sent"
            }
        return APIError(status: status, type: "api_error", message: words, details: details)
    }

    /// When others got it: the answer has status 200, and its type indicates the error.
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
