import GRDB

/// A contact, collected from mail.
struct ContactRow {
    let publicID: String
    let name: String
    let email: String
    let score: Int64

    static let columns = "contact.publicID, contact.name, contact.email, contact.score"

    init(row: Row) {
        publicID = row[0]
        name = row[1]
        email = row[2]
        score = row[3]
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
