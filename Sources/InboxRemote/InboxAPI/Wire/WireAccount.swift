/// `GET /account`: the account that the token belongs to.
struct WireAccount: Decodable {
    var emailAddress: String?
    var name: String
    var organizationUnit: String

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        _ = try fields.required(.id)
        emailAddress = fields.text(.emailAddress)
        if fields.text(.object) != "account" { _ = try fields.required(.emailAddress) }
        name = fields.text(.name) ?? ""
        organizationUnit = fields.text(.organizationUnit) ?? "folder"
    }
}
