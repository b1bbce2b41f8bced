public import Foundation

/// An account to serve.
public struct AccountConfiguration: Hashable, Sendable {
    public var address: String
    public var name: String
    /// Nil for a random one, stored with the data.
    public var token: String?

    public init(address: String, name: String = "", token: String? = nil) {
        self.address = address
        self.name = name
        self.token = token
    }
}

/// What an ``InboxServer`` serves, and how.
public struct ServerConfiguration: Sendable {
    /// The port on 127.0.0.1; 0 for any free port.
    public var port = 0
    /// The account that gets the imported mail.
    public var account = AccountConfiguration(address: "ann@example.test", name: "Ann")
    /// Further accounts on the same server. They start empty, and mail between accounts is delivered at once.
    public var otherAccounts: [AccountConfiguration] = []
    /// Files in mbox format, read and never written.
    public var mboxFiles: [String] = []
    /// Folders in Maildir or Maildir++ format, read and never written.
    public var maildirs: [String] = []
    /// A Maildir that is kept in step with the account, both ways. Needs a data file, and folders.
    public var syncedMaildir: String?
    /// The demo mailbox that fills the account, if any.
    public var demo: Demo?
    /// Whether accounts have labels, not folders.
    public var hasLabels = false
    /// The file that stores mail, ids and tokens; nil to keep them in memory.
    public var dataFile: String?
    /// Whether local programs may list accounts without a token and sign in with the account id. Refuses all browsers.
    public var trustsLoopback = false
    /// The command for mail to other servers: it gets the message on standard input and the recipients as arguments.
    public var sendmail: String?
    /// The faults to simulate, in this order.
    public var faults: [Fault] = []
    /// The oddities of JMAP.
    public var oddities: [Oddity] = []

    public init() {}

    /// The settings of the demo mailbox.
    public struct Demo: Sendable {
        /// The same seed gives the same mail.
        public var seed: UInt64
        /// The time from which the dates of the mail count back.
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
