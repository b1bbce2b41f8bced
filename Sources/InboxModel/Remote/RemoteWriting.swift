public import Foundation

/// A draft as a server is asked to keep it.
public struct RemoteDraft: Hashable, Sendable {
    /// Where an older save of it is; nil makes a new draft.
    public var id: RemoteID?
    /// The save that this one builds on, on servers that number them.
    public var version: Int?
    /// Made by the client at the first save, and the same ever after (RFC 5322 §3.6.4), with its angle brackets.
    public var messageIDHeader: String
    /// Nil: the account's own.
    public var from: MailAddress?
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    /// May be empty.
    public var subject: String
    public var body: MessageBody
    /// All of them, uploaded before.
    public var files: [MessageFile]
    /// What is marked on the older save, for servers where a save is a new message.
    public var keywords: Set<Keyword>
    /// The message that it answers: its id, and for servers that want headers its Message-ID.
    public var inReplyTo: RemoteID?
    public var inReplyToHeader: String?
    /// The way back to the message answered, it last, when the client does not have that message.
    public var references: [String]
    /// What else its head says; a dialect that has no place for it leaves it out.
    public var headers: [DraftHeader]

    public init(
        id: RemoteID? = nil, version: Int? = nil, messageIDHeader: String, from: MailAddress? = nil,
        to: [MailAddress] = [], cc: [MailAddress] = [], bcc: [MailAddress] = [], replyTo: [MailAddress] = [],
        subject: String = "", body: MessageBody = MessageBody(), files: [MessageFile] = [],
        keywords: Set<Keyword> = [.draft, .seen], inReplyTo: RemoteID? = nil, inReplyToHeader: String? = nil,
        references: [String] = [], headers: [DraftHeader] = []
    ) {
        self.id = id
        self.version = version
        self.messageIDHeader = messageIDHeader
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.replyTo = replyTo
        self.subject = subject
        self.body = body
        self.files = files
        self.keywords = keywords
        self.inReplyTo = inReplyTo
        self.inReplyToHeader = inReplyToHeader
        self.references = references
        self.headers = headers
    }
}

/// The order to send a saved draft.
public struct RemoteSubmission: Hashable, Sendable, Codable {
    /// The save that is sent, or that goes once what was sealed has left; empty where there is none.
    public var draft: RemoteID
    /// The save that is to be sent, on servers that number them.
    public var version: Int?
    public var messageIDHeader: String?
    public var from: MailAddress?
    /// Everyone who gets it, blind copies too, each once.
    public var recipients: [MailAddress]
    /// What `stateBeforeSending` told, kept over restarts.
    public var state: String?
    /// The server is to keep it until then; only where it does such a thing.
    public var holdUntil: Date?
    /// The server keeps it.
    public var hold: RemoteHold?
    /// A gateway gave up waiting for the server, which may still be at it: before that time it is not ordered again.
    public var quietUntil: Date?
    /// How often the server's own mail server has put it off; nil: never.
    public var putOff: Int?
    /// It was sent as that message, which the server still keeps as a draft. Nothing is ordered any more, only that is put right.
    public var left: RemoteID?

    public init(
        draft: RemoteID, version: Int? = nil, messageIDHeader: String? = nil, from: MailAddress? = nil,
        recipients: [MailAddress] = [], state: String? = nil, holdUntil: Date? = nil
    ) {
        self.draft = draft
        self.version = version
        self.messageIDHeader = messageIDHeader
        self.from = from
        self.recipients = recipients
        self.state = state
        self.holdUntil = holdUntil
    }
}

/// An order to send that a server keeps until its time (RFC 8621 §7, RFC 4865).
public struct RemoteHold: Hashable, Sendable, Codable {
    public var id: RemoteID
    /// What is to be sent, which may be a copy of the draft.
    public var message: RemoteID
    /// When it is sent, by the server's clock.
    public var until: Date

    public init(id: RemoteID, message: RemoteID, until: Date) {
        self.id = id
        self.message = message
        self.until = until
    }
}

/// What became of an order that a server kept.
public enum RemoteHoldState: Hashable, Sendable {
    case held
    /// It has left; the message as far as the server tells it.
    case sent(RemoteMessage?)
    /// It was taken back, so there is a draft again.
    case takenBack(RemoteMessage?)
}

/// What a server says to an order to send.
public struct RemoteSent: Hashable, Sendable {
    /// The message as it is kept now; nil when the server tells it only by its changes.
    public var message: RemoteMessage?
    /// Who did not get it, and why; the others did.
    public var refusals: [String: String]
    /// It has not left yet: the server keeps it until its time.
    public var hold: RemoteHold?
    /// What was sent still looks like a draft there.
    public var leftover: RemoteLeftover?

    public init(
        message: RemoteMessage? = nil, refusals: [String: String] = [:], hold: RemoteHold? = nil,
        leftover: RemoteLeftover? = nil
    ) {
        self.message = message
        self.refusals = refusals
        self.hold = hold
        self.leftover = leftover
    }
}

/// What was sent, and is a draft at its server all the same: moving it to the sent mail went wrong (RFC 8621 §7.5). Whoever takes it
/// for a draft sends it twice.
public struct RemoteLeftover: Hashable, Sendable {
    public var message: RemoteID
    public var error: RemoteError

    public init(message: RemoteID, error: RemoteError) {
        self.message = message
        self.error = error
    }
}

/// Where a message is that may or may not have been sent.
public enum RemoteWhereabouts: Hashable, Sendable {
    /// Still a draft, so it was not sent.
    case draft(RemoteMessage)
    /// Sent; the message as far as the server tells it.
    case sent(RemoteMessage?)
    /// Sent, and the server still keeps it as a draft.
    case leftover(RemoteLeftover)
    /// The server keeps it until its time.
    case held(RemoteMessage?, RemoteHold)
    /// The server has nothing of it, and would have if it had been sent or saved.
    case nowhere
    /// It cannot be known: the user has to decide.
    case uncertain
}

/// A file as a server is asked to keep it for a draft.
public struct RemoteUpload: Hashable, Sendable {
    public var fileName: String
    public var contentType: String
    public var bytes: [UInt8]

    public init(fileName: String, contentType: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
    }
}
