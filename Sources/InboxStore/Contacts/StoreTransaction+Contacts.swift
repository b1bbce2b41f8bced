import GRDB
package import InboxModel

/// What a transaction notes about contacts until it ends.
struct ContactNotes {
    var gathering = ContactGathering()
    /// The owner's addresses, read once.
    var own: [Account]?
    var before: [ContactID: Contact?] = [:]
    /// Whether contacts went that were not looked at, with their account.
    var areLost = false
}

extension StoreTransaction {
    /// Keeps a contact as a server tells it; one that was gathered from mail becomes this one.
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
        contact.address = remote.address
        try ContactTable.write(database, contact)
    }

    package func remove(contact remoteID: RemoteID, account: AccountID) throws {
        guard let contact = try ContactTable.find(database, account: account, remoteID: remoteID) else { return }
        note(contact.id, was: contact)
        try ContactTable.delete(database, contact.id)
    }

    /// Notes the people of a message that was not here before.
    func gatherContacts(of message: Message) throws {
        let own = try contacts.own ?? reader.accounts()
        contacts.own = own
        contacts.gathering.add(
            from: message.from, to: message.to + message.cc + message.bcc, isDraft: message.isDraft,
            receivedAt: message.receivedAt, account: message.account, own: own)
    }

    /// Writes the people that were noted.
    func writeContacts() throws {
        for person in contacts.gathering.people {
            try ContactTable.gather(database, person) { note($0, was: $1) }
        }
        contacts.gathering = ContactGathering()
    }

    /// What became of the contacts that were touched.
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
