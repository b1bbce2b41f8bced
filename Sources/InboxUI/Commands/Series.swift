import InboxModel

/// A user-defined series of commands that one key runs on the same mail as a unit: all of it, or nothing.
public struct Series: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        case command(Command)
        /// A step that names a mailbox, label, tag or time. A label or tag is added or removed, never toggled.
        case own(OwnKey, takesOff: Bool)
    }

    public var steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The commands that act on mail without a question. None of them toggles.
    static let commands: [(command: Command, does: Action.Command)] = [
        (.shake, .shake), (.unread, .unread), (.star, .star), (.addStar, .star), (.removeStar, .unstar),
        (.archive, .archive), (.trash, .trash), (.junk, .junk), (.mute, .mute), (.replyLater, .replyLater),
    ]

    /// The deeds that name what those commands would ask for.
    static let deeds: [OwnKey.Deed] = [.move, .copy, .label, .tag, .snooze]
}

extension Series.Step {
    /// The step as written in `config.json`.
    var text: String {
        switch self {
        case .command(let command): command.rawValue
        case .own(let own, let takesOff): (takesOff ? "-" : "") + own.name
        }
    }
}
