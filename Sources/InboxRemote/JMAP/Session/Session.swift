/// What a server said of itself and of the account whose mail we read (RFC 8620 §2).
struct Session: Hashable, Sendable, Codable {
    /// Where it was read from at last, after redirects.
    var url: String
    var apiURL: String
    /// Templates (RFC 6570); nil when the server has no such service.
    var downloadURL: String?
    var uploadURL: String?
    var eventSourceURL: String?
    /// Of a WebSocket that tells of changes (RFC 8887), as an http or https URL, which is how it is asked for.
    var socketURL: String?
    var state: String?
    /// The account's id in every call.
    var account: String
    var accountName: String
    var userName: String
    var isReadOnly: Bool
    /// Whether mail is taken to send of other accounts, and not of this one. Where it is taken of none, that may pass.
    var onlyOthersSend: Bool
    /// Those that both the server and the account name; who there is may be known to another account.
    var capabilities: Set<Capability>
    /// The account that knows who there is (RFC 9670 §1.5.1); nil where none does.
    var principalsAccount: String?
    /// The user's own id there, where it is told.
    var ownPrincipal: String?
    var limits: Limits
    var mail: MailLimits
    /// In seconds; 0 when the server holds nothing back (RFC 8621 §1.3.2).
    var maxDelayedSend: Int
    /// Every account with mail that this sign-in opens, by id.
    var mailAccounts: [String: String]

    /// Whether an email may be in several mailboxes (RFC 8621 §1.3.1).
    var hasLabels: Bool { mail.mailboxesPerEmail != 1 }

    /// Whether a mailbox may be shared, by the standard or as Cyrus does it.
    var offersSharing: Bool { !capabilities.isDisjoint(with: [.principals, .cyrusMail]) }

    /// All URLs that it names, the API first.
    var places: [String] {
        [apiURL] + [downloadURL, uploadURL, eventSourceURL, socketURL].compactMap(\.self)
    }

    struct MailLimits: Hashable, Sendable, Codable {
        var mailboxesPerEmail: Int?
        var mailboxDepth: Int?
        var mailboxNameBytes: Int?
        var attachmentBytes: Int?
        var mayCreateTopLevelMailbox: Bool
    }

    /// - Parameters:
    ///   - url: where it was read from.
    ///   - account: the id or name of the account to open; nil opens the primary one.
    ///   - address: whose account is opened where one has that name.
    ///   - known: the id of the account that was opened before: no other is opened in its place.
    /// - Returns: nil when there is no such account with mail.
    init?(
        _ wire: WireSession, url: String, account chosen: String? = nil, address: String? = nil, known: String? = nil
    ) {
        let withMail = wire.accountsWithMail
        let primary = wire.primaryAccounts[Capability.mail.rawValue]
        let wanted: String? =
            if let chosen {
                withMail[chosen] != nil ? chosen : withMail.first { $0.value.name == chosen }?.key
            } else if let known {
                // What is kept and queued here is of that account, and of no other, whatever that is called.
                withMail[known] != nil ? known : nil
            } else if let named = Self.account(of: address ?? "", among: withMail.mapValues(\.name)) {
                named
            } else if let primary, withMail[primary] != nil {
                primary
            } else {
                withMail.keys.min()
            }
        guard let id = wanted, let account = withMail[id] else { return nil }
        self.url = url
        self.account = id
        apiURL = wire.apiURL.resolved(against: url)
        downloadURL = wire.downloadURL?.resolved(against: url)
        uploadURL = wire.uploadURL?.resolved(against: url)
        eventSourceURL = wire.eventSourceURL?.resolved(against: url)
        if wire.socket?.supportsPush == true {
            socketURL = wire.socket?.url?.asHTTP.resolved(against: url)
        }
        state = wire.state
        accountName = account.name
        userName = wire.userName
        isReadOnly = account.isReadOnly
        let sending = wire.accounts.filter { $0.value.capabilities.contains(Capability.submission.rawValue) }
        onlyOthersSend = sending[id] == nil && !sending.isEmpty
        principalsAccount = wire.principalsAccount(beside: id)
        ownPrincipal = principalsAccount.flatMap { wire.accounts[$0]?.ownPrincipal }
        let named =
            principalsAccount == nil
            ? account.capabilities : account.capabilities.union([Capability.principals.rawValue])
        capabilities = Set(
            Capability.allCases.filter {
                $0 == .core || (wire.capabilities.contains($0.rawValue) && named.contains($0.rawValue))
            })
        limits = Limits(wire.core)
        mail = MailLimits(
            mailboxesPerEmail: account.mail.maxMailboxesPerEmail, mailboxDepth: account.mail.maxMailboxDepth,
            mailboxNameBytes: account.mail.maxSizeMailboxName,
            attachmentBytes: account.mail.maxSizeAttachmentsPerEmail,
            mayCreateTopLevelMailbox: account.mail.mayCreateTopLevelMailbox ?? true)
        maxDelayedSend = max(account.submission.maxDelayedSend ?? 0, 0)
        mailAccounts = withMail.mapValues(\.name)
    }

    /// The id of the account that has an address for its name, or the part before the @: Cyrus leaves its own domain out.
    private static func account(of address: String, among names: [String: String]) -> String? {
        let address = address.lowercased()
        let local = address.split(separator: "@").first.map(String.init)
        for wanted in [address, local] {
            if let found = names.filter({ $0.value.lowercased() == wanted }).keys.min() { return found }
        }
        return nil
    }
}

extension WireSession {
    var accountsWithMail: [String: Account] {
        accounts.filter { $0.value.capabilities.contains(Capability.mail.rawValue) }
    }

    /// - Parameter id: of the account with the mail, which is taken before others that are not the primary one.
    func principalsAccount(beside id: String) -> String? {
        let name = Capability.principals.rawValue
        guard capabilities.contains(name) else { return nil }
        let knowing = accounts.filter { $0.value.capabilities.contains(name) }.keys
        return [primaryAccounts[name], id].compactMap(\.self).first(where: knowing.contains) ?? knowing.min()
    }
}

extension String {
    /// With http or https for ws or wss: a WebSocket begins as a request (RFC 6455 §3).
    fileprivate var asHTTP: String {
        let scheme = prefix { $0 != ":" }.lowercased()
        return scheme == "ws" || scheme == "wss" ? "http" + dropFirst(2) : self
    }
}
