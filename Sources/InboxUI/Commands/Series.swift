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

extension OwnKey {
    /// The labels or tags to add and to remove together, each with its sign as in aerc and notmuch: `tag:+todo -later`. Nil for anything
    /// else, such as a single name without a sign, which toggles.
    var series: Series? {
        guard deed == .label || deed == .tag else { return nil }
        var steps: [Series.Step] = []
        for word in object.split(whereSeparator: \.isWhitespace) {
            let name = word.dropFirst()
            if let sign = word.first, "+-".contains(sign), !name.isEmpty {
                steps.append(.own(OwnKey(deed, String(name)), takesOff: sign == "-"))
            } else if deed == .label, case .own(let own, let takesOff)? = steps.popLast() {
                // The name of a label may have blanks.
                steps.append(.own(OwnKey(deed, "\(own.object) \(word)"), takesOff: takesOff))
            } else {
                return nil
            }
        }
        // Labels are removed last: mail that loses its only one is archived.
        return steps.isEmpty ? nil : Series(steps.filter { !$0.takesOff } + steps.filter(\.takesOff))
    }
}

extension Settings {
    /// Returns the series that the settings define under a name, or that the name itself spells out.
    func series(named name: String) -> Series? { series[name] ?? OwnKey(name)?.series }
}

extension Series.Step {
    /// Whether it removes a label or tag.
    fileprivate var takesOff: Bool { if case .own(_, true) = self { true } else { false } }

    /// The step as written in `config.json`.
    var text: String {
        switch self {
        case .command(let command): command.rawValue
        case .own(let own, let takesOff): (takesOff ? "-" : "") + own.name
        }
    }
}
