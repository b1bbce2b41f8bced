import Foundation
import InboxModel

/// Addresses as feeds write them: `Ann <ann@x.example>`, an address, or just a name; several separated by commas.
enum FeedAddress {
    static func list(_ text: String) -> [MailAddress] {
        text.split(whereSeparator: { $0 == "," || $0 == ";" }).compactMap { one(String($0)) }
    }

    private static func one(_ text: String) -> MailAddress? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        guard let open = text.lastIndex(of: "<"), text.hasSuffix(">") else { return MailAddress(email: text) }
        let email = text[text.index(after: open)...].dropLast().trimmingCharacters(in: .whitespaces)
        let name = text[..<open].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        return email.isEmpty ? MailAddress(email: name) : MailAddress(name: name, email: email)
    }
}
