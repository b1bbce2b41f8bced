/// The body of an error answer; one with status 200 too (a partial send).
struct WireError: Decodable {
    var type: String
    var message: String

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: WireKey.self)
        type = fields.text(.type) ?? ""
        message = try fields.required(.message, or: .serverError)
        // The mail server's own words say whom it refused, and why.
        if let why = fields.text(.serverError)?.split(whereSeparator: \.isNewline).joined(separator: " "), !why.isEmpty,
            !message.contains(why)
        {
            message += ": " + why
        }
    }

    /// Types of an error in an answer of status 200; other objects may have a `type` and a `message` of their own.
    var isError: Bool {
        ["api_error", "invalid_request_error", "database_error"].contains(type)
    }
}
