import InboxModel

/// A file of a message.
struct WireFile: Decodable {
    var file: MessageFile

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        file = MessageFile(
            remoteID: RemoteID(try fields.required(.id)), fileName: fields.text(.filename) ?? "",
            contentType: fields.text(firstOf: .contentType, .mimetype)?.lowercased() ?? "application/octet-stream",
            size: max(fields.whole(.size) ?? 0, 0), contentID: fields.text(.contentID).map(WireFile.withoutBrackets))
    }

    private static func withoutBrackets(_ id: String) -> String {
        id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
    }
}
