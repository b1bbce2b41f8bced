import InboxRemote

/// What goes wrong with a command.
enum ServerFault: Sendable, Hashable {
    /// Nothing was done.
    case hangUpBefore
    /// All was done, but the answer is lost.
    case hangUpAfter
    /// All was done, and a part of the answer is sent.
    case hangUpAmid
    /// Of a command on several messages only the first is done, and the answer is lost.
    case hangUpHalf
    /// The text after NO: `[OVERQUOTA] no room`.
    case refuse(String)
    /// The same, but before a literal is sent.
    case refuseLiteral(String)
    /// All was done, and is answered by its end alone.
    case omit
    /// Nothing is done or answered any more.
    case silence
}

/// A fault that waits for its command.
struct ScriptedFault: Sendable {
    var fault: ServerFault
    /// Such as `UID MOVE`; nil for any.
    var command: String?
    /// How many such commands come first.
    var after: Int
}

/// What becomes of a message that is handed over for sending.
enum SubmitFault: Sendable {
    /// It is not taken.
    case refuse(MailTransportError)
    /// It is taken, but the answer is lost.
    case lose
    /// It is not taken, but nobody knows.
    case vanish
}
