public import InboxModel

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
    let accounts: [Account]
    let identities: [Identity]
    /// The identities that the servers report.
    let told: [Identity]
    let signature: String
    /// The addresses of accounts that can't send.
    let standIns: [AccountID: String]
    let sentMailboxes: Set<MailboxID>

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
    static func account(of identity: Identity, _ accounts: [Account], _ told: [Identity]) -> Account? {
        let wanted = (identity.account.isEmpty ? identity.email : identity.account).lowercased()
        if let found = accounts.first(where: { $0.address.lowercased() == wanted }) { return found }
        guard identity.account.isEmpty else { return nil }
        return accounts.first { takes(identity.email, $0, told) == true }
            ?? accounts.first { takes(identity.email, $0, told) == nil } ?? accounts.first
    }

    static func sender(
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
}
