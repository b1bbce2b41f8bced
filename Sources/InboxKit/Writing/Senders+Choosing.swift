public import InboxModel
public import MailContent

/// Which address a message is written as.
extension Senders {
    /// Returns, in lower case, the user's addresses that a message names, and all that are known individually. Patterns also cover
    /// other people's addresses, so of those only the one that received or sent the message is included.
    /// - Parameter sender: who answers the message, if that is known otherwise.
    public func own(in message: Message? = nil, as sender: Sender? = nil) -> Set<String> {
        let known = Set(all.map { $0.address.email.lowercased() })
        guard let message else { return known }
        let tagged = message.participants.filter { $0.isOne(of: known) }.map { $0.email.lowercased() }
        let subject = sender ?? addressed(by: message)
        return known.union(tagged).union([subject?.address.email.lowercased()].compactMap(\.self))
    }

    /// Returns the sender with an address; nil if no identity has it.
    public func sender(of address: String, account: AccountID? = nil) -> Sender? {
        let wanted = address.lowercased()
        let known = all.filter { $0.address.email.lowercased() == wanted }
        if let found = known.first(where: { account == nil || $0.account.id == account }) ?? known.first {
            return found
        }
        let ways = identities.filter { $0.isPattern && $0.covers(wanted) }.compactMap { identity -> Sender? in
            // Only a pattern that names no account is valid for all: another account's server may reject the address.
            let asked = identity.account.isEmpty ? accounts.first { $0.id == account } : nil
            return (asked ?? Self.account(of: identity, accounts, told)).map {
                Self.sender(identity, as: address, $0, signature, told)
            }
        }
        return ways.first { $0.account.id == account } ?? ways.first
    }

    /// Returns who receives mail to an address that is known individually.
    private func reached(at address: String, account: AccountID) -> Sender? {
        [address, EmailAddress.untagged(address.lowercased())].lazy.compactMap(\.self).compactMap { own -> Sender? in
            let sender = sender(of: own, account: account)
            return sender.flatMap { all.contains($0) ? $0 : nil }
        }.first
    }

    /// Whether the user sent or is writing a message. In other mail, a sender's address that only a pattern covers is somebody
    /// else's.
    public func wrote(_ message: Message) -> Bool {
        message.isDraft || !message.mailboxes.isDisjoint(with: sentMailboxes)
    }

    /// Returns the sender that the user wrote a message as; nil if somebody else wrote it.
    public func writer(of message: Message) -> Sender? {
        message.from.lazy.compactMap { from in
            if wrote(message) { return sender(of: from.email, account: message.account) }
            // Anybody can write in the user's name, which must not lead to another account.
            return reached(at: from.email, account: message.account).flatMap { isAtHome($0, message) ? $0 : nil }
        }.first
    }

    /// Returns the sender that the user last wrote as in a conversation.
    public func lastWriter(in messages: [Message]) -> Sender? { messages.reversed().lazy.compactMap(writer).first }

    /// Whether a sender's answers leave through the account that contains the message.
    private func isAtHome(_ sender: Sender, _ message: Message) -> Bool {
        sender.account.id == message.account || standIns[message.account] == sender.address.email
    }

    /// Returns the sender whose address a message was sent to, or that the user wrote it as; nil if it names none. An address of
    /// the message's own account comes first, however many others precede it. An address that only a pattern covers counts only if
    /// none is known individually and the pattern belongs to that account; then the first such address counts, since the others may
    /// be other people's.
    /// - Parameter delivered: where servers say that it was delivered, for mail whose own headers name nobody here.
    public func addressed(by message: Message, delivered: [MailAddress] = []) -> Sender? {
        let recipients = message.to + message.cc + message.bcc
        // Senders can forge these headers: an answer in the name of another account would reveal that both belong to the same
        // person.
        let there = nearest(delivered, message).flatMap { isAtHome($0, message) ? $0 : nil }
        return writer(of: message) ?? nearest(recipients, message) ?? there
            ?? (delivered + recipients).lazy.compactMap { sender(of: $0.email, account: message.account) }
            .first { !all.contains($0) && isAtHome($0, message) }
    }

    /// Returns the first of the addresses that is known individually, preferring the message's own account.
    private func nearest(_ addresses: [MailAddress], _ message: Message) -> Sender? {
        let known = addresses.compactMap { reached(at: $0.email, account: message.account) }
        return known.first { $0.account.id == message.account } ?? known.first
    }

    /// Whether only the servers on a message's way can say whom it was sent to, because it came through a list or as a blind copy.
    public func needsDelivery(of message: Message) -> Bool { addressed(by: message) == nil && !message.isDraft }

    /// Returns who answers an invitation: the address that was invited, or else the one that the mail was sent to.
    /// - Returns: the sender, and whether its address is among the guests; nil if nobody here can answer.
    public func invited(by invitation: Invitation, in message: Message) -> (sender: Sender, isGuest: Bool)? {
        for guest in invitation.guests {
            if let sender = reached(at: guest.email, account: message.account), sender.account.id == message.account {
                return (sender, true)
            }
        }
        guard let sender = addressed(by: message) ?? first(of: message.account) else { return nil }
        return (sender, invitation.guests.contains { $0.email.lowercased() == sender.address.email.lowercased() })
    }

    /// Returns the sender for redirecting a message: one of the message's own account, whose server may accept no other address.
    public func resending(_ message: Message) -> Sender? {
        addressed(by: message).flatMap { isAtHome($0, message) ? $0 : nil } ?? first(of: message.account)
    }

    /// Returns the default sender of an account.
    public func first(of account: AccountID?) -> Sender? {
        all.first { $0.account.id == account } ?? account.flatMap { standIns[$0] }.flatMap { sender(of: $0) }
            ?? all.first
    }
}

extension MailAddress {
    /// Whether mail to this address reaches one of the given addresses, which are in lower case.
    package func isOne(of known: Set<String>) -> Bool {
        let email = email.lowercased()
        return known.contains(email) || EmailAddress.untagged(email).map(known.contains) ?? false
    }
}

extension EmailAddress {
    /// Returns an address without its part behind a plus (RFC 5233 §4): mail to both arrives in one mailbox.
    static func untagged(_ email: String) -> String? {
        guard let at = email.lastIndex(of: "@"), let plus = email[..<at].firstIndex(of: "+"), plus > email.startIndex
        else { return nil }
        return String(email[..<plus] + email[at...])
    }
}
