/// A message that has not been sent yet. In lists it is a message with `$draft`. Its id never changes, whatever ids servers give to
/// its saves.
public struct Draft: Hashable, Identifiable, Sendable, Codable {
    /// The progress of a draft to the server, and to its recipients.
    public enum State: String, Hashable, Sendable, Codable {
        /// The server has the newest text.
        case saved
        /// The server does not have the newest text yet.
        case unsaved
        /// Queued to be sent, or being sent.
        case sending
        /// The server refused it, or it is unknown whether it was sent: the user must decide.
        case stopped
    }

    /// The id of the draft's message, which never changes.
    public var id: MessageID
    public var account: AccountID
    public var content: DraftContent
    public var state: State
    /// The ``DraftWriter/name`` of the last writer.
    public var writer: String?

    public init(id: MessageID, account: AccountID, content: DraftContent, state: State, writer: String?) {
        self.id = id
        self.account = account
        self.content = content
        self.state = state
        self.writer = writer
    }
}

/// A writer of a draft: several windows or processes may have it open.
public struct DraftWriter: Hashable, Sendable {
    /// Unique to this writer.
    public var name: String
    /// The name of the last writer when this one read the draft.
    public var seen: String?

    public init(name: String, seen: String?) {
        self.name = name
        self.seen = seen
    }
}

/// Everything in a draft that the user writes.
public struct DraftContent: Hashable, Sendable, Codable {
    /// Nil for the account's own address.
    public var from: MailAddress?
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    public var subject: String
    public var body: MessageBody
    /// Files attached here have a local id.
    public var files: [MessageFile]
    /// The message that the draft answers.
    public var inReplyTo: MessageID?
    /// The message that the draft forwards.
    public var forwards: MessageID?
    /// The thread of the answered message, if that is not here: the References with their angle brackets, oldest first, ending with the
    /// answered message (RFC 5322 §3.6.4).
    public var references: [String]
    /// With angle brackets (RFC 5322 §3.6.4). Nil before the first save, which creates it.
    public var messageIDHeader: String?
    /// Other headers, from drafts written by a program. The Inbox API sends none of them.
    public var headers: [DraftHeader]
    /// What is done to the message before it is sent; nil for nothing.
    public var seal: DraftSeal?
    /// Text in the recipient fields that is not an address yet. It stays here. Nil if there is none.
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

    /// Removes recipients that an earlier field already names: one in To gets no other copy.
    public mutating func nameEachOnce() {
        var met: Set<String> = []
        func isNew(_ address: MailAddress) -> Bool { met.insert(address.email.lowercased()).inserted }
        to = to.filter(isNew)
        cc = cc.filter(isNew)
        bcc = bcc.filter(isNew)
    }
}

/// Text in the recipient fields that is not an address.
public struct UnfinishedRecipients: Hashable, Sendable, Codable {
    public var to: String
    public var cc: String
    public var bcc: String

    /// - Returns: nil if all fields are empty.
    public init?(to: String, cc: String, bcc: String) {
        guard !(to.isEmpty && cc.isEmpty && bcc.isEmpty) else { return nil }
        (self.to, self.cc, self.bcc) = (to, cc, bcc)
    }

    /// The texts that are not empty, in the order of the fields.
    public var all: [String] { [to, cc, bcc].filter { !$0.isEmpty } }
}
