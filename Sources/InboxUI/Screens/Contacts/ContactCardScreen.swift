import InboxModel
import TerminalUI

/// What is known about a person, in a box over the contacts. The keys of the contacts act on this person.
@UI
final class ContactCardScreen: Screen {
    let keyContext = KeyContext.contacts
    let isOverlay = true
    let boxLine: BoxLine? = nil

    private let contact: Contact
    private let contacts: ContactsScreen
    private let around: any Surroundings
    private let page: TextScreen

    init(_ contact: Contact, of contacts: ContactsScreen) {
        self.contact = contact
        self.contacts = contacts
        let around = contacts.around
        self.around = around
        page = TextScreen(
            Wording.line(contact.address.displayName), text: contacts.text(of: contact).text,
            indent: ContactText.column, around: around
        ) { around.hints([.back, .compose, .editContact], in: .contacts) }
    }

    func perform(_ command: Command) -> Bool {
        switch command {
        case .back, .open, .contacts: around.pop()
        case .compose:
            around.pop()
            contacts.write(to: [contact])
        case .editContact:
            around.pop()
            contacts.edit(contact)
        case .removeContact:
            around.pop()
            contacts.askToRemove([contact])
        // These are seen in the list.
        case .search, .select, .addContact, .undo:
            around.pop()
            return contacts.perform(command)
        default: return page.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool { page.handle(event) }

    func draw(into grid: inout Grid) { page.draw(into: &grid) }
}
