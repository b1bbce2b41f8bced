import GRDB

/// A file: uploaded, or part of a received message.
struct FileRow: Sendable {
    let id: Int64
    let publicID: String
    let fileName: String
    let contentType: String
    let size: Int64
    let contentID: String?
    let partID: String?

    static let columns =
        "file.id, file.publicID, file.fileName, file.contentType, file.size, file.contentID, file.partID"

    init(row: Row) {
        id = row[0]
        publicID = row[1]
        fileName = row[2]
        contentType = row[3]
        size = row[4]
        contentID = row[5]
        partID = row[6]
    }

    /// The members in the JSON of a message.
    var shortMembers: [JSONMember] {
        contentIDMember + [
            JSONMember("content_type", .text(contentType)),
            JSONMember("filename", .text(fileName)),
            JSONMember("id", .text(publicID)),
            JSONMember("size", .integer(size)),
        ]
    }

    private var contentIDMember: [JSONMember] {
        contentID.map { [JSONMember("content_id", .text($0))] } ?? []
    }

    func members(account: ServedAccount, messages: [String]) -> [JSONMember] {
        var members = [JSONMember("account_id", .text(account.publicID))] + contentIDMember
        members += [
            JSONMember("content_type", .text(contentType)),
            JSONMember("filename", .text(fileName)),
            JSONMember("id", .text(publicID)),
        ]
        if !messages.isEmpty { members.append(JSONMember("message_ids", .array(messages.map(JSONValue.text)))) }
        return members + [JSONMember("object", .text("file")), JSONMember("size", .integer(size))]
    }
}
