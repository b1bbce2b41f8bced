import TerminalUI

/// Interprets keys that are pressed one after the other. A number before a moving command says how often, before a command that
/// picks one of several which one, and before a command that acts on rows how many: `3j`, `5G`, `3e`.
struct KeyReader: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        /// A command, and how often to run it.
        case command(Command, count: Int)
        /// A command, and which of several or how many it is for. A screen where the number means nothing must refuse it, or
        /// the command would act on one row instead of three.
        case numbered(Command, Int)
        case own(OwnKey)
        /// The same for a key of the user's own that acts on mail.
        case ownNumbered(OwnKey, Int)
        /// More keys must follow.
        case waiting
        /// The key has no binding.
        case unbound(Key)
        /// No binding continues the begun keys with the last one. The second key of a pair does not run by itself.
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

    /// The keys pressed so far.
    var pressed: [Key] { (count > 0 ? String(count).map { Key($0) } : []) + begun }

    /// The keys pressed so far, as the bottom line shows them.
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
            defer { forget() }
            return count > 0 && !own.deed.isGoing ? .ownNumbered(own, count) : .own(own)
        case .begun:
            begun = pressed
            return .waiting
        case .nothing:
            if begun.isEmpty, let digit = digit(key) {
                count = min(Self.highest, count * 10 + digit)
                return .waiting
            }
            // The key behind one that begins bindings only in threads was meant with it: alone it would act on all of a thread.
            if context.isOverThreads, map.meaning(of: pressed, in: .thread) == .begun {
                begun = pressed
                return .waiting
            }
            guard isWaiting else { return .unbound(key) }
            let isPair = !begun.isEmpty && key.typed != nil
            forget()
            guard !isPair else { return .meaningless(pressed) }
            // Drops the number or the begun keys; the key may mean something by itself.
            return press(key, in: context, map)
        }
    }

    /// Returns the digit of a key; nil for a leading 0.
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
    /// Whether a count repeats the command: it does for moving, not for acting on the selection.
    var isRepeatable: Bool {
        switch self {
        case .down, .up, .pageDown, .pageUp, .halfDown, .halfUp, .pageOn, .nextThread, .previousThread, .nextLink,
            .previousLink, .nextMatch, .previousMatch, .goToParent, .goToReply, .select, .later, .undo, .redo,
            .previewDown, .previewUp, .pinDown, .pinUp:
            true
        default: false
        }
    }

    /// Whether a number before the key says which of several, or how many. That includes commands that must refuse the number.
    func takesNumber(in context: KeyContext) -> Bool {
        switch self {
        case .pictures, .top, .bottom: true
        case .open: [.list, .drawer, .outbox, .contacts, .thread].contains(context)
        default: !isRepeatable && CommandTable.definition(of: self)?.group == .acting
        }
    }
}
