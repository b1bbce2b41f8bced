import Foundation
import InboxModel

/// A draft as an Email to create (RFC 8621 §4.6).
struct DraftEmail {
    let draft: RemoteDraft
    let mailbox: RemoteID
    /// The Message-IDs of the messages before it, the oldest first, without brackets.
    let references: [String]

    var json: JSON {
        var fields: [String: JSON] = [
            "mailboxIds": [mailbox.rawValue: JSON.bool(true)].json,
            "keywords": Dictionary(uniqueKeysWithValues: draft.keywords.map { ($0.rawValue, JSON.bool(true)) }).json,
            "messageId": .strings([draft.messageIDHeader.bareMessageID]),
            // Some servers turn a line break in a subject into a header of its own.
            "subject": .string(draft.subject.inOneLine),
            "to": Self.people(draft.to), "cc": Self.people(draft.cc), "bcc": Self.people(draft.bcc),
            "replyTo": Self.people(draft.replyTo),
        ]
        if let from = draft.from { fields["from"] = Self.people([from]) }
        if let answered = draft.inReplyToHeader {
            fields["inReplyTo"] = .strings([answered.bareMessageID])
        }
        if !references.isEmpty { fields["references"] = .strings(references.map(\.bareMessageID)) }
        for empty in ["to", "cc", "bcc", "replyTo"] where fields[empty] == .array([]) { fields[empty] = nil }
        return .object(fields.merging(body) { $1 })
    }

    private var body: [String: JSON] {
        var values: [String: JSON] = [:]
        var fields: [String: JSON] = [:]
        if let plain = draft.body.plain ?? (draft.body.html == nil ? "" : nil) {
            values["plain"] = ["value": .string(plain)]
            fields["textBody"] = [["partId": "plain", "type": "text/plain"]]
        }
        if let html = draft.body.html {
            values["html"] = ["value": .string(html)]
            fields["htmlBody"] = [["partId": "html", "type": "text/html"]]
        }
        fields["bodyValues"] = .object(values)
        if !draft.files.isEmpty {
            fields["attachments"] = .array(
                draft.files.map { file in
                    Self.part(file)
                })
        }
        return fields
    }

    /// A type with parameters, such as a calendar's method (RFC 6047 §2.4), has to be given as a header: `type` has none. The name
    /// stands in it then, for Cyrus takes no `name` beside it.
    private static func part(_ file: MessageFile) -> JSON {
        let type = file.contentType.inOneLine
        var part: [String: JSON] = ["blobId": .string(file.remoteID.rawValue), "disposition": "attachment"]
        if type.contains(";") {
            let name = file.fileName.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
            part["header:Content-Type:asRaw"] = .string(" \(type);name=\"\(name)\"")
        } else {
            part["type"] = .string(type)
            part["name"] = .string(file.fileName.inOneLine)
        }
        return .object(part)
    }

    private static func people(_ addresses: [MailAddress]) -> JSON {
        .array(
            addresses.map { address in
                [
                    "name": address.name.isEmpty ? .null : .string(address.name.inOneLine),
                    "email": .string(address.email.inOneLine),
                ]
            })
    }
}

extension String {
    /// JMAP's message ids have no angle brackets (RFC 8621 §4.1.2.5).
    var bareMessageID: String { inOneLine.trimmingCharacters(in: CharacterSet(charactersIn: "<> ")) }
}
