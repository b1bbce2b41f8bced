public import InboxModel

/// Whom the user has written to, or keeps as a contact: what a stranger may pretend to be.
public struct KnownPeople: Hashable, Sendable {
    /// Lower case.
    private var addresses: Set<String> = []
    /// An address of everyone with a first and a last name, by what the name looks like.
    private var byName: [String: String] = [:]
    /// Registrable domains, by what they look like.
    private var byDomain: [String: Set<String>] = [:]

    public init() {}

    /// - Parameter contacts: those who have only written to the user, unasked, are left out.
    public init(_ contacts: [Contact]) {
        for contact in contacts where contact.sentCount > 0 || contact.remoteID != nil || contact.card != nil {
            let email = contact.address.email.lowercased()
            guard addresses.insert(email).inserted else { continue }
            if let key = Self.nameKey(contact.address.name), byName[key] == nil { byName[key] = email }
            let domain = PublicSuffix.registrable(EmailAddress.domain(of: email))
            if !domain.isEmpty { byDomain[LookAlike.appearance(domain), default: []].insert(domain) }
        }
    }

    func knows(_ email: String) -> Bool { addresses.contains(email.lowercased()) }

    /// An address of someone known by that name; nil when nobody is.
    func address(named name: String) -> String? { byName.isEmpty ? nil : Self.nameKey(name).flatMap { byName[$0] } }

    /// A known domain that this one, which is none, can be taken for.
    func domain(like domain: String) -> String? {
        guard !byDomain.isEmpty else { return nil }
        let domain = PublicSuffix.registrable(domain)
        guard let known = byDomain[LookAlike.appearance(HostName.inLetters(domain))], !known.contains(domain)
        else { return nil }
        return known.min()
    }

    /// One name alone is shared by too many.
    private static func nameKey(_ name: String) -> String? {
        let words = LookAlike.appearance(name).split { !$0.isLetter && !$0.isNumber }
        return words.count >= 2 ? words.sorted().joined(separator: " ") : nil
    }
}
