import HTTPTypes

/// A request that has been let in: whose it is, what it asks, and its whole body.
struct APIRequest: Sendable {
    let method: HTTPRequest.Method
    /// The parts of the path below the root, percent-decoded.
    let path: [String]
    let query: QueryParameters
    /// The host and port that the client addressed.
    let authority: String
    let headers: HTTPFields
    let body: [UInt8]
    /// Called when the client hangs up before it has its answer.
    let onDisconnect: @Sendable (@escaping @Sendable () -> Void) async -> Void

    var contentType: String { headers[.contentType] ?? "" }

    /// The body as a JSON object. Its content type is not looked at: old clients send none, or a wrong one.
    func jsonObject() throws -> JSONValue {
        guard let value = JSONValue(reading: body), case .object = value else {
            throw APIError.invalid("Request body must be a JSON object")
        }
        return value
    }
}
