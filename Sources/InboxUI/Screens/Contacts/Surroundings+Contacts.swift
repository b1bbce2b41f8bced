import InboxKit
import InboxModel
import MailContent

extension Surroundings {
    /// Opens the form for the sender of a message; for the user's own message, for its recipient.
    func addContact(from message: Message) {
        let own = ownAddresses
        let people = message.from + message.to + message.cc
        guard let person = people.first(where: { !own.contains($0.email.lowercased()) }) else {
            return say("Only you are in this message", kind: .info)
        }
        let known = known(person.email, message.account)
        push(ContactFormScreen(known, address: known?.address ?? person, account: message.account, around: self))
    }

    /// Keeps the people of an address card file: a single address after a look at the form, several after a question.
    func addContacts(fromCards bytes: [UInt8], account: AccountID) {
        let people = VCard.read(bytes).flatMap(\.contacts)
        guard let first = people.first else {
            return say("This card has no address", kind: .info)
        }
        guard people.count > 1 else {
            let known = known(first.address.email, account)
            // A name that is kept already stays.
            let name = known?.card == nil && !first.address.name.isEmpty ? first.address.name : known?.address.name
            let address = MailAddress(name: name ?? "", email: first.address.email)
            return push(
                ContactFormScreen(known, address: address, offered: first.card, account: account, around: self))
        }
        let named = people.prefix(Self.namedPeople).map { Wording.line($0.address.email) }.joined(separator: ", ")
        let more = people.count - Self.namedPeople
        push(
            QuestionScreen(
                "Keep \(people.count) addresses?", text: named + (more > 0 ? " and \(more) more" : ""), deed: "keep",
                around: self
            ) { [weak self] in self?.keep(people, account: account) })
    }

    private func keep(_ people: [(address: MailAddress, card: ContactCard)], account: AccountID) {
        attempt(saying: "\(people.count) addresses are kept") { [session] () async throws(SessionError) in
            try await session.keepContacts(people, account: account)
        }
    }

    private func known(_ email: String, _ account: AccountID) -> Contact? {
        try? session.contact(of: email, account: account)
    }

    /// The number of addresses from a card that the question lists.
    private static var namedPeople: Int { 4 }
}
