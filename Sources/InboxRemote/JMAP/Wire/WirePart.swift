import InboxModel
import MailContent

/// An EmailBodyPart (RFC 8621 §4.1.4).
struct WirePart: Decodable, Sendable {
    /// What James lists without reading the whole mail.
    static let properties = ["blobId", "size", "name", "type", "charset", "cid", "disposition"]
    /// With the place of its text, and the parameters of the type, which say how the lines of a text are wrapped, and what a calendar is for.
    static let textProperties = ["partId"] + properties + ["header:Content-Type"]

    var partID: String?
    var type: String
    var file: MessageFile?
    private var parameters: [String: String] = [:]

    private enum CodingKeys: String, CodingKey {
        case partId, blobId, size, name, type, charset, cid
        case header = "header:Content-Type"
    }

    /// Undoes the wrapping of a flowed text (RFC 3676) of this part, whose lines end in LF.
    func unbroken(_ text: String) -> String {
        guard parameters["format"]?.lowercased() == "flowed" else { return text }
        return FlowedText.unwrapped(text, deletesSpace: parameters["delsp"]?.lowercased() == "yes")
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        partID = fields.text(.partId)
        type = (fields.text(.type) ?? "").lowercased()
        parameters = fields.text(.header).map { GMime.contentType(Array($0.utf8)).parameters } ?? [:]
        file = fields.text(.blobId).map { [type, parameters] blob in
            MessageFile(
                remoteID: RemoteID(blob), fileName: fields.text(.name) ?? "", declaredType: type,
                size: fields.whole(.size) ?? 0, contentID: fields.text(.cid), declaredCharset: fields.text(.charset),
                declaredMethod: parameters["method"])
        }
    }
}
