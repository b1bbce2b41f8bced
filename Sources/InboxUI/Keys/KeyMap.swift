import TerminalUI

/// Which keys do what, on which screen.
public struct KeyMap: Sendable {
    /// What a few pressed keys come to.
    enum Meaning: Hashable, Sendable {
        case command(Command)
        /// The beginning of one or more bindings.
        case begun
        case nothing
    }

    private var bindings: [KeyContext: [KeySequence: Command]] = [:]
    /// What of the user's own bindings could not be used, a sentence each.
    public private(set) var problems: [String] = []

    /// The preset with the user's own bindings on top.
    public init(settings: Settings = Settings()) {
        for (context, entries) in KeyTable.bindings {
            for (command, keys) in entries { bind(command, keys, in: context) }
        }
        for (command, keys) in KeyTable.preset(settings.keyPreset) { rebind(command, keys) }
        for (name, keys) in settings.keys.sorted(by: { $0.key < $1.key }) {
            guard let command = Command(rawValue: name) else {
                problems.append("there is no command “\(name)” to bind keys to")
                continue
            }
            rebind(command, keys)
        }
    }

    func meaning(of pressed: [Key], in context: KeyContext) -> Meaning {
        let known = bindings[context] ?? [:]
        if let command = known[KeySequence(pressed)] { return .command(command) }
        return known.keys.contains { $0.starts(with: pressed) } ? .begun : .nothing
    }

    /// The keys of a command on a screen, the one to be shown first.
    public func sequences(of command: Command, in context: KeyContext) -> [KeySequence] {
        let order = (KeyTable.bindings[context] ?? []).first { $0.0 == command }?.1 ?? []
        return (bindings[context] ?? [:]).filter { $0.value == command }.map(\.key)
            .sorted { left, right in
                let ranks = [left, right].map { order.firstIndex(of: $0.description) ?? -1 }
                return ranks[0] == ranks[1] ? left.description < right.description : ranks[0] < ranks[1]
            }
    }

    /// The commands that have a key on a screen, in the order of the command table.
    public func commands(in context: KeyContext) -> [Command] {
        let bound = Set((bindings[context] ?? [:]).values)
        return CommandTable.all.map(\.command).filter(bound.contains)
    }

    /// All commands of a screen, those without a key too, in the order of the command table.
    func allCommands(in context: KeyContext) -> [Command] {
        let known = Set((KeyTable.bindings[context] ?? []).map(\.0))
        return CommandTable.all.map(\.command).filter(known.contains)
    }

    /// What may follow keys that began a binding, each with the rest of its keys.
    func continuations(of begun: [Key], in context: KeyContext) -> [(rest: KeySequence, command: Command)] {
        (bindings[context] ?? [:]).filter { $0.key.keys.count > begun.count && $0.key.starts(with: begun) }
            .map { (KeySequence(Array($0.key.keys.dropFirst(begun.count))), $0.value) }
            .sorted { $0.0.description < $1.0.description }
    }

    // MARK: Binding

    private mutating func bind(_ command: Command, _ keys: [String], in context: KeyContext) {
        for text in keys {
            guard let sequence = KeySequence(text) else {
                note("“\(text)” is no key (bound to “\(command.rawValue)”)")
                continue
            }
            bindings[context, default: [:]][sequence] = command
        }
    }

    /// Gives a command other keys wherever it has some; what they did before they do no longer.
    private mutating func rebind(_ command: Command, _ keys: [String]) {
        let sequences = keys.compactMap { text in
            let sequence = KeySequence(text)
            if sequence == nil { note("“\(text)” is no key (bound to “\(command.rawValue)”)") }
            return sequence
        }
        guard sequences.count == keys.count else { return }
        for context in KeyContext.allCases {
            guard var known = bindings[context],
                known.values.contains(command)
                    || (KeyTable.bindings[context] ?? []).contains(where: { $0.0 == command })
            else { continue }
            known = known.filter { $0.value != command }
            for sequence in sequences {
                let hidden = known.filter { clash(sequence, $0.key) }
                for (key, other) in hidden.sorted(by: { $0.key.description < $1.key.description })
                where key != sequence {
                    note("“\(sequence)” for “\(command.rawValue)” hides “\(key)” for “\(other.rawValue)”")
                }
                known = known.filter { hidden[$0.key] == nil }
                known[sequence] = command
            }
            bindings[context] = known
        }
    }

    /// Whether one of them can never be finished because the other is its beginning.
    private func clash(_ left: KeySequence, _ right: KeySequence) -> Bool {
        left.starts(with: right.keys) || right.starts(with: left.keys)
    }

    private mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}
