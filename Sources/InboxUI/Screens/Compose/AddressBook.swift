import Foundation
package import InboxKit
package import InboxModel
import MailContent

/// The people and groups that a draft may be addressed to.
package struct AddressBook: Hashable {
    /// A completion of a typed text.
    struct Choice: Hashable {
        /// The group's name; nil for a person.
        var group: String?
        var addresses: [MailAddress]
    }

    /// The most likely first.
    var people: [MailAddress] = []
    /// The groups by the names that the user types for them.
    var groups: [String: [MailAddress]] = [:]
    /// What the user's own command found for a text; valid while the typed text stays the same.
    var lookUp: LookUp?

    struct LookUp: Hashable {
        var text: String
        var people: [MailAddress]
    }

    init(people: [MailAddress] = [], groups: [String: [MailAddress]] = [:]) {
        self.people = people
        self.groups = groups
    }

    /// All known people, and the groups of the settings and of the contacts; groups of the settings take precedence.
    package init(session: MailSession, settings: Settings, people: [MailAddress]? = nil) {
        let own = settings.aliases.mapValues { AddressList.parse($0.joined(separator: ",")).addresses }
            .filter { !$0.value.isEmpty }
        let groups = ((try? session.contactGroups()) ?? [:]).merging(own) { _, own in own }
        self.init(
            people: people ?? ((try? session.contacts(.everyone, sort: .use)) ?? []).map(\.address), groups: groups)
    }

    /// Splits a text at its commas into the people meant by addresses, names and groups, and the pieces that are none of these, both in
    /// their order in the text. A name that contains a comma must be quoted.
    /// - Parameter namesAddresses: Whether a bare address gets its known name. That name may come from received mail, so the caller
    ///   must pass true only where the user sees the name before the message is sent.
    package func people(in text: String, namesAddresses: Bool = true) -> (people: [MailAddress], rest: String) {
        let whole = text.trimmingCharacters(in: .whitespaces)
        if namesAddresses || !EmailAddress.isValid(whole), let known = named(whole) { return (known, "") }
        var people: [MailAddress] = []
        var unknown: [String] = []
        for piece in AddressList.pieces(of: text) {
            let (addresses, rest) = AddressList.parse(piece)
            people += addresses
            guard !rest.isEmpty else { continue }
            if let known = named(Self.bare(addresses.isEmpty ? piece : rest)) {
                people += known
            } else {
                unknown.append(rest)
            }
        }
        return (people, unknown.joined(separator: ", "))
    }

    /// Returns what to do about text that is no address, for display on a line. For a name shared by several people, or a part of names,
    /// it asks who is meant.
    package func problem(with rest: String) -> String {
        for name in AddressList.pieces(of: rest).map(Self.bare) {
            let sameName = called(name)
            let people =
                sameName.count > 1 ? sameName : completions(of: name).filter { $0.group == nil }.flatMap(\.addresses)
            guard !people.isEmpty else { continue }
            let shown = people.prefix(Self.shown).map { EmailAddress.shown($0.email) }.joined(separator: " or ")
            return "“\(CleanText.line(name))” may be \(shown): type the address"
        }
        return "“\(CleanText.line(rest))” is not an address, name or group"
    }

    /// Removes the quotes around a name.
    private static func bare(_ text: String) -> String {
        guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return text.dropFirst().dropLast().replacing("\\\"", with: "\"").trimmingCharacters(in: .whitespaces)
    }

    /// The maximum number of completions offered.
    static let shown = 5

    /// Returns the groups and people whose name, part of a name, address or domain begins with the text; none for an empty text.
    func completions(of text: String, besides taken: [MailAddress] = []) -> [Choice] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let groups = self.groups.keys.sorted().filter { $0.lowercased().hasPrefix(wanted) }
            .map { Choice(group: $0, addresses: self.groups[$0] ?? []) }
        let more = lookUp?.text == text ? lookUp?.people ?? [] : []
        var met = Set(taken.map { $0.email.lowercased() })
        var choices = groups
        // An exact match comes before a longer one.
        let most = Self.shown + taken.count
        let exact = people.lazy.filter { Self.isCalled($0, wanted) }.prefix(most)
        let others = people.lazy.filter { Self.begins($0, with: wanted) }.prefix(most)
        for person in Array(exact) + Array(others) + more {
            guard choices.count < Self.shown else { break }
            if met.insert(person.email.lowercased()).inserted { choices.append(Choice(addresses: [person])) }
        }
        // A complete address is meant as typed, even if another address begins with it.
        let isMeant = choices.contains { $0.addresses.contains { $0.email.lowercased() == wanted } }
        if isAddress(wanted), !choices.isEmpty, !isMeant {
            choices.insert(Choice(addresses: [MailAddress(email: text)]), at: 0)
        }
        return choices
    }

    /// Returns the group of exactly that name, or the only person of that name or address. An address used as a display name is not
    /// accepted as a name, since any sender can claim it (H-1).
    func named(_ text: String) -> [MailAddress]? {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return nil }
        if let group = groups.first(where: { $0.key.lowercased() == wanted }) { return group.value }
        let found = called(text)
        return found.count == 1 ? found : nil
    }

    /// Returns the people of exactly that name or address, each address once.
    private func called(_ text: String) -> [MailAddress] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let isAddress = wanted.contains("@")
        var met: Set<String> = []
        return people.filter { person in
            let email = person.email.lowercased()
            return (isAddress ? email : person.name.lowercased()) == wanted && met.insert(email).inserted
        }
    }

    private func isAddress(_ text: String) -> Bool { EmailAddress.isValid(text) && text.contains(".") }

    private static func isCalled(_ person: MailAddress, _ wanted: String) -> Bool {
        let email = person.email.lowercased()
        return email == wanted || email.hasPrefix(wanted + "@") || person.name.lowercased() == wanted
    }

    private static func begins(_ person: MailAddress, with wanted: String) -> Bool {
        let email = person.email.lowercased()
        let name = person.name.contains("@") ? "" : person.name.lowercased()
        return email.hasPrefix(wanted) || name.hasPrefix(wanted)
            || name.split(separator: " ").dropFirst().contains { $0.hasPrefix(wanted) }
            || wanted.count > 1 && email.split(separator: "@").last.map { $0.hasPrefix(wanted) } == true
    }
}
