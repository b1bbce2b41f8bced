import Foundation
import InboxModel

/// A contact's data in words.
struct ContactText {
    let contact: Contact
    /// The account that the contact belongs to; nil when there is only one account.
    let account: String?
    let dates: MessageDates

    /// Where the contact comes from.
    var origin: String {
        if contact.card != nil { return "kept on this machine" }
        return contact.remoteID == nil ? "from mail" : "from the server"
    }

    /// How much mail was exchanged.
    var mail: String {
        guard contact.mailCount > 0 else { return "no mail yet" }
        let last = contact.lastMailAt.map { ", the last \(dates.long($0))" } ?? ""
        return "\(Wording.count(contact.mailCount, "message")), \(Wording.number(contact.sentCount)) by you\(last)"
    }

    var entries: [(label: String, text: String)] {
        var entries = [("Address", Wording.line(contact.address.email))]
        let card = contact.card ?? ContactCard()
        entries += card.phones.map { ("Phone", Wording.line($0)) }
        if !card.firm.isEmpty { entries.append(("Company", Wording.line(card.firm))) }
        if !card.groups.isEmpty { entries.append(("Groups", Wording.line(card.groups.joined(separator: ", ")))) }
        entries.append(("Mail", mail))
        entries.append(("Known", origin))
        if let account { entries.append(("Account", Wording.line(account))) }
        if !card.note.isEmpty { entries.append(("Note", card.note)) }
        return entries
    }

    /// The column at which values begin, behind their labels.
    static let column = 9

    /// All entries, one per line; the lines of a multi-line value are aligned.
    var text: String {
        entries.map { label, text in
            label.padding(toLength: Self.column, withPad: " ", startingAt: 0)
                + text.replacing("\n", with: "\n" + String(repeating: " ", count: Self.column))
        }.joined(separator: "\n")
    }
}
