import Foundation
import InboxModel
import MailContent

/// A draft as an Email to be created (RFC 8621 §4.6).
struct DraftEmail {
    let draft: RemoteDraft
    let mailbox: RemoteID
    /// The Message-IDs of the thread before the draft, the oldest first, without brackets.
    let references: [String]
    /// The labels that it has besides.
    var others: Set<RemoteID> = []

    /// Larger files, in bytes, are not uploaded again with each save.
    private static let mostFiles = 1 << 20

    /// Whether a content type has parameters besides a charset, which Cyrus rejects for texts and loses for files by writing the type twice,
    /// or there are headers that servers might write differently.
    var needsOwnBytes: Bool {
        guard draft.files.reduce(0, { $0 + $1.size }) <= Self.mostFiles else { return false }
        return !draft.headers.isEmpty
            || draft.files.map(\.typeToPassOn).contains { $0.contains(";") && Self.charset(of: $0) == nil }
            || draft.body.plain.map { FlowedText.wrapped($0, isExact: draft.body.html != nil) != nil } ?? false
    }

    /// Returns the whole message, including Bcc.
    /// - Parameter files: the files of the draft, with their content.
    func bytes(_ files: [OutgoingFile], now: Date) -> [UInt8] {
        var message = ComposedMessage(date: now, messageID: Self.bracketed(draft.messageIDHeader))
        message.from = draft.from.map { [$0] } ?? []
        (message.to, message.cc, message.bcc, message.replyTo) = (draft.to, draft.cc, draft.bcc, draft.replyTo)
        (message.subject, message.body, message.files) = (draft.subject, draft.body, files)
        message.inReplyTo = draft.inReplyToHeader.map(Self.bracketed)
        message.references = references.map(Self.bracketed)
        message.others = draft.headers
        return message.bytes
    }

    private static func bracketed(_ id: String) -> String { "<\(id.bareMessageID)>" }

    /// Returns the email to create from such bytes (RFC 8621 §4.8).
    func json(blob: String) -> JSON { .object(place.merging(["blobId": .string(blob)]) { $1 }) }

    private var place: [String: JSON] {
        let mailboxes = others.union([mailbox]).map { ($0.rawValue, JSON.bool(true)) }
        return [
            "mailboxIds": Dictionary(uniqueKeysWithValues: mailboxes).json,
            "keywords": Dictionary(uniqueKeysWithValues: draft.keywords.map { ($0.rawValue, JSON.bool(true)) }).json,
        ]
    }

    var json: JSON {
        var fields = place.merging([
            "messageId": .strings([draft.messageIDHeader.bareMessageID]),
            // Some servers turn a line break in the subject into a separate header.
            "subject": .string(draft.subject.inOneLine),
            "to": Self.people(draft.to), "cc": Self.people(draft.cc), "bcc": Self.people(draft.bcc),
            "replyTo": Self.people(draft.replyTo),
        ]) { $1 }
        if let from = draft.from { fields["from"] = Self.people([from]) }
        if let answered = draft.inReplyToHeader {
            fields["inReplyTo"] = .strings([answered.bareMessageID])
        }
        if !references.isEmpty { fields["references"] = .strings(references.map(\.bareMessageID)) }
        for empty in ["to", "cc", "bcc", "replyTo"] where fields[empty] == .array([]) { fields[empty] = nil }
        return .object(fields.merging(headers) { $1 }.merging(body) { $1 })
    }

    /// The extra headers by name, with all values of a name that occurs several times (RFC 8621 §4.1.3).
    private var headers: [String: JSON] {
        let named = Dictionary(grouping: draft.headers.withoutDate) { $0.name.lowercased() }
        return named.values.reduce(into: [:]) { fields, same in
            let values = same.map { JSON.string(Self.raw($0)) }
            let name = "header:\(same[0].name):asRaw"
            if values.count == 1 { fields[name] = values[0] } else { fields[name + ":all"] = .array(values) }
        }
    }

    /// Returns the folded value after the colon (RFC 8621 §4.1.2.1).
    private static func raw(_ header: DraftHeader) -> String {
        let value = HeaderWriter.field(header).dropFirst(header.name.count + 1)
        return String(value.hasSuffix("\r\n") ? value.dropLast() : value)
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
            fields["attachments"] = .array(draft.files.map { Self.part($0, isInline: isInline($0)) })
        }
        return fields
    }

    /// A type with parameters, such as a calendar's method (RFC 6047 §2.4), must be set as a header, because `type` has none. It includes
    /// the name, because Cyrus accepts no `name` beside it.
    private static func part(_ file: MessageFile, isInline: Bool) -> JSON {
        let whole = file.typeToPassOn
        let isPlain = whole.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        let type = isPlain && whole.utf8.count < 300 ? whole : "application/octet-stream"
        var part: [String: JSON] = [
            "blobId": .string(file.remoteID.rawValue), "disposition": isInline ? "inline" : "attachment",
        ]
        if isInline { part["cid"] = file.contentID.map { .string($0.inOneLine) } }
        if let charset = charset(of: type) {
            part["type"] = .string(String(type.prefix { $0 != ";" }))
            part["charset"] = .string(charset)
            part["name"] = .string(file.fileName.inOneLine)
        } else if type.contains(";") {
            let name = file.fileName.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
            part["header:Content-Type:asRaw"] = .string(" \(type);name=\"\(name)\"")
        } else {
            part["type"] = .string(type)
            part["name"] = .string(file.fileName.inOneLine)
        }
        return .object(part)
    }

    /// Returns the charset of a text if its type has no other parameter: this one is a property of a part (RFC 8621 §4.1.4).
    private static func charset(of type: String) -> String? {
        type.wholeMatch(of: /text\/[^;]+;\s*charset=([A-Za-z0-9._+\-]+)/.ignoresCase()).map { String($0.output.1) }
    }

    /// Whether the text shows the file (RFC 2392).
    private func isInline(_ file: MessageFile) -> Bool {
        guard let id = file.contentID, !id.isEmpty else { return false }
        return draft.body.html?.contains("cid:\(id)") ?? false
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
    /// The text as a JMAP message id, without angle brackets (RFC 8621 §4.1.2.5).
    var bareMessageID: String { inOneLine.trimmingCharacters(in: CharacterSet(charactersIn: "<> ")) }
}
