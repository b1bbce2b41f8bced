/// A message that is being written and not sent yet. In lists it is a message with `$draft`; its id never changes, whatever ids
/// servers give to its saves.
public struct Draft: Hashable, Identifiable, Sendable, Codable {
    /// How far it has come on its way to the server, or out.
    public enum State: String, Hashable, Sendable, Codable {
        /// As it stands on the server.
        case saved
        /// The server does not have the newest text yet.
        case unsaved
        /// In the queue to be sent, or on its way.
        case sending
        /// The server refused it, or it is unknown whether it was sent: the user has to decide.
        case stopped
    }

    /// That of its message; the same as long as the draft lives.
    public var id: MessageID
    public var account: AccountID
    public var content: DraftContent
    public var state: State
    /// Who wrote it last: a ``DraftWriter/name``.
    public var writer: String?

    public init(id: MessageID, account: AccountID, content: DraftContent, state: State, writer: String? = nil) {
        self.id = id
        self.account = account
        self.content = content
        self.state = state
        self.writer = writer
    }
}

/// Who writes a draft: several windows, or processes, may have one open.
public struct DraftWriter: Hashable, Sendable {
    /// No other writer has it.
    public var name: String
    /// Who had written the draft last when this one read it.
    public var seen: String?

    public init(name: String, seen: String?) {
        self.name = name
        self.seen = seen
    }
}

/// What OpenPGP does to a message before it leaves (RFC 3156).
public enum DraftSeal: String, Hashable, Sendable, Codable, CaseIterable {
    case signed
    /// And signed in it. No server gets the draft: what is written stays here until it leaves.
    case encrypted
}

/// Everything in a draft that the user writes.
public struct DraftContent: Hashable, Sendable, Codable {
    /// Nil means the account's own address.
    public var from: MailAddress?
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    public var subject: String
    public var body: MessageBody
    /// Files attached here have a local id.
    public var files: [MessageFile]
    /// The message that it replies to.
    public var inReplyTo: MessageID?
    /// The message that it forwards.
    public var forwards: MessageID?
    /// What it replies to, if that message is not here: the References with their angle brackets, oldest first, ending with the
    /// message replied to (RFC 5322 §3.6.4).
    public var references: [String]
    /// With its angle brackets (RFC 5322 §3.6.4); nil lets the first save make one.
    public var messageIDHeader: String?
    /// Other headers, if a program wrote it; over the Inbox API none of them is sent.
    public var headers: [DraftHeader]
    /// What OpenPGP does to it before it leaves; nil for nothing.
    public var seal: DraftSeal?
    /// Text in the recipient fields that is not an address yet; it stays here. Nil for none.
    public var unfinished: UnfinishedRecipients?

    public init(
        from: MailAddress? = nil, to: [MailAddress] = [], cc: [MailAddress] = [], bcc: [MailAddress] = [],
        replyTo: [MailAddress] = [], subject: String = "", body: MessageBody = MessageBody(), files: [MessageFile] = [],
        inReplyTo: MessageID? = nil, forwards: MessageID? = nil, references: [String] = [],
        messageIDHeader: String? = nil, headers: [DraftHeader] = [], seal: DraftSeal? = nil,
        unfinished: UnfinishedRecipients? = nil
    ) {
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.replyTo = replyTo
        self.subject = subject
        self.body = body
        self.files = files
        self.inReplyTo = inReplyTo
        self.forwards = forwards
        self.references = references
        self.messageIDHeader = messageIDHeader
        self.headers = headers
        self.seal = seal
        self.unfinished = unfinished
    }

    /// All recipients, each once, in the order of the headers.
    public var recipients: [MailAddress] {
        var met: Set<String> = []
        return (to + cc + bcc).filter { met.insert($0.email.lowercased()).inserted }
    }

    /// Takes out whom an earlier place names already: who stands among those it goes to gets no copy.
    public mutating func nameEachOnce() {
        var met: Set<String> = []
        func isNew(_ address: MailAddress) -> Bool { met.insert(address.email.lowercased()).inserted }
        to = to.filter(isNew)
        cc = cc.filter(isNew)
        bcc = bcc.filter(isNew)
    }
}

/// Text in the fields of the recipients that is no address.
public struct UnfinishedRecipients: Hashable, Sendable, Codable {
    public var to: String
    public var cc: String
    public var bcc: String

    /// - Returns: nil when there is none.
    public init?(to: String, cc: String, bcc: String) {
        guard !(to.isEmpty && cc.isEmpty && bcc.isEmpty) else { return nil }
        (self.to, self.cc, self.bcc) = (to, cc, bcc)
    }

    /// What there is, in the order of the fields.
    public var all: [String] { [to, cc, bcc].filter { !$0.isEmpty } }
}
