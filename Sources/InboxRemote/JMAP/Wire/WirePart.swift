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
        let (name, size, contentID) = (fields.text(.name) ?? "", fields.whole(.size) ?? 0, fields.text(.cid))
        let type = type
        let charset = Self.charset(fields.text(.charset), of: type)
        let method = Self.method(parameters["method"], of: type)
        file = fields.text(.blobId).map { blob in
            MessageFile(
                remoteID: RemoteID(blob), fileName: name,
                contentType: type.isEmpty ? "application/octet-stream" : type, size: max(size, 0),
                contentID: contentID, charset: charset, method: method)
        }
    }

    /// Returns the charset of a text that is not UTF-8.
    private static func charset(_ name: String?, of type: String) -> String? {
        guard type.hasPrefix("text/"), let name = name?.lowercased(), name.wholeMatch(of: /[a-z0-9._+\-]{1,40}/) != nil,
            !["utf-8", "us-ascii"].contains(name)
        else { return nil }
        return name
    }

    /// Returns the method of a calendar. An answer has none: whoever passes it on does not answer with it.
    private static func method(_ name: String?, of type: String) -> String? {
        guard type == "text/calendar", let name = name?.uppercased(), name.wholeMatch(of: /[A-Z\-]{1,40}/) != nil,
            name != "REPLY"
        else { return nil }
        return name
    }
}
