import Foundation
import InboxModel
import MailContent

/// An Email (RFC 8621 §4.1) with the requested properties.
struct WireEmail: Decodable, Sendable {
    var remote: RemoteMessage
    var blobID: String?
    /// The value of the Date header; nil if it was not requested or is missing.
    var sentAt: Date?
    /// Whether the server does not say when it arrived: every email has such a time (RFC 8621 §4.1.1), and none is from before 1970.
    let isUndated: Bool
    /// Empty unless they were requested.
    var headers: [DraftHeader]
    /// False if the server truncated a body value (RFC 8621 §4.1.4).
    var hasWholeBody: Bool
    /// Whether the server could not decode some text or the subject.
    var isGarbled = false
    /// The size of the whole email in bytes; nil if it was not requested.
    var size: Int?
    /// A problem with the date that is shown to the user.
    fileprivate(set) var dateProblem: String?

    fileprivate enum CodingKeys: String, CodingKey {
        case id, threadId, blobId, mailboxIds, keywords, receivedAt, subject, from, to, cc, bcc, replyTo, preview
        case attachments, messageId, inReplyTo, textBody, htmlBody, bodyValues, sentAt, headers, size
        case listID = "header:List-Id:asText"
        case allFrom = "header:From:asAddresses:all"
        case allSubject = "header:Subject:asText:all"
        case allDate = "header:Date:asDate:all"
    }

    /// The maximum number of parts that are read (P-1). Further parts are only in the source.
    private static let mostParts = 1_000

    static let shortProperties: [String] = [
        "id", "threadId", "blobId", "mailboxIds", "keywords", "receivedAt", "subject", "preview", "size",
    ]
    static let listProperties =
        shortProperties + [
            "from", "to", "cc", "bcc", "replyTo", "attachments", "messageId", "inReplyTo", CodingKeys.listID.rawValue,
        ]
    static let bodyProperties =
        listProperties + [
            "textBody", "htmlBody", "bodyValues", "sentAt",
            CodingKeys.allFrom.rawValue, CodingKeys.allSubject.rawValue, CodingKeys.allDate.rawValue,
        ]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        let id = try fields.required(.id)
        let told = fields.text(.receivedAt).flatMap(UTCDate.parse)
        let received = told.flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
        isUndated = received == nil
        blobID = fields.text(.blobId)
        sentAt = fields.text(.sentAt).flatMap(UTCDate.parse)
        headers = fields.list(.headers, of: WireHeader.self).compactMap(\.asWritten)
        size = fields.whole(.size)
        let parts = fields.list(.attachments, of: WirePart.self)
        let values = fields.value(.bodyValues, as: [String: BodyValue].self)
        let text = fields.list(.textBody, of: WirePart.self)
        let html = fields.list(.htmlBody, of: WirePart.self)
        hasWholeBody = values.map { !$0.values.contains(where: \.isTruncated) } ?? false
        remote = RemoteMessage(
            id: RemoteID(id), thread: RemoteID(fields.text(.threadId) ?? id), subject: fields.text(.subject) ?? "",
            from: fields.people(.from), to: fields.people(.to), cc: fields.people(.cc), bcc: fields.people(.bcc),
            replyTo: fields.people(.replyTo),
            receivedAt: received ?? Date(timeIntervalSince1970: 0),
            snippet: Snippet.text(ofPreview: fields.text(.preview) ?? ""),
            keywords: fields.marks(.keywords),
            mailboxes: Set(fields.flags(.mailboxIds).map { RemoteID($0) }),
            files: parts.prefix(Self.mostParts).compactMap(\.file),
            messageIDHeader: fields.list(.messageId, of: String.self).first.map { "<\($0)>" },
            inReplyToHeader: fields.list(.inReplyTo, of: String.self).first.map { "<\($0)>" },
            listID: fields.listID(), size: size,
            body: values.map { BodyChoice(values: $0, text: text, html: html).body })
        if remote.snippet.isEmpty, let body = remote.body { remote.snippet = Snippet.text(of: body) }
        let dates = fields.list(.allDate, of: String.self)
        // Of several headers servers return the last (RFC 8621 §4.1.3). The first counts, as in mail parsed here (H-4).
        let written = dates.count > 1 ? dates.first.flatMap(UTCDate.parse) : sentAt
        dateProblem = received.flatMap { DateCheck.problem(written: written, received: $0) }
        let (froms, subjects) = (
            fields.list(.allFrom, of: [WirePerson].self), fields.list(.allSubject, of: String.self)
        )
        if froms.count > 1 { remote.from = froms[0].map(\.address) }
        if subjects.count > 1 { remote.subject = subjects[0] }
        isGarbled = (values?.values.contains(where: \.isGarbled) ?? false) || values != nil && remote.subject.hasStandIn
        remote.body?.problems = (dateProblem.map { [$0] } ?? []) + fields.problems(values ?? [:])
        remote.body?.writtenAt = received.flatMap { DateCheck.believed(written: written, received: $0) }
        if parts.count > Self.mostParts {
            remote.body?.problems.append("It has more than \(Self.mostParts) files: the others are in its source only")
        }
    }

    struct BodyValue: Decodable, Sendable {
        var value: String
        var isTruncated: Bool
        /// The charset or the transfer encoding was unknown or broken.
        var isEncodingProblem: Bool
        var isGarbled: Bool { isEncodingProblem || value.hasStandIn }

        private enum CodingKeys: String, CodingKey { case value, isTruncated, isEncodingProblem }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            value = fields.text(.value) ?? ""
            isTruncated = fields.flag(.isTruncated) ?? false
            isEncodingProblem = fields.flag(.isEncodingProblem) ?? false
        }
    }

    /// Chooses the parts that are the message's text.
    private struct BodyChoice {
        let values: [String: BodyValue]
        let text: [WirePart]
        let html: [WirePart]

        /// Both lists have the same parts if the message has only one form. If plain text stands beside HTML, such as the footer of a
        /// mailing list, only the HTML form is complete: the plain text lacks the actual message.
        var body: MessageBody {
            let isWhole = text.contains { asPlain($0) != nil } && !text.contains { $0.type == "text/html" }
            let plain = isWhole ? text.compactMap(asPlain) : []
            let rich = html.contains { $0.type == "text/html" } ? html.compactMap(asHTML) : []
            if plain.isEmpty, rich.isEmpty { return MessageBody(plain: "") }
            return MessageBody(
                html: rich.isEmpty ? nil : rich.joined(separator: "\n"),
                plain: plain.isEmpty ? nil : plain.joined(separator: "\n"))
        }

        private func value(_ part: WirePart) -> String? { part.partID.flatMap { values[$0]?.value } }
        /// Servers replace CRLF only (RFC 8621 §4.1.4), but the lines of some mail end in a bare CR.
        private func lines(_ part: WirePart) -> String? { value(part)?.withLineFeeds() }
        private func asPlain(_ part: WirePart) -> String? {
            switch part.type {
            case "text/html": nil
            case "text/plain": lines(part).map(part.unbroken)
            case _ where EnrichedText.isOne(part.type): lines(part).map(EnrichedText.plain)
            case _ where BodySelection.isOtherText(part.type): lines(part)
            default: nil
            }
        }

        private func asHTML(_ part: WirePart) -> String? {
            switch part.type {
            case "text/html": value(part)
            default: asPlain(part).map { PlainAsHTML.wrapped($0) }
            }
        }
    }
}

extension JSONMembers where Key == WireEmail.CodingKeys {
    fileprivate func listID() -> String? {
        guard contains(.listID) else { return nil }
        return text(.listID).flatMap { ParsedMessage.listID(of: $0) } ?? ""
    }

    /// Describes what is broken in the email (RFC 8621 §4.1.4).
    fileprivate func problems(_ values: [String: WireEmail.BodyValue]) -> [String] {
        var problems: [String] = []
        for (key, name) in [(Key.allFrom, "From"), (.allSubject, "Subject"), (.allDate, "Date")]
        where list(key, of: Anything.self).count > 1 {
            problems.append("There are several \(name) headers; the first one counts")
        }
        if values.values.contains(where: \.isEncodingProblem) {
            problems.append("Some of the text was encoded wrongly; what could be read is shown")
        }
        if values.values.contains(where: \.isTruncated) {
            problems.append("The server gave only the beginning of the text")
        }
        return problems
    }
}

/// An element that is only counted.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}

extension String {
    /// Whether the text has the replacement character.
    fileprivate var hasStandIn: Bool { unicodeScalars.contains("\u{FFFD}") }
}

/// The mailboxes and keywords of an email: everything about it that can change (RFC 8621 §4.1).
struct WireMarks: Decodable, Sendable {
    static let properties = ["id", "mailboxIds", "keywords"]

    var id: String
    var keywords: Set<Keyword>
    var mailboxes: Set<RemoteID>

    private enum CodingKeys: String, CodingKey { case id, mailboxIds, keywords }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = try fields.required(.id)
        keywords = fields.marks(.keywords)
        mailboxes = Set(fields.flags(.mailboxIds).map { RemoteID($0) })
    }
}

/// The property that leads from an email to its thread.
struct WireThreadOf: Decodable, Sendable {
    var id: String?
    var threadId: String
}

struct WireThreadEmails: Decodable, Sendable {
    var id: String
    var emailIds: [String]
}

extension JSONMembers {
    /// Returns the keys of an object whose values are `true`.
    func flags(_ key: Key) -> [String] {
        (try? members(AnyKey.self, of: key))?.flags ?? []
    }

    /// Returns the valid keywords. Others could be neither shown nor sent back.
    func marks(_ key: Key) -> Set<Keyword> {
        Set(flags(key).map { Keyword($0) }.filter(\.isValid))
    }

    fileprivate func people(_ key: Key) -> [MailAddress] {
        list(key, of: WirePerson.self).map(\.address)
    }

    /// Returns the people to whom mail can be sent, each on one line.
    func writablePeople(_ key: Key) -> [MailAddress] {
        people(key).map { MailAddress(name: $0.name.inOneLine, email: $0.email.inOneLine) }
            .filter { EmailAddress.isWritable($0.email) }
    }
}

/// An EmailAddress (RFC 8621 §4.1.2.3).
private struct WirePerson: Decodable {
    var address: MailAddress

    private enum CodingKeys: String, CodingKey { case name, email }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        address = MailAddress(name: fields.text(.name) ?? "", email: fields.text(.email) ?? "")
    }
}
