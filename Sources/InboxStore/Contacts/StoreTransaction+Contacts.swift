import GRDB
package import InboxModel

/// What a transaction notes about contacts until it ends.
struct ContactNotes {
    var gathering = ContactGathering()
    /// The owner's addresses in lower case, read once.
    var own: Set<String>?
    /// Read once.
    var places: ContactPlaces?
    var before: [ContactID: Contact?] = [:]
    /// Whether contacts were deleted with their account, without being read.
    var areLost = false
}

/// The mailboxes that decide whether a message adds contacts.
struct ContactPlaces {
    let inbox, sent, junk: Set<MailboxID>

    init(_ mailboxes: [Mailbox]) {
        func ids(_ role: MailboxRole) -> Set<MailboxID> { Set(mailboxes.lazy.filter { $0.role == role }.map(\.id)) }
        (inbox, sent, junk) = (ids(.inbox), ids(.sent), ids(.junk))
    }
}

extension StoreTransaction {
    /// Saves a contact as a server reports it. One that was gathered from mail with that address becomes this one.
    package func save(_ remote: RemoteContact, account: AccountID) throws {
        var known = try ContactTable.find(database, account: account, remoteID: remote.id)
        if known == nil, let gathered = try ContactTable.find(database, account: account, email: remote.address.email),
            gathered.remoteID == nil
        {
            known = gathered
        }
        let id = try known?.id ?? ContactTable.insert(database, account: account, remote.address)
        note(id, was: known)
        var contact = known ?? Contact(id: id, account: account, remoteID: remote.id, address: remote.address)
        contact.remoteID = remote.id
        contact.address = contact.card == nil ? remote.address : contact.address
        try ContactTable.write(database, contact)
    }

    package func remove(contact remoteID: RemoteID, account: AccountID) throws {
        guard let contact = try ContactTable.find(database, account: account, remoteID: remoteID) else { return }
        note(contact.id, was: contact)
        guard contact.card != nil || contact.isHidden else { return try ContactTable.delete(database, contact.id) }
        var kept = contact
        kept.remoteID = nil
        try ContactTable.write(database, kept)
    }

    // MARK: The user's own contacts

    /// Keeps a person as a contact, whether known before or not. A contact with that address in the account becomes this one.
    /// - Parameter old: the contact that was edited. If its address changed, it is deleted unless mail or a server knows it.
    @discardableResult
    package func keep(_ address: MailAddress, _ card: ContactCard, account: AccountID, insteadOf old: ContactID? = nil)
        throws -> ContactID
    {
        let known = try ContactTable.find(database, account: account, email: address.email)
        let id = try known?.id ?? ContactTable.insert(database, account: account, address)
        note(id, was: known)
        var contact = known ?? Contact(id: id, account: account, remoteID: nil, address: address)
        contact.address = address
        contact.card = card
        contact.isHidden = false
        try ContactTable.write(database, contact)
        if let old, old != id { try letGo(old, isHidden: false) }
        return id
    }

    /// Hides a contact. Later mail does not bring it back.
    package func hide(_ contact: ContactID) throws { try letGo(contact, isHidden: true) }

    /// Restores a hidden contact as it was.
    package func unhide(_ contact: Contact) throws {
        if let card = contact.card { try keep(contact.address, card, account: contact.account) }
        guard let old = try ContactTable.find(database, account: contact.account, email: contact.address.email),
            old.isHidden
        else { return }
        note(old.id, was: old)
        var shown = old
        shown.isHidden = false
        try ContactTable.write(database, shown)
    }

    private func letGo(_ id: ContactID, isHidden: Bool) throws {
        guard let old = try ContactTable.find(database, id) else { return }
        note(id, was: old)
        if old.remoteID == nil, old.mailCount == 0 { return try ContactTable.delete(database, id) }
        var contact = old
        contact.card = nil
        contact.isHidden = isHidden
        try ContactTable.write(database, contact)
    }

    /// Notes the people of a message that is new here.
    func gatherContacts(of message: Message) throws {
        // Nobody writes to people who send nothing but spam.
        let places = try contacts.places ?? ContactPlaces(MailboxTable.all(database))
        contacts.places = places
        guard message.mailboxes.isDisjoint(with: places.junk) else { return }
        let own = try contacts.own ?? Set(reader.accounts().map { $0.address.lowercased() })
        contacts.own = own
        contacts.gathering.add(
            from: message.from, to: message.to + message.cc + message.bcc, isDraft: message.isDraft,
            mayBeSent: message.mailboxes.isDisjoint(with: places.inbox)
                || !message.mailboxes.isDisjoint(with: places.sent),
            receivedAt: message.receivedAt, account: message.account, own: own)
    }

    /// Writes the people that were noted.
    func writeContacts() throws {
        for person in contacts.gathering.people {
            try ContactTable.gather(database, person) { note($0, was: $1) }
        }
        contacts.gathering = ContactGathering()
    }

    /// The changes to the contacts that were noted.
    func contactChanges() throws -> Commit.Rows<ContactID, Contact> {
        if contacts.areLost || !keepsImages && !contacts.before.isEmpty { return .many }
        var changes: [ContactID: Change<Contact>] = [:]
        for (id, before) in contacts.before {
            let after = try ContactTable.find(database, id)
            if before != after { changes[id] = Change(before: before, after: after) }
        }
        return .changes(changes)
    }

    private func note(_ id: ContactID, was contact: Contact?) {
        if contacts.before[id] == nil { contacts.before[id] = .some(contact) }
    }
}
