public import InboxModel

/// The people whom the user has written to or keeps as a contact: those a stranger may pretend to be.
public struct KnownPeople: Hashable, Sendable {
    /// In lower case.
    private var addresses: Set<String> = []
    /// An address of each person with a first and a last name, by the appearance of the name.
    private var byName: [String: String] = [:]
    /// Registrable domains, by their appearance.
    private var byDomain: [String: Set<String>] = [:]

    public init() {}

    public init(_ contacts: [Contact]) {
        for contact in contacts { add(contact) }
    }

    /// Leaves out those who have written to the user but never got mail from them, unless they are saved.
    public mutating func add(_ contact: Contact) {
        guard contact.sentCount > 0 || contact.remoteID != nil || contact.card != nil else { return }
        let email = contact.address.email.lowercased()
        guard addresses.insert(email).inserted else { return }
        if let key = Self.nameKey(contact.address.name), byName[key] == nil { byName[key] = email }
        addDomain(of: email)
    }

    /// Adds the domain of one of the user's own addresses: a stranger may pretend to be from there.
    public mutating func addOwn(_ email: String) { addDomain(of: email.lowercased()) }

    private mutating func addDomain(of email: String) {
        let domain = PublicSuffix.registrable(EmailAddress.domain(of: email))
        if !domain.isEmpty { byDomain[LookAlike.appearance(domain), default: []].insert(domain) }
    }

    func knows(_ email: String) -> Bool { addresses.contains(email.lowercased()) }

    /// Returns an address of a known person with that name; `nil` when there is none.
    func address(named name: String) -> String? { byName.isEmpty ? nil : Self.nameKey(name).flatMap { byName[$0] } }

    /// Returns a known domain for which this unknown one can be mistaken.
    func domain(like domain: String) -> String? {
        guard !byDomain.isEmpty else { return nil }
        let domain = PublicSuffix.registrable(domain)
        guard let known = byDomain[LookAlike.appearance(HostName.inLetters(domain))], !known.contains(domain)
        else { return nil }
        return known.min()
    }

    /// Returns `nil` for a single name, since too many people share it.
    private static func nameKey(_ name: String) -> String? {
        let words = LookAlike.appearance(name).split { !$0.isLetter && !$0.isNumber }
        return words.count >= 2 ? words.sorted().joined(separator: " ") : nil
    }
}
