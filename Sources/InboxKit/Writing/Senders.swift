public import InboxModel
public import MailContent

/// The addresses that the user may write as: those of the accounts, and the configured identities.
public struct Senders: Hashable, Sendable {
    /// An address to send mail from, and what goes with it.
    public struct Sender: Hashable, Sendable {
        /// The account whose server sends it.
        public var account: Account
        public var address: MailAddress
        /// The signature without the line of hyphens above it; empty for none.
        public var signature: String
        /// The text that a new message begins with; empty for none.
        public var template: String
        /// Where replies are to go, if not to the address.
        public var replyTo: [MailAddress] = []
        /// Who gets a blind copy of each message.
        public var bcc: [MailAddress] = []
        /// Whether the account's server lists whom the user may write as, without this address: it may then refuse the message.
        public var isDoubtful = false

        /// The signature as it appears below a text (RFC 3676 §4.3), including the empty line above it; empty if there is none.
        public var ending: String { signature.isEmpty ? "" : "\n\n-- \n" + signature }

        /// The signature above a quote, without hyphens: mail readers take everything below these for the signature, and would hide
        /// the quote and leave it out of replies.
        public var endingAboveQuote: String { signature.isEmpty ? "" : "\n\n" + signature }

        /// Adds those whom the identity names to a new message (RFC 8621 §6).
        public func addPeople(to content: inout DraftContent) {
            if content.replyTo.isEmpty { content.replyTo = replyTo }
            let named = content.recipients
            content.bcc += bcc.filter { one in !named.contains(where: one.isSameMailbox) }
        }

        /// Whether a message has a recipient besides those who get a blind copy of every message.
        public func hasRecipient(_ content: DraftContent) -> Bool {
            !(content.to + content.cc).isEmpty
                || !content.bcc.allSatisfy { one in bcc.contains(where: one.isSameMailbox) }
        }
    }

    /// The accounts' own addresses, each followed by the account's other identities; patterns are not included.
    public let all: [Sender]
    private let accounts: [Account]
    private let identities: [Identity]
    /// The identities that the servers report.
    private let told: [Identity]
    private let signature: String
    /// The addresses of accounts that can't send.
    private let standIns: [AccountID: String]
    private let sentMailboxes: Set<MailboxID>

    /// - Parameters:
    ///   - accounts: the accounts that can send.
    ///   - silent: the accounts whose server does not send mail, such as some shared ones. Mail from one of them is sent by the
    ///     account with the same sign-in.
    ///   - server: the identities that servers allow; the configured ones take precedence.
    ///   - sent: the mailboxes with the user's sent mail.
    ///   - signature: the default for identities without a signature.
    public init(
        accounts: [Account], silent: [Account] = [], identities: [Identity] = [], server: [Identity] = [],
        sent: Set<MailboxID> = [], signature: String = ""
    ) {
        sentMailboxes = sent
        let shared = silent.compactMap { silent -> Identity? in
            let way = accounts.first { $0.url == silent.url && $0.userName == silent.userName }
            return way.map { Identity(name: silent.name, email: silent.address, account: $0.address) }
        }
        let server = server.map { Self.withoutPeople($0, ofOther: accounts) }
        standIns = Dictionary(silent.map { ($0.id, $0.address) }, uniquingKeysWith: { $1 })
        told = server
        let identities = Self.merged(identities, server + shared)
        self.accounts = accounts
        self.identities = identities
        self.signature = signature
        var all: [Sender] = []
        for account in accounts {
            let own = identities.first { !$0.isPattern && $0.covers(account.address) }
            let name = own.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? account.name
            all.append(
                Sender(
                    account: account, address: MailAddress(name: name, email: account.address),
                    signature: own?.signature ?? signature, template: own?.template ?? "",
                    replyTo: own?.replyTo ?? [], bcc: own?.bcc ?? [],
                    isDoubtful: Self.takes(account.address, account, server) == false))
            for identity in identities
            where !identity.isPattern && identity != own && Self.account(of: identity, accounts, server) == account {
                all.append(Self.sender(identity, as: identity.email, account, signature, server))
            }
        }
        self.all = all
    }

    /// What one server says of another account's address has no one added to the mail of that account.
    private static func withoutPeople(_ told: Identity, ofOther accounts: [Account]) -> Identity {
        guard told.account.lowercased() != told.email.lowercased(),
            accounts.contains(where: { $0.address.lowercased() == told.email.lowercased() })
        else { return told }
        var told = told
        (told.replyTo, told.bcc) = (nil, nil)
        return told
    }

    /// Completes the user's own identities with what servers report, and adds the ones that only servers have.
    private static func merged(_ own: [Identity], _ server: [Identity]) -> [Identity] {
        var merged = own
        for told in server {
            let place = merged.firstIndex { identity in
                identity.email.lowercased() == told.email.lowercased()
                    && (identity.account.isEmpty || identity.account.lowercased() == told.account.lowercased())
            }
            guard let place else {
                merged.append(told)
                continue
            }
            if merged[place].name.isEmpty { merged[place].name = told.name }
            if merged[place].account.isEmpty { merged[place].account = told.account }
            merged[place].signature = merged[place].signature ?? told.signature
            merged[place].replyTo = merged[place].replyTo ?? told.replyTo
            merged[place].bcc = merged[place].bcc ?? told.bcc
        }
        return merged
    }

    /// Returns the account of an identity: if it names none, the first whose server accepts it as the user's.
    private static func account(of identity: Identity, _ accounts: [Account], _ told: [Identity]) -> Account? {
        let wanted = (identity.account.isEmpty ? identity.email : identity.account).lowercased()
        if let found = accounts.first(where: { $0.address.lowercased() == wanted }) { return found }
        guard identity.account.isEmpty else { return nil }
        return accounts.first { takes(identity.email, $0, told) == true }
            ?? accounts.first { takes(identity.email, $0, told) == nil } ?? accounts.first
    }

    private static func sender(
        _ identity: Identity, as email: String, _ account: Account, _ signature: String, _ told: [Identity]
    ) -> Sender {
        Sender(
            account: account,
            address: MailAddress(name: identity.name.isEmpty ? account.name : identity.name, email: email),
            signature: identity.signature ?? signature, template: identity.template,
            replyTo: identity.replyTo ?? [], bcc: identity.bcc ?? [],
            isDoubtful: takes(email, account, told) == false)
    }

    /// Whether an account's server lets the user write as an address, according to the servers; nil if this server lists nobody.
    private static func takes(_ email: String, _ account: Account, _ told: [Identity]) -> Bool? {
        let own = told.filter { $0.account.lowercased() == account.address.lowercased() }
        return own.isEmpty ? nil : own.contains { $0.covers(email) }
    }

    /// All signatures of the user.
    public var signatures: [String] { all.map(\.signature).filter { !$0.isEmpty } }

    // MARK: Choosing

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
