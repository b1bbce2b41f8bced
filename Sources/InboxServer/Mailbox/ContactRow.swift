import GRDB

/// A contact, collected from mail.
struct ContactRow {
    let publicID: String
    let name: String
    let email: String

    static let columns = "contact.publicID, contact.name, contact.email"

    init(row: Row) {
        publicID = row[0]
        name = row[1]
        email = row[2]
    }

    func members(account: ServedAccount) -> [JSONMember] {
        [
            JSONMember("account_id", .text(account.publicID)),
            JSONMember("email", .text(email)),
            JSONMember("id", .text(publicID)),
            JSONMember("name", .text(name)),
            JSONMember("object", .text("contact")),
            JSONMember("phone_numbers", .array([])),
        ]
    }
}
