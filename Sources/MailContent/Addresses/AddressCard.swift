public import InboxModel

/// Someone on an address card, with all their addresses.
public struct AddressCard: Hashable, Sendable {
    public var name: String
    /// The one that they want to be written to comes first.
    public var emails: [String]
    public var card: ContactCard
    /// Groups that name one of several addresses (in small letters), and not the person.
    public var groups: [String: [String]] = [:]
    /// What the file knows them by; nil where it says nothing.
    public var uid: String?

    public init(name: String, emails: [String], card: ContactCard = ContactCard()) {
        self.name = name
        self.emails = emails
        self.card = card
    }

    /// Each of the addresses with what is to be kept of it.
    public var contacts: [(address: MailAddress, card: ContactCard)] {
        emails.map { (MailAddress(name: name, email: $0), card(of: $0)) }
    }

    /// The card for one of the addresses: a group means each person once, by the first of their addresses or the one it names.
    public func card(of email: String) -> ContactCard {
        var card = card
        if email != emails.first { card.groups = [] }
        if emails.count > 1 { card.person = uid ?? emails.first.map { "mailto:" + $0.lowercased() } }
        return card.adding(ContactCard(groups: groups[email.lowercased()] ?? []))
    }

    /// The cards of contacts, in their order: addresses of one person, as a file named them, are on one card. One that has another
    /// name by now, or groups of its own beside those of the first, stands alone.
    public static func cards(of contacts: [Contact]) -> [AddressCard] {
        var cards: [AddressCard] = []
        var places: [String: Int] = [:]
        // A group means the address that stands first.
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
