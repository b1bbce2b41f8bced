public import InboxModel

/// A person on an address card, with all their addresses.
public struct AddressCard: Hashable, Sendable {
    public var name: String
    /// The preferred address comes first.
    public var emails: [String]
    public var card: ContactCard
    /// The groups that name one of several addresses instead of the person, by that address in lower case.
    public var groups: [String: [String]] = [:]
    /// The UID in the file; `nil` where there is none.
    public var uid: String?

    public init(name: String, emails: [String], card: ContactCard = ContactCard()) {
        self.name = name
        self.emails = emails
        self.card = card
    }

    /// Each of the addresses, with its card.
    public var contacts: [(address: MailAddress, card: ContactCard)] {
        emails.map { (MailAddress(name: name, email: $0), card(of: $0)) }
    }

    /// Returns the card for one of the addresses. A group has each person once: by their first address, or by the address that it names.
    public func card(of email: String) -> ContactCard {
        var card = card
        if email != emails.first { card.groups = [] }
        if emails.count > 1 { card.person = uid ?? emails.first.map { "mailto:" + $0.lowercased() } }
        return card.adding(ContactCard(groups: groups[email.lowercased()] ?? []))
    }

    /// Returns the cards of contacts, in order. The addresses of one person, as a file identified them, share a card. A contact stands
    /// alone if it has another name by now, or groups of its own beside those of the first.
    public static func cards(of contacts: [Contact]) -> [AddressCard] {
        var cards: [AddressCard] = []
        var places: [String: Int] = [:]
        // The address that has the groups comes first.
        let grouped = contacts.compactMap { contact in
            contact.card.flatMap { card in card.groups.isEmpty ? nil : card.person.map { ($0, contact.id) } }
        }
        let first = Dictionary(grouped) { first, _ in first }
        for contact in contacts {
            let (name, email) = (contact.address.name, contact.address.email)
            var new = AddressCard(name: name, emails: [email], card: contact.card ?? ContactCard())
            guard let person = new.card.person else {
                cards.append(new)
                continue
            }
            let isFirst = first[person] == contact.id
            if let place = places[person], cards[place].name == name, isFirst || new.card.groups.isEmpty {
                if isFirst {
                    cards[place].emails.insert(email, at: 0)
                } else {
                    cards[place].emails.append(email)
                }
                cards[place].card = cards[place].card.adding(new.card)
            } else {
                if places[person] == nil {
                    places[person] = cards.count
                    new.uid = person
                }
                cards.append(new)
            }
        }
        return cards
    }
}
