import TerminalUI

/// Joins keys that are pressed one after the other to what they mean. Digits before a command that moves say how often, before one for
/// one of several which, before one that acts on rows on how many: `3j`, `5G`, `3e`.
struct KeyReader: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        /// What to do, and how often.
        case command(Command, count: Int)
        /// What to do with which of several, or with how many. A screen where that means nothing refuses it: of three, one would be
        /// done otherwise.
        case numbered(Command, Int)
        case own(OwnKey)
        /// More keys are awaited.
        case waiting
        /// Nothing is bound to the key.
        case unbound(Key)
        /// Nothing is bound to what was begun with this key behind it: of a pair, the second key is not done by itself.
        case meaningless([Key])
    }

    /// Keys that began a binding; the bottom line shows them.
    private(set) var begun: [Key] = []
    /// The number that was typed; 0 for none.
    private var count = 0
    private var context: KeyContext?

    static let mostTimes = 9_999
    private static let highest = 9_999_999

    var isWaiting: Bool { !begun.isEmpty || count > 0 }

    /// What was pressed so far.
    var text: String { (count > 0 ? "\(count)" : "") + (begun.isEmpty ? "" : KeySequence(begun).description) }

    mutating func press(_ key: Key, in context: KeyContext, _ map: KeyMap) -> Outcome {
        if self.context != context { forget() }
        self.context = context
        if key == .escape, isWaiting {
            forget()
            return .waiting
        }
        let pressed = begun + [key]
        switch map.meaning(of: pressed, in: context) {
        case .command(let command):
            if command.takesNumber(in: context), count > 0 {
                defer { forget() }
                return .numbered(command, count)
            }
            let times = command.isRepeatable && count > 0 ? min(Self.mostTimes, count) : 1
            forget()
            return .command(command, count: times)
        case .own(let own):
            forget()
            return .own(own)
        case .begun:
            begun = pressed
            return .waiting
        case .nothing:
            if begun.isEmpty, let digit = digit(key) {
                count = min(Self.highest, count * 10 + digit)
                return .waiting
            }
            guard isWaiting else { return .unbound(key) }
            let isPair = !begun.isEmpty && key.typed != nil
            forget()
            guard !isPair else { return .meaningless(pressed) }
            // A number, or what was begun, comes to nothing; the key may mean something by itself.
            return press(key, in: context, map)
        }
    }

    /// A number does not begin with 0.
    private func digit(_ key: Key) -> Int? {
        guard let typed = key.typed, typed.isASCII, let digit = typed.wholeNumberValue else { return nil }
        return digit == 0 && count == 0 ? nil : digit
    }

    mutating func forget() {
        begun = []
        count = 0
    }
}

extension Command {
    /// Whether doing it several times at once means something: moving does, acting on what is selected does not.
    var isRepeatable: Bool {
        switch self {
        case .down, .up, .pageDown, .pageUp, .halfDown, .halfUp, .pageOn, .nextThread, .previousThread, .nextLink,
            .previousLink, .nextMatch, .previousMatch, .goToParent, .goToReply, .select, .later, .undo, .redo,
            .previewDown, .previewUp, .pinDown, .pinUp:
            true
        default: false
        }
    }

    /// Whether a number before its key tells which of several is meant, or how many; or would have to.
    func takesNumber(in context: KeyContext) -> Bool {
        switch self {
        case .pictures, .top, .bottom: true
        case .open: [.list, .drawer, .outbox, .contacts, .thread].contains(context)
        default: !isRepeatable && CommandTable.definition(of: self)?.group == .acting
        }
    }
}
