import InboxKit
import InboxModel

extension Surroundings {
    /// Opens the form for who wrote a message; for one's own message, for whom it went to.
    func addContact(from message: Message) {
        let own = ownAddresses
        let people = message.from + message.to + message.cc
        guard let person = people.first(where: { !own.contains($0.email.lowercased()) }) else {
            return say("Nobody but you is in this message", kind: .info, undo: false)
        }
        let known = (try? session.contact(of: person.email, account: message.account)) ?? nil
        push(ContactFormScreen(known, address: known?.address ?? person, account: message.account, around: self))
    }
}
