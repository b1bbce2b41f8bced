import HummingbirdCore

/// An answer before it is sent.
struct APIResponse: Sendable {
    /// Writes the answer as it becomes available, until it returns.
    typealias Stream = @Sendable (inout any ResponseBodyWriter) async throws -> Void

    enum Body: Sendable {
        case bytes([UInt8])
        case stream(Stream)
    }

    var status = 200
    var contentType: String
    var headers: [(name: String, value: String)] = []
    var body: Body

    /// Every success of the API has status 200.
    static func json(_ value: JSONValue) -> APIResponse {
        APIResponse(contentType: "application/json", body: .bytes(value.bytes()))
    }

    static func plain(_ status: Int, _ text: String) -> APIResponse {
        APIResponse(status: status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
    }

    init(status: Int = 200, contentType: String, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    init(_ error: APIError) {
        self.init(status: error.status, contentType: "application/json", body: .bytes(error.body.bytes()))
        if let seconds = error.retryAfter { headers.append(("Retry-After", String(seconds))) }
    }
}
