/// What a server reports about itself and about the account that is opened (RFC 8620 §2).
struct Session: Hashable, Sendable, Codable {
    /// The URL that it was last read from, after redirects.
    var url: String
    var apiURL: String
    /// A template (RFC 6570), like the next two; nil if the server has no such service.
    var downloadURL: String?
    var uploadURL: String?
    var eventSourceURL: String?
    /// The URL of a WebSocket for push (RFC 8887), as http or https, because the handshake is an HTTP request.
    var socketURL: String?
    var state: String?
    /// The account id that every call names.
    var account: String
    var accountName: String
    var userName: String
    var isReadOnly: Bool
    /// Whether the server accepts submissions of other accounts but not of this one. If it accepts none, that may be temporary.
    var onlyOthersSend: Bool
    /// The capabilities of both the server and the account. Principals may belong to another account.
    var capabilities: Set<Capability>
    /// The account whose principals are used (RFC 9670 §1.5.1); nil if there is none.
    var principalsAccount: String?
    /// The user's own principal id in that account, if reported.
    var ownPrincipal: String?
    var limits: Limits
    var mail: MailLimits
    /// In seconds; 0 if the server does not hold mail (RFC 8621 §1.3.2).
    var maxDelayedSend: Int
    /// The names of all accounts with mail that this sign-in opens, by id.
    var mailAccounts: [String: String]

    /// Whether an email may be in several mailboxes (RFC 8621 §1.3.1).
    var hasLabels: Bool { mail.mailboxesPerEmail != 1 }

    /// Whether mailboxes can be shared, by the standard or by the extension of Cyrus.
    var offersSharing: Bool { !capabilities.isDisjoint(with: [.principals, .cyrusMail]) }

    /// All URLs in the session, the API first.
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
    ///   - url: where the session was read from.
    ///   - account: the id or name of the account to open; nil opens the primary one, or else one of the user's own.
    ///   - address: opens the account with this address as its name, if any.
    ///   - login: the user name of the sign-in, which tells whether the address may be that of another account.
    ///   - known: the id of the account opened before: no other is opened in its place.
    /// - Returns: nil if there is no such account with mail.
    init?(
        _ wire: WireSession, url: String, account chosen: String? = nil, address: String? = nil, login: String = "",
        known: String? = nil
    ) {
        let withMail = wire.accountsWithMail
        let primary = wire.primaryAccounts[Capability.mail.rawValue]
        let wanted: String? =
            if let chosen {
                withMail[chosen] != nil ? chosen : withMail.first { $0.value.name == chosen }?.key
            } else if let known {
                // The store and the action queue belong to this account and to no other, whatever its name.
                withMail[known] != nil ? known : nil
            } else if let named = withMail.filter({ $0.value.name.lowercased() == address?.lowercased() }).keys.min() {
                named
            } else if let other = wire.account(of: address ?? "", beside: [login, wire.userName]) {
                other
            } else if let primary, withMail[primary] != nil {
                primary
            } else {
                withMail.filter(\.value.isPersonal).keys.min() ?? withMail.keys.min()
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
}

extension WireSession {
    var accountsWithMail: [String: Account] {
        accounts.filter { $0.value.capabilities.contains(Capability.mail.rawValue) }
    }

    /// Returns the id of another account than the user's own whose name is the part of an address before its @, because Cyrus omits its own
    /// domain. Such a name belongs to the domain of the sign-in, if that is known, and an address of the user's own need not be a name at all.
    fileprivate func account(of address: String, beside logins: [String]) -> String? {
        func parts(_ address: String) -> (local: Substring, domain: Substring?) {
            let parts = address.lowercased().split(separator: "@", maxSplits: 1)
            return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
        }
        let wanted = parts(address)
        let own = logins.map(parts)
        let domains = own.compactMap(\.domain)
        guard !wanted.local.isEmpty, !own.contains(where: { $0.local == wanted.local }),
            domains.isEmpty || wanted.domain.map(domains.contains) ?? true
        else { return nil }
        return accountsWithMail.filter { $0.value.name.lowercased() == wanted.local }.keys.min()
    }

    /// - Parameter id: the account with the mail, which is preferred to others except the primary one.
    func principalsAccount(beside id: String) -> String? {
        let name = Capability.principals.rawValue
        guard capabilities.contains(name) else { return nil }
        let knowing = accounts.filter { $0.value.capabilities.contains(name) }.keys
        return [primaryAccounts[name], id].compactMap(\.self).first(where: knowing.contains) ?? knowing.min()
    }
}

extension String {
    /// The URL with http or https for ws or wss: a WebSocket begins as an HTTP request (RFC 6455 §3).
    fileprivate var asHTTP: String {
        let scheme = prefix { $0 != ":" }.lowercased()
        return scheme == "ws" || scheme == "wss" ? "http" + dropFirst(2) : self
    }
}
