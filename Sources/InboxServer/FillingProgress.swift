/// The server's progress in reading mail.
public struct FillingProgress: Hashable, Sendable {
    /// A message that was kept although it is partly broken, or a file in a Maildir that is not readable mail.
    public struct Problem: Hashable, Sendable {
        public var file: String
        /// The message's number in its mbox, from 1; nil in a Maildir, where `file` is the message.
        public var number: Int?
        /// The defects, in words.
        public var reasons: [String]
    }

    /// The mbox, the Maildir, or "demo".
    public var source: String
    public var done: Int
    public var total: Int
    /// How many of the finished messages were imported before.
    public var known = 0
    /// How many of the finished messages could not be read: gone meanwhile, or not a file.
    public var missing = 0
    /// Every broken message so far, in the order of reading.
    public var problems: [Problem] = []

    public var isFinished: Bool { done == total }
}
