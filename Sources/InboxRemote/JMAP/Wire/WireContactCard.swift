import Foundation
import InboxModel

/// A card of an address book (RFC 9610 §3, RFC 9553), with only what mail needs.
struct WireContactCard: Decodable, Sendable {
    static let properties = ["id", "name", "nicknames", "organizations", "emails"]
    /// Further addresses of a card are ignored.
    static let mostAddresses = 10

    var id: String
    /// The full name, or a nickname or organization if the card has no name.
    var name: String
    /// The preferred one first.
    var emails: [String]

    private enum CodingKeys: String, CodingKey { case id, name, nicknames, organizations, emails }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = try fields.required(.id)
        let addresses = fields.value(.emails, as: ByKey<Address>.self)?.values ?? []
        emails = []
        // Addresses with equal preference stay in the order of their keys, so that each keeps its number.
        for address in addresses.enumerated().sorted(by: {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }) {
            let email = address.element.email
            if email.contains("@"), !emails.contains(email) { emails.append(email) }
        }
        emails = Array(emails.prefix(Self.mostAddresses))
        let others = [CodingKeys.nicknames, .organizations].lazy
            .flatMap { fields.value($0, as: ByKey<Named>.self)?.values ?? [] }.map(\.name)
        name =
            (fields.value(.name, as: Name.self)?.text).flatMap { $0.isEmpty ? nil : $0 } ?? others.first { !$0.isEmpty }
            ?? ""
    }

    /// One contact for each address: the first has the card's id, the others have ids of their own.
    var contacts: [RemoteContact] {
        emails.enumerated().map { RemoteContact(id: Self.id(of: id, $0), address: MailAddress(name: name, email: $1)) }
    }

    /// The contact ids that the card does not use now, whatever it had before.
    var goneContacts: [RemoteID] { (emails.count..<Self.mostAddresses).map { Self.id(of: id, $0) } }

    static func allContacts(of id: String) -> [RemoteID] { (0..<mostAddresses).map { Self.id(of: id, $0) } }

    /// Server ids never contain `#` (RFC 8620 §1.2).
    private static func id(of card: String, _ number: Int) -> RemoteID {
        RemoteID(number == 0 ? card : "\(card)#\(number)")
    }
}

/// An object whose keys are arbitrary ids. Unreadable values are skipped.
private struct ByKey<Value: Decodable>: Decodable {
    var values: [Value]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(AnyKey.self)
        values = fields.allKeys.sorted { $0.stringValue < $1.stringValue }.compactMap {
            fields.value($0, as: Value.self)
        }
    }
}

private struct Address: Decodable {
    var email: String
    /// RFC 9553 §1.5.4: 1 comes first, no preference last.
    var order: Int

    private enum CodingKeys: String, CodingKey { case address, pref }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        email = try fields.required(.address).inOneLine.trimmingCharacters(in: .whitespaces)
        order = fields.whole(.pref) ?? .max
    }
}

/// A nickname or an organization.
private struct Named: Decodable {
    var name: String

    private enum CodingKeys: String, CodingKey { case name }

    init(from decoder: any Decoder) throws {
        name = try decoder.members(CodingKeys.self).required(.name).inOneLine
    }
}

/// RFC 9553 §2.2.1
private struct Name: Decodable {
    var text: String

    private struct Component: Decodable {
        var kind: String
        var value: String

        private enum CodingKeys: String, CodingKey { case kind, value }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            kind = fields.text(.kind) ?? ""
            value = try fields.required(.value)
        }
    }

    private enum CodingKeys: String, CodingKey { case full, components, isOrdered, defaultSeparator }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        if let full = fields.text(.full), !full.isEmpty {
            text = full.inOneLine
            return
        }
        let parts = fields.list(.components, of: Component.self)
        if fields.flag(.isOrdered) == true {
            let usual = fields.text(.defaultSeparator) ?? " "
            text = ""
            var isApart = true
            for part in parts {
                let isSeparator = part.kind == "separator"
                text += isSeparator || isApart ? part.value : usual + part.value
                isApart = isSeparator
            }
        } else {
            let order = ["given", "given2", "surname", "surname2"]
            text = order.flatMap { kind in parts.filter { $0.kind == kind }.map(\.value) }.joined(separator: " ")
        }
        text = text.inOneLine
    }
}
