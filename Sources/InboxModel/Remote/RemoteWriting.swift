public import Foundation

/// A draft in the form in which a server stores it.
public struct RemoteDraft: Hashable, Sendable {
    /// The id of an older save; nil for a new draft.
    public var id: RemoteID?
    /// The version that this save replaces, on servers that number saves.
    public var version: Int?
    /// Created by the client at the first save and never changed (RFC 5322 §3.6.4), with angle brackets.
    public var messageIDHeader: String
    /// Nil for the account's own address.
    public var from: MailAddress?
    public var to: [MailAddress]
    public var cc: [MailAddress]
    public var bcc: [MailAddress]
    public var replyTo: [MailAddress]
    /// May be empty.
    public var subject: String
    public var body: MessageBody
    /// The files, all uploaded already.
    public var files: [MessageFile]
    /// The keywords of the older save, for servers where each save is a new message.
    public var keywords: Set<Keyword>
    /// The id of the answered message; `inReplyToHeader` is its Message-ID, for servers that need headers.
    public var inReplyTo: RemoteID?
    public var inReplyToHeader: String?
    /// The References, ending with the answered message, if the client does not have that message.
    public var references: [String]
    /// Other headers. A dialect that does not support them leaves them out.
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
    /// The save to send, or the save to delete once a signed or encrypted message has been sent in its place; empty if there is none.
    public var draft: RemoteID
    /// The version to send, on servers that number saves.
    public var version: Int?
    public var messageIDHeader: String?
    public var from: MailAddress?
    /// All recipients, including blind copies, each once.
    public var recipients: [MailAddress]
    /// The result of `stateBeforeSending`, kept across restarts.
    public var state: String?
    /// Until when the server should hold the message, if it supports that.
    public var holdUntil: Date?
    /// Set once the server holds it.
    public var hold: RemoteHold?
    /// The end of a pause after a gateway timed out: the server may still be processing the order, so it is not sent again before then.
    public var quietUntil: Date?
    /// How often the server's mail transport has deferred the message; nil for never.
    public var putOff: Int?
    /// Whether the server answered that it did not carry the order out, and no earlier one was open.
    public var isRefused: Bool?
    /// The message that was sent but is still a draft on the server. It is not sent again; only this is corrected.
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

/// An order to send that a server holds until its time (RFC 8621 §7, RFC 4865).
public struct RemoteHold: Hashable, Sendable, Codable {
    public var id: RemoteID
    /// The message to send, which may be a copy of the draft.
    public var message: RemoteID
    /// When it will be sent, by the server's clock.
    public var until: Date

    public init(id: RemoteID, message: RemoteID, until: Date) {
        self.id = id
        self.message = message
        self.until = until
    }
}

/// The state of an order that a server held.
public enum RemoteHoldState: Hashable, Sendable {
    case held
    /// Sent, as far as the server reports it.
    case sent(RemoteSent)
    /// Cancelled, so that there is a draft again.
    case takenBack(RemoteMessage?)
}

/// What a server reports of a message that it was ordered to send, in its answer or later.
public struct RemoteSent: Hashable, Sendable {
    /// The message as it is stored now; nil if the server reports it only in its changes.
    public var message: RemoteMessage?
    /// What left: the draft itself, or a copy of it; known even if the message can't be read. Nil if the server does not say.
    public var id: RemoteID?
    /// The refused recipients, with reasons. The others received it.
    public var refusals: [String: String]
    /// The hold, if the server will send the message later.
    public var hold: RemoteHold?
    /// Set if the sent message is still a draft on the server.
    public var leftover: RemoteLeftover?

    public init(
        message: RemoteMessage? = nil, id: RemoteID? = nil, refusals: [String: String] = [:], hold: RemoteHold? = nil,
        leftover: RemoteLeftover? = nil
    ) {
        self.message = message
        self.id = id ?? message?.id
        self.refusals = refusals
        self.hold = hold
        self.leftover = leftover
    }
}

/// A sent message that is still a draft on its server, because moving it to the sent mail failed (RFC 8621 §7.5). Whoever takes it
/// for a draft sends it twice.
public struct RemoteLeftover: Hashable, Sendable {
    public var message: RemoteID
    public var error: RemoteError
    /// The refused recipients, with reasons.
    public var refusals: [String: String]

    public init(message: RemoteID, error: RemoteError, refusals: [String: String] = [:]) {
        self.message = message
        self.error = error
        self.refusals = refusals
    }
}

/// The state of a message that may have been sent.
public enum RemoteWhereabouts: Hashable, Sendable {
    /// Still a draft, so it was not sent.
    case draft(RemoteMessage)
    /// Sent, as far as the server reports it.
    case sent(RemoteSent)
    /// Sent, but still a draft on the server.
    case leftover(RemoteLeftover)
    /// Held by the server until its time.
    case held(RemoteMessage?, RemoteHold)
    /// The server has no trace of it, and would have one if the message had been sent or saved.
    case nowhere
    /// Unknown: the user must decide.
    case uncertain
}

/// A file to upload for a draft.
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
