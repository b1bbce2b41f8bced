public import Foundation
public import InboxModel
public import InboxStore

/// What is going on between an account and its server: the truth that the top line shows.
public struct AccountStatus: Hashable, Sendable {
    /// How far an account has got with its server.
    public enum Phase: Hashable, Sendable {
        /// Nothing is asked of the server: not started, or another process does it.
        case idle
        /// The user stopped it; `resume` goes on.
        case paused
        /// The server is asked for the first time, or again after it was away.
        case connecting
        /// The server tells what happens when it happens.
        case live
        /// The server is asked now and then.
        case polling
        /// The server was not reached, or did not do what it was asked for: it is asked again at that time.
        case offline(RemoteError, retryAt: Date)
        /// The server no longer lets us in.
        case signedOut(message: String)
        /// The password or token cannot be had.
        case noSecret(SecretError)
        /// The store cannot keep what the server says.
        case storeFailed(StoreError)
    }

    /// How far a long reading has come.
    public struct Progress: Hashable, Sendable {
        /// What is read: the mail as lists show it, or its texts.
        public enum Work: Hashable, Sendable { case messages, bodies }
        public var work: Work
        /// In messages, as `total` is.
        public var done: Int
        /// Nil where the server does not say.
        public var total: Int?
        public var startedAt: Date
        /// How many were here then: they tell nothing of how fast it goes.
        public var startedWith = 0
    }

    public var account: AccountID
    public var phase: Phase
    /// What is being fetched in the background, if anything.
    public var progress: Progress?

    public init(account: AccountID, phase: Phase = .idle, progress: Progress? = nil) {
        self.account = account
        self.phase = phase
        self.progress = progress
    }

    /// Whether nothing goes on until the user has given a password or token that the server takes.
    public var needsSignIn: Bool {
        switch phase {
        case .signedOut, .noSecret: true
        default: false
        }
    }

    /// Whether the server is there, and says no to what it is asked: that passes by no waiting for a network.
    public var isRefused: Bool {
        guard case .offline(let error, _) = phase, case .refused = error.reason else { return false }
        return unapprovedOrigins.isEmpty
    }

    /// Whether the server is there and lists the account no more. It is asked again by itself, and all that is here waits for it.
    public var isMissing: Bool {
        if case .offline(let error, _) = phase { error.type == RemoteError.otherAccount } else { false }
    }

    /// The places that the server wants to be asked at and the user has not approved, as `https://api.example`: nothing goes on before
    /// `MailSession.approve`.
    public var unapprovedOrigins: [String] {
        guard case .offline(let error, _) = phase, error.type == RemoteError.unapprovedOrigin else { return [] }
        return error.names
    }

    /// Whether the server answered the last time it was asked.
    public var isConnected: Bool { phase == .live || phase == .polling }
}

/// Something that the user should hear of.
public enum Notice: Hashable, Sendable {
    /// The server said no, in its words; what the action showed has been taken back.
    case refused(Action, message: String)
    /// The messages are in the other account, but their own server did not let the originals go: they are in both.
    case leftBehind(Action, message: String)
    /// It was not done and nothing is taken back: the outbox keeps it until the user says how to go on.
    case stopped(Action, message: String)
    /// The server has sent it, to so many.
    case sent(Action, recipients: Int)
    /// Sent, but not to everyone: to whom not, and why.
    case partlySent(Action, message: String)
    /// The server keeps it and sends it at its time, whether or not we run then.
    case held(Action, until: Date)
    /// What the server kept was taken back: it is a draft again.
    case takenBack(Action)
    /// What the server kept was to be taken back, but has left.
    case tooLate(Action)
    /// The server keeps it, and does not give it back.
    case notTakenBack(Action)
    /// A draft that was discarded here had been saved anew elsewhere: that one stays.
    case savedElsewhere(Action)
    case storeFailed(StoreError)
    /// A renewed sign-in could not be kept: it works until the program ends, and is tried again until then.
    case secretNotKept(SecretError, AccountID)

    /// What it is about.
    public var action: Action? {
        switch self {
        case .refused(let action, _), .leftBehind(let action, _), .stopped(let action, _), .sent(let action, _),
            .partlySent(let action, _), .held(let action, _), .takenBack(let action), .tooLate(let action),
            .notTakenBack(let action),
            .savedElsewhere(let action):
            action
        case .storeFailed, .secretNotKept: nil
        }
    }

    /// Whose it is; nil for what concerns the whole store.
    public var account: AccountID? {
        if case .secretNotKept(_, let account) = self { account } else { action?.account }
    }

    /// Whether something did not go as the user wished.
    public var isTrouble: Bool {
        switch self {
        case .sent, .held, .takenBack: false
        default: true
        }
    }
}
