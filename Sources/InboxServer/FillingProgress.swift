/// The server's progress in reading mail.
package struct FillingProgress: Hashable, Sendable {
    /// A message that was kept although it is partly broken, or a file in a Maildir that is not readable mail.
    package struct Problem: Hashable, Sendable {
        package var file: String
        /// The message's number in its mbox, from 1; nil in a Maildir, where `file` is the message.
        package var number: Int?
        /// The defects, in words.
        package var reasons: [String]
    }

    /// The mbox, the Maildir, or "demo".
    package var source: String
    package var done: Int
    package var total: Int
    /// How many of the finished messages were imported before.
    package var known = 0
    /// How many of the finished messages could not be read: gone meanwhile, or not a file.
    package var missing = 0
    /// Every broken message so far, in the order of reading.
    package var problems: [Problem] = []

    package var isFinished: Bool { done == total }
}
