public import Foundation
public import InboxModel
public import InboxStore

/// The status of an account and its server, as the top line shows it.
public struct AccountStatus: Hashable, Sendable {
    /// The state of the connection to an account's server.
    public enum Phase: Hashable, Sendable {
        /// The server is not asked: not started, or another process does it.
        case idle
        /// The user paused it; `resume` continues.
        case paused
        /// The server is being asked for the first time, or again after it was away.
        case connecting
        /// The server reports changes as they happen.
        case live
        /// The server is polled.
        case polling
        /// The server was not reached, or failed: it is asked again at that time.
        case offline(RemoteError, retryAt: Date)
        /// The server no longer lets us in.
        case signedOut(message: String)
        /// The password or token is not available.
        case noSecret(SecretError)
        /// The store can't save what the server says.
        case storeFailed(StoreError)
    }

    /// The progress of a long fetch.
    public struct Progress: Hashable, Sendable {
        /// What is fetched: the mail as lists show it, or its texts.
        public enum Work: Hashable, Sendable { case messages, bodies }
        public var work: Work
        /// The number of messages done, like `total` counted in messages.
        public var done: Int
        /// Nil if the server does not say, or if only the mail of some days is fetched.
        public var total: Int?
        public var startedAt: Date
        /// How many messages were here at the start, which do not count towards the speed.
        public var startedWith = 0
    }

    public var account: AccountID
    public var phase: Phase
    /// What is being fetched in the background, if anything.
    public var progress: Progress?
    /// How much of what the server told could not be read, and is missing here.
    public var leftOut = 0

    public init(account: AccountID, phase: Phase = .idle, progress: Progress? = nil) {
        self.account = account
        self.phase = phase
        self.progress = progress
    }

    /// Whether nothing happens until the user has given a password or token that the server accepts.
    public var needsSignIn: Bool {
        switch phase {
        case .signedOut, .noSecret: true
        default: false
        }
    }

    /// Whether the server is there but refuses requests, so that waiting for a network does not help.
    public var isRefused: Bool {
        guard case .offline(let error, _) = phase, case .refused = error.reason else { return false }
        return unapprovedOrigins.isEmpty
    }

    /// Whether the server is there but no longer lists the account. The server is asked again automatically, and everything here
    /// waits for that.
    public var isMissing: Bool {
        if case .offline(let error, _) = phase { error.otherAccounts != nil } else { false }
    }

    /// Whether a damaged store has lost where the account's server is: it is not reached before the user adds the account again.
    public var hasLostAddress: Bool {
        if case .offline(let error, _) = phase { error.finding == .lostAddress } else { false }
    }

    /// Places, such as `https://api.example`, at which the server wants to be reached and which the user has not approved. Nothing
    /// happens before `MailSession.approve`.
    public var unapprovedOrigins: [String] {
        if case .offline(let error, _) = phase { error.unapprovedOrigins ?? [] } else { [] }
    }

    /// Whether the server answered the last request.
    public var isConnected: Bool { phase == .live || phase == .polling }
}

/// An event that the user should learn of.
public enum Notice: Hashable, Sendable {
    /// The message of `refused` when what the action was about is gone.
    package static let goneText = "it is no longer on the server"

    /// The server refused the action, with its words; what the action showed has been undone.
    case refused(Action, message: String)
    /// The messages are in the other account, but their own server did not delete the originals: they are in both.
    case leftBehind(Action, message: String)
    /// The action was not done, and nothing is undone: the outbox keeps it until the user decides.
    case stopped(Action, message: String)
    /// The server has sent the message, to so many recipients.
    case sent(Action, recipients: Int)
    /// The message was sent, but not to everyone; the text says to whom not, and why.
    case partlySent(Action, message: String)
    /// The server holds the message and sends it at its time, whether or not this program is running.
    case held(Action, until: Date)
    /// A message that the server held was taken back: it is a draft again.
    case takenBack(Action)
    /// A message that the server held left before it could be taken back.
    case tooLate(Action)
    /// The server holds the message, and does not return it.
    case notTakenBack(Action)
    /// A draft that was discarded here had been saved again elsewhere: that version stays.
    case savedElsewhere(Action)
    case storeFailed(StoreError)
    /// A renewed sign-in could not be stored: it works until the program ends, and storing is tried again until then.
    case secretNotKept(SecretError, AccountID)
    /// The account's server has something to say to its user, in its own words.
    case alert(String, AccountID)

    /// The action that the notice is about.
    public var action: Action? {
        switch self {
        case .refused(let action, _), .leftBehind(let action, _), .stopped(let action, _), .sent(let action, _),
            .partlySent(let action, _), .held(let action, _), .takenBack(let action), .tooLate(let action),
            .notTakenBack(let action),
            .savedElsewhere(let action):
            action
        case .storeFailed, .secretNotKept, .alert: nil
        }
    }

    /// The account that the notice is about; nil if it concerns the whole store.
    public var account: AccountID? {
        switch self {
        case .secretNotKept(_, let account), .alert(_, let account): account
        default: action?.account
        }
    }

    /// Whether something went wrong for the user.
    public var isTrouble: Bool {
        switch self {
        case .sent, .held, .takenBack: false
        default: true
        }
    }
}
