import HTTPTypes

/// An admitted request, with its whole body.
struct APIRequest: Sendable {
    let method: HTTPRequest.Method
    /// The percent-decoded parts of the path below the root.
    let path: [String]
    let query: QueryParameters
    /// The host and port that the client addressed.
    let authority: String
    let headers: HTTPFields
    let body: [UInt8]
    /// Registers an action for when the client hangs up before the answer.
    let onDisconnect: @Sendable (@escaping @Sendable () -> Void) async -> Void

    var contentType: String { headers[.contentType] ?? "" }

    /// Returns the body as a JSON object. Ignores the content type, because old clients send none or a wrong one.
    func jsonObject() throws -> JSONValue {
        guard let value = JSONValue(reading: body), case .object = value else {
            throw APIError.invalid("Request body must be a JSON object")
        }
        return value
    }
}
