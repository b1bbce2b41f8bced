/// How far the server has come with reading mail.
public struct FillingProgress: Hashable, Sendable {
    /// A message that was kept although something in it is broken, or a file in a Maildir that is none that can be read.
    public struct Problem: Hashable, Sendable {
        public var file: String
        /// The message's place in its mbox, from 1; nil in a Maildir, where `file` is the message.
        public var number: Int?
        /// What is wrong with it, in words.
        public var reasons: [String]
    }

    /// The mbox, the Maildir, or "demo".
    public var source: String
    public var done: Int
    public var total: Int
    /// Of those done, the ones that were there already.
    public var known = 0
    /// Of those done, the ones of which there is nothing: gone meanwhile, or no file.
    public var missing = 0
    /// Every broken message so far, in the order of reading.
    public var problems: [Problem] = []

    public var isFinished: Bool { done == total }
}
