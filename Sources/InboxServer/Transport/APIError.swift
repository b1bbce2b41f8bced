/// An error of the API: a status, a type and a message for people.
struct APIError: Error, Sendable {
    var status: Int
    var type: String
    var message: String
    /// Further members of the body.
    var details: [JSONMember] = []
    /// The seconds after which the client may retry.
    var retryAfter: Int?

    static func invalid(_ message: String) -> APIError {
        APIError(status: 400, type: "invalid_request_error", message: message)
    }

    static func notFound(_ what: String) -> APIError {
        APIError(status: 404, type: "invalid_request_error", message: "Couldn't find \(what)")
    }

    static func conflict(_ message: String) -> APIError {
        APIError(status: 409, type: "invalid_request_error", message: message)
    }

    static func notAvailable(_ method: String) -> APIError {
        APIError(status: 405, type: "api_error", message: "The method \(method) is not allowed here.")
    }

    static func notImplemented(_ what: String) -> APIError {
        APIError(status: 501, type: "api_error", message: "\(what) is not implemented.")
    }

    static func busy(_ message: String) -> APIError {
        APIError(status: 503, type: "api_error", message: message, retryAfter: 1)
    }

    /// An error of the server itself. Its details are not disclosed, since they may quote mail.
    static let internalError = APIError(
        status: 500, type: "api_error", message: "Something went wrong in the server; nothing was changed.")

    var body: JSONValue {
        .object([JSONMember("message", .text(message)), JSONMember("type", .text(type))] + details)
    }
}
