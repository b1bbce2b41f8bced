public import InboxModel
import InboxStore

/// People: contacts of servers and of mail are read-only, so contacts that the user keeps are in this store.
extension MailSession {
    /// Keeps a contact, known before or not. If another one is kept with the same address, their cards are merged.
    /// - Parameter old: the contact that was edited; if its address changed, it is removed unless mail or a server knows it.
    @discardableResult
    public func keepContact(
        _ address: MailAddress, _ card: ContactCard, account: AccountID, insteadOf old: ContactID? = nil
    ) async throws(SessionError) -> ContactID {
        try await act { transaction in
            let known = try transaction.reader.contact(of: address.email, account: account)
            let other = known.flatMap { $0.id == old ? nil : $0.card }
            return try transaction.keep(address, other?.adding(card) ?? card, account: account, insteadOf: old)
        }
    }

    /// Keeps many contacts, such as those of a file. Names and companies of contacts that are already kept stay, and everything
    /// else is added.
    public func keepContacts(_ people: [(address: MailAddress, card: ContactCard)], account: AccountID)
        async throws(SessionError)
    {
        try await act { transaction in
            for (address, card) in people {
                let known = try transaction.reader.contact(of: address.email, account: account)
                let old = known?.address.name ?? ""
                let isKept = known?.card != nil && !old.isEmpty
                try transaction.keep(
                    MailAddress(name: isKept || address.name.isEmpty ? old : address.name, email: address.email),
                    (known?.card ?? ContactCard()).filled(from: card), account: account)
            }
        }
    }

    /// Removes people from the contacts, all at once; later mail does not bring them back.
    public func removeContacts(_ ids: [ContactID]) async throws(SessionError) {
        try await act { transaction in for id in ids { try transaction.hide(id) } }
    }

    /// Restores contacts that were removed, as they were then.
    public func bringBack(_ people: [Contact]) async throws(SessionError) {
        try await act { transaction in for contact in people { try transaction.unhide(contact) } }
    }

    /// The contact of an account with an address, ignoring case, even a removed one; nil if there is none.
    public func contact(of email: String, account: AccountID) throws(SessionError) -> Contact? {
        try reading { try $0.contact(of: email, account: account) }
    }

    /// The contacts that a filter selects, in order.
    public func contacts(_ filter: ContactFilter, sort: ContactSort = .name) throws(SessionError) -> [Contact] {
        try reading { try $0.contacts(ContactQuery(filter: filter, sort: sort), limit: -1) }
    }

    /// Returns the most likely people with words that begin with the words of a text. Reads off the caller's actor: there may be
    /// many.
    package func people(beginningWith text: String, limit: Int) async -> [MailAddress] {
        let (store, query) = (store, ContactQuery(filter: ContactFilter(text: text), sort: .use))
        return await Task.detached { (try? store.read { try $0.contacts(query, limit: limit) })?.map(\.address) ?? [] }
            .value
    }

    /// The groups of kept contacts with their members, without duplicates.
    public func contactGroups() throws(SessionError) -> [String: [MailAddress]] {
        var groups: [String: [MailAddress]] = [:]
        var known: [String: Set<String>] = [:]
        for contact in try reading({ try $0.contactsInGroups() }) {
            let mailbox = contact.address.email.lowercased()
            for group in contact.card?.groups ?? [] where known[group, default: []].insert(mailbox).inserted {
                groups[group, default: []].append(contact.address)
            }
        }
        return groups
    }
}
