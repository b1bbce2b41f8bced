import InboxModel
import MailContent

/// The address of an account as typed. It becomes the sender of what is written, so it must be one address and nothing else.
package enum AccountAddress {
    /// Signs that a name before the @ has in quotes only (RFC 5322 §3.2.3), as no account's has.
    private static let signs: Set<Character> = ["<", ">", "(", ")", "[", "]", ":", ";", ",", "\\", "\"", "@"]

    package static func isValid(_ text: String) -> Bool {
        guard EmailAddress.isValid(text), CleanText.line(text) == text, let at = text.lastIndex(of: "@") else {
            return false
        }
        return isName(text[..<at])
    }

    /// Returns the only address of a text that has something besides, such as `Ann <ann@example.test>`, and the name that is given for it.
    package static func within(_ text: String) -> (address: String, name: String)? {
        let (found, rest) = AddressList.parse(text)
        guard found.count == 1, rest.isEmpty, let only = found.first, only.email != text, isValid(only.email) else {
            return nil
        }
        return (only.email, only.name)
    }

    /// Returns why a text is not an address yet; nil when it is one.
    static func flaw(_ text: String) -> String? {
        guard !isValid(text) else { return nil }
        if let (address, _) = within(text) { return "type the address alone: \(address)" }
        let start = "not an address yet: "
        guard let at = text.lastIndex(of: "@") else { return start + "it needs an @" }
        if at == text.startIndex { return start + "a name comes before the @" }
        if !isName(text[..<at]) { return start + "no spaces come before the @, nor signs such as : or @" }
        let labels = text[text.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false)
        if labels.count < 2 { return start + "the part after @ needs a dot" }
        guard let last = labels.last, last.count >= 2, last.allSatisfy(\.isLetter) else {
            return start + "it ends in a dot and two letters or more"
        }
        return start + "after @ there are letters, digits, hyphens and dots only"
    }

    private static func isName(_ text: Substring) -> Bool { !text.contains { $0.isWhitespace || signs.contains($0) } }
}
