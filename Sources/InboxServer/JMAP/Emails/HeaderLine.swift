import Foundation
import InboxModel
import MailContent

/// A header field that one property of an Email to create specifies.
struct HeaderLine {
    /// In lower case.
    let name: String
    private let written: String
    private let form: HeaderProperty.Form
    let wantsAll: Bool

    /// The properties that stand for a header in a particular form (RFC 8621 §4.1.3).
    static let conveniences: [String: (header: String, form: HeaderProperty.Form)] = [
        "messageId": ("Message-ID", .messageIDs), "inReplyTo": ("In-Reply-To", .messageIDs),
        "references": ("References", .messageIDs), "sender": ("Sender", .addresses), "from": ("From", .addresses),
        "to": ("To", .addresses), "cc": ("Cc", .addresses), "bcc": ("Bcc", .addresses),
        "replyTo": ("Reply-To", .addresses), "subject": ("Subject", .text), "sentAt": ("Date", .date),
    ]

    init?(_ property: String) {
        if let known = Self.conveniences[property] {
            (written, form, wantsAll) = (known.header, known.form, false)
        } else if let header = HeaderProperty(property) {
            (written, form, wantsAll) = (header.header, header.form, header.wantsAll)
        } else {
            return nil
        }
        name = written.lowercased()
    }

    func text(_ value: JSONValue, property: String) throws -> String {
        let values = wantsAll ? value.arrayValue ?? [] : [value]
        return try values.map { value in
            guard let line = line(value) else { throw SetError.invalidProperties([property], "has not the right form") }
            return line
        }.joined()
    }

    private func line(_ value: JSONValue) -> String? {
        switch form {
        case .raw: return value.textValue.map { HeaderWriter.field(written, raw: HeaderWriter.cleaned($0)) }
        case .text: return value.textValue.map { HeaderWriter.field(written, text: $0) }
        case .addresses: return addresses(value.arrayValue)
        case .groupedAddresses: return addresses(value.arrayValue?.flatMap { $0["addresses"]?.arrayValue ?? [] })
        case .date:
            return value.textValue.flatMap(UTCDate.seconds).map {
                HeaderWriter.field(written, raw: HeaderDate.text(Date(timeIntervalSince1970: TimeInterval($0))))
            }
        case .messageIDs, .urls:
            guard let ids = value.arrayValue?.compactMap(\.textValue), ids.count == value.arrayValue?.count,
                ids.allSatisfy(Self.isBare)
            else { return nil }
            return ids.isEmpty ? "" : HeaderWriter.field(written, raw: ids.map { "<\($0)>" }.joined(separator: " "))
        }
    }

    private func addresses(_ values: [JSONValue]?) -> String? {
        guard let values else { return nil }
        let addresses = values.compactMap { value in
            value["email"]?.textValue.map { MailAddress(name: value["name"]?.textValue ?? "", email: $0) }
        }
        guard addresses.count == values.count else { return nil }
        return addresses.isEmpty ? "" : HeaderWriter.field(written, addresses: addresses)
    }

    private static func isBare(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>".utf8.contains($0) }
    }
}
