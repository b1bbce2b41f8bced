/// The user's data about a contact besides the address. It stays on this machine: no server that Maraca speaks to stores it.
public struct ContactCard: Hashable, Sendable, Codable {
    public var phones: [String]
    /// Empty for none; the same goes for `note`.
    public var firm: String
    public var note: String
    /// The user can type a group's name to write to all its members.
    public var groups: [String]
    /// The same for all addresses of one person, if they were imported together; otherwise nil.
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

    /// Returns this card with another's data added. The other's firm wins.
    public func adding(_ other: ContactCard) -> ContactCard {
        ContactCard(
            phones: phones + other.phones.filter { !phones.contains($0) }, firm: other.firm.isEmpty ? firm : other.firm,
            note: note.contains(other.note) ? note : note.isEmpty ? other.note : note + "\n" + other.note,
            groups: groups + other.groups.filter { !groups.contains($0) },
            person: person ?? other.person)
    }

    /// Like `adding`, but a firm of this card stays.
    public func filled(from other: ContactCard) -> ContactCard {
        var card = adding(other)
        if !firm.isEmpty { card.firm = firm }
        return card
    }
}
