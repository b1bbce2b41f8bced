/// An address that the user writes from, with its settings (RFC 8621 §6).
public struct Identity: Hashable, Sendable, Codable {
    /// The display name; if empty, the account's name is used.
    public var name: String
    /// The address, or `*@domain` for every address there.
    public var email: String
    /// The address of the account that sends; if empty, the account with this address, or else the first account that can send.
    public var account: String
    /// The signature below the text; nil for the default one.
    public var signature: String?
    /// The initial text of a new message.
    public var template: String
    /// Where replies are to go; nil for what the server says, empty for the sender.
    public var replyTo: [MailAddress]?
    /// Who gets a blind copy of each message; nil for what the server says.
    public var bcc: [MailAddress]?

    public init(
        name: String = "", email: String, account: String = "", signature: String? = nil, template: String = "",
        replyTo: [MailAddress]? = nil, bcc: [MailAddress]? = nil
    ) {
        self.name = name
        self.email = email
        self.account = account
        self.signature = signature
        self.template = template
        self.replyTo = replyTo
        self.bcc = bcc
    }

    /// Whether it stands for a whole domain rather than one address.
    public var isPattern: Bool { email.hasPrefix("*@") }

    /// Whether mail to an address is mail to this identity, ignoring case.
    public func covers(_ address: String) -> Bool {
        let (own, other) = (email.lowercased(), address.lowercased())
        return isPattern ? other.hasSuffix(own.dropFirst()) && other.utf8.count >= own.utf8.count : own == other
    }
}
