import InboxModel

/// Commands of the user's own choice that one key does to the same mail, as one deed: all of it, or nothing.
public struct Series: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        case command(Command)
        /// What names a mailbox, label, tag or time. A label or tag is put on, or taken off, whether it is there or not.
        case own(OwnKey, takesOff: Bool)
    }

    public var steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The commands that do something to mail without a question. None turns what is there into its opposite.
    static let commands: [(command: Command, does: Action.Command)] = [
        (.shake, .shake), (.unread, .unread), (.star, .star), (.addStar, .star), (.removeStar, .unstar),
        (.archive, .archive), (.trash, .trash), (.junk, .junk), (.mute, .mute), (.replyLater, .replyLater),
    ]

    /// What names something that those commands would ask for.
    static let deeds: [OwnKey.Deed] = [.move, .copy, .label, .tag, .snooze]
}

extension Series.Step {
    /// As `config.json` has it.
    var text: String {
        switch self {
        case .command(let command): command.rawValue
        case .own(let own, let takesOff): (takesOff ? "-" : "") + own.name
        }
    }
}
