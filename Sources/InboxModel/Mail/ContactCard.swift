/// What the user keeps about somebody besides the address. It stays on this machine: no server that Maraca speaks to stores it.
public struct ContactCard: Hashable, Sendable, Codable {
    public var phones: [String]
    /// Empty for none, as `note` is.
    public var firm: String
    public var note: String
    /// Names that are typed to write to everyone who carries them.
    public var groups: [String]
    /// The same for all addresses of one person, where a file gave several of them; nil for all others.
    public var person: String?

    public init(
        phones: [String] = [], firm: String = "", note: String = "", groups: [String] = [], person: String? = nil
    ) {
        self.phones = phones
        self.firm = firm
        self.note = note
        self.groups = groups
        self.person = person
    }

    /// This card with what another one says besides.
    public func adding(_ other: ContactCard) -> ContactCard {
        ContactCard(
            phones: phones + other.phones.filter { !phones.contains($0) }, firm: other.firm.isEmpty ? firm : other.firm,
            note: note.contains(other.note) ? note : note.isEmpty ? other.note : note + "\n" + other.note,
            groups: groups + other.groups.filter { !groups.contains($0) },
            person: person ?? other.person)
    }

    /// As `adding`, but what can be only one, and stands here, stays.
    public func filled(from other: ContactCard) -> ContactCard {
        var card = adding(other)
        if !firm.isEmpty { card.firm = firm }
        return card
    }
}
