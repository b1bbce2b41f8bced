/// An EmailSubmission (RFC 8621 §7).
struct WireSubmission: Decodable, Sendable {
    static let properties = ["id", "emailId", "undoStatus", "sendAt"]

    var id: String
    var emailId: String
    var undoStatus: String?
    var sendAt: String?
}

/// An Identity (RFC 8621 §6). Its address may be empty, or stand for a whole domain.
struct WireIdentity: Decodable, Sendable {
    var id: String
    var email: String?

    func covers(_ address: String) -> Bool {
        guard let email = email?.lowercased() else { return false }
        return email == address.lowercased()
            || (email.hasPrefix("*@") && address.lowercased().hasSuffix(email.dropFirst()))
    }
}
