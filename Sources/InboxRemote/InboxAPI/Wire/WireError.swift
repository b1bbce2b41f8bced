/// The body of an error answer. A partial send has it too, with status 200.
struct WireError: Decodable {
    var type: String
    var message: String

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        type = fields.text(.type) ?? ""
        message = try fields.required(.message, or: .serverError)
        // The mail server's own words name the refused recipients and the reason.
        if let why = fields.text(.serverError)?.split(whereSeparator: \.isNewline).joined(separator: " "), !why.isEmpty,
            !message.contains(why)
        {
            message += ": " + why
        }
    }

    /// Whether the type is that of an error. In answers with status 200, other objects may have a `type` and a `message` too.
    var isError: Bool {
        ["api_error", "invalid_request_error", "database_error"].contains(type)
    }
}
