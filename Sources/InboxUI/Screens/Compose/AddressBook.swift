import Foundation
public import InboxKit
public import InboxModel
import MailContent

/// The people whom a draft may go to, and groups of them.
public struct AddressBook: Hashable {
    /// What a typed text may become.
    struct Choice: Hashable {
        /// The group's name; nil for a person.
        var group: String?
        var addresses: [MailAddress]
    }

    /// The most likely first.
    var people: [MailAddress] = []
    /// By the names that are typed for them.
    var groups: [String: [MailAddress]] = [:]
    /// What the user's own command found for a text; it counts while that text stands.
    var lookUp: LookUp?

    struct LookUp: Hashable {
        var text: String
        var people: [MailAddress]
    }

    init(people: [MailAddress] = [], groups: [String: [MailAddress]] = [:]) {
        self.people = people
        self.groups = groups
    }

    /// Everyone who is known, and the groups of the settings and of the contacts; those of the settings win.
    public init(session: MailSession, settings: Settings, people: [MailAddress]? = nil) {
        let own = settings.aliases.mapValues { AddressList.parse($0.joined(separator: ",")).addresses }
        let groups = ((try? session.contactGroups()) ?? [:]).merging(own) { _, own in own }
        self.init(
            people: people ?? ((try? session.contacts(.everyone, sort: .use)) ?? []).map(\.address), groups: groups)
    }

    /// What is typed as addresses, names or groups by commas, and what is none of these.
    public func people(in text: String) -> (people: [MailAddress], rest: String) {
        if let known = named(text.trimmingCharacters(in: .whitespaces)) { return (known, "") }
        let (addresses, rest) = AddressList.parse(text)
        var people = addresses
        var unknown: [String] = []
        for part in rest.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) where !part.isEmpty {
            if let known = named(part) { people += known } else { unknown.append(part) }
        }
        return (people, unknown.joined(separator: ", "))
    }

    /// As many choices as are offered.
    static let shown = 5

    /// Groups and people whose name, part of a name, address or domain begins with the text; none for an empty one.
    func completions(of text: String, besides taken: [MailAddress] = []) -> [Choice] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let groups = self.groups.keys.sorted().filter { $0.lowercased().hasPrefix(wanted) }
            .map { Choice(group: $0, addresses: self.groups[$0] ?? []) }
        let more = lookUp?.text == text ? lookUp?.people ?? [] : []
        var met = Set(taken.map { $0.email.lowercased() })
        var choices = groups
        for person in people.lazy.filter({ Self.begins($0, with: wanted) }).prefix(Self.shown + taken.count) + more {
            guard choices.count < Self.shown else { break }
            if met.insert(person.email.lowercased()).inserted { choices.append(Choice(addresses: [person])) }
        }
        // Who types a whole address means it, though it is the beginning of another.
        let isMeant = choices.contains { $0.addresses.contains { $0.email.lowercased() == wanted } }
        if isAddress(wanted), !choices.isEmpty, !isMeant {
            choices.insert(Choice(addresses: [MailAddress(email: text)]), at: 0)
        }
        return choices
    }

    /// The group of exactly that name, or the one person of that name or address. Anybody can call himself by another's
    /// address: that is nobody's name (H-1).
    func named(_ text: String) -> [MailAddress]? {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return nil }
        if let group = groups.first(where: { $0.key.lowercased() == wanted }) { return group.value }
        let isAddress = wanted.contains("@")
        let found = people.filter { isAddress ? $0.email.lowercased() == wanted : $0.name.lowercased() == wanted }
        return found.count == 1 ? found : nil
    }

    private func isAddress(_ text: String) -> Bool { EmailAddress.isValid(text) && text.contains(".") }

    private static func begins(_ person: MailAddress, with wanted: String) -> Bool {
        let email = person.email.lowercased()
        let name = person.name.contains("@") ? "" : person.name.lowercased()
        return email.hasPrefix(wanted) || name.hasPrefix(wanted)
            || name.split(separator: " ").dropFirst().contains { $0.hasPrefix(wanted) }
            || wanted.count > 1 && email.split(separator: "@").last.map { $0.hasPrefix(wanted) } == true
    }
}
