public import Foundation

/// An account to serve.
public struct AccountConfiguration: Hashable, Sendable {
    public var address: String
    public var name: String
    /// Nil: a random one, kept with the data.
    public var token: String?

    public init(address: String, name: String = "", token: String? = nil) {
        self.address = address
        self.name = name
        self.token = token
    }
}

/// What an ``InboxServer`` serves, and how.
public struct ServerConfiguration: Sendable {
    /// The port on 127.0.0.1; 0 takes any that is free.
    public var port = 0
    /// The account that the mail belongs to.
    public var account = AccountConfiguration(address: "ann@example.test", name: "Ann")
    /// More accounts on the same server. They start empty, and mail between accounts is delivered at once.
    public var otherAccounts: [AccountConfiguration] = []
    /// Files in mbox format, read and never written.
    public var mboxFiles: [String] = []
    /// Folders in Maildir or Maildir++ format, read and never written.
    public var maildirs: [String] = []
    /// Fills the account with invented mail, and lets more arrive.
    public var demo: Demo?
    /// Labels in place of folders.
    public var hasLabels = false
    /// Where mail, ids and tokens are kept; nil keeps them in memory.
    public var dataFile: String?
    /// Lets programs on this machine list accounts without a token, and sign in with the account id. Refuses all browsers.
    public var trustsLoopback = false
    /// The command that takes mail for other servers: the message on standard input, the recipients as arguments.
    public var sendmail: String?
    /// What goes wrong, in this order.
    public var faults: [Fault] = []
    /// How JMAP is odd.
    public var oddities: [Oddity] = []

    public init() {}

    /// The invented mailbox.
    public struct Demo: Sendable {
        /// The same seed gives the same mail.
        public var seed: UInt64
        /// The time that its mail counts back from.
        public var now: Date
        /// Whether new mail keeps arriving.
        public var keepsArriving: Bool

        public init(seed: UInt64 = 1, now: Date = Date(), keepsArriving: Bool = true) {
            self.seed = seed
            self.now = now
            self.keepsArriving = keepsArriving
        }
    }
}
