package import Foundation

/// An account to serve.
package struct AccountConfiguration: Hashable, Sendable {
    package var address: String
    package var name: String
    /// Nil for a random one, stored with the data.
    package var token: String?

    package init(address: String, name: String = "", token: String? = nil) {
        self.address = address
        self.name = name
        self.token = token
    }
}

/// What an ``InboxServer`` serves, and how.
package struct ServerConfiguration: Sendable {
    /// The port on 127.0.0.1; 0 for any free port.
    package var port = 0
    /// The account that gets the imported mail.
    package var account = AccountConfiguration(address: "ann@example.test", name: "Ann")
    /// Further accounts on the same server. They start empty, and mail between accounts is delivered at once.
    package var otherAccounts: [AccountConfiguration] = []
    /// Files in mbox format, read and never written.
    package var mboxFiles: [String] = []
    /// Folders in Maildir or Maildir++ format, read and never written.
    package var maildirs: [String] = []
    /// A Maildir that is kept in step with the account, both ways. Needs a data file, and folders.
    package var syncedMaildir: String?
    /// The demo mailbox that fills the account, if any.
    package var demo: Demo?
    /// Whether accounts have labels, not folders.
    package var hasLabels = false
    /// The file that stores mail, ids and tokens; nil to keep them in memory.
    package var dataFile: String?
    /// Whether local programs may list accounts without a token and sign in with the account id. Refuses all browsers.
    package var trustsLoopback = false
    /// The command for mail to other servers: it gets the message on standard input and the recipients as arguments.
    package var sendmail: String?
    /// The faults to simulate, in this order.
    package var faults: [Fault] = []
    /// The oddities of JMAP.
    package var oddities: [Oddity] = []

    package init() {}

    /// The settings of the demo mailbox.
    package struct Demo: Sendable {
        /// The same seed gives the same mail.
        package var seed: UInt64
        /// The time from which the dates of the mail count back.
        package var now: Date
        /// Whether new mail keeps arriving.
        package var keepsArriving: Bool

        package init(seed: UInt64 = 1, now: Date = Date(), keepsArriving: Bool = true) {
            self.seed = seed
            self.now = now
            self.keepsArriving = keepsArriving
        }
    }
}
