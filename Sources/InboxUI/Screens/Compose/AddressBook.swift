import InboxModel

/// The people whom a draft may go to.
struct AddressBook: Hashable {
    /// The most likely first.
    var people: [MailAddress] = []

    private static let shown = 5

    /// Whose name, part of a name, or address begins with the text; none for an empty one.
    func completions(of text: String, besides taken: [MailAddress] = []) -> [MailAddress] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let found = people.lazy.filter { person in
            Self.begins(person, with: wanted) && !taken.contains { $0.isSameMailbox(as: person) }
        }
        return Array(found.prefix(Self.shown))
    }

    /// The one person of exactly that name or address.
    func named(_ text: String) -> MailAddress? {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return nil }
        let found = people.filter { $0.name.lowercased() == wanted || $0.email.lowercased() == wanted }
        return found.count == 1 ? found[0] : nil
    }

    private static func begins(_ person: MailAddress, with wanted: String) -> Bool {
        let name = person.name.lowercased()
        return person.email.lowercased().hasPrefix(wanted) || name.hasPrefix(wanted)
            || name.split(separator: " ").dropFirst().contains { $0.hasPrefix(wanted) }
    }
}
