import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Which keys do what, on which screen.
package struct KeyMap: Sendable {
    /// The meaning of a sequence of pressed keys.
    enum Meaning: Hashable, Sendable {
        case command(Command)
        case own(OwnKey)
        /// The prefix of one or more bindings.
        case begun
        case nothing
    }

    var bindings: [KeyContext: [KeySequence: Command]] = [:]
    var ownBindings: [KeyContext: [KeySequence: OwnKey]] = [:]
    /// The position of each key among those of its command.
    private var ranks: [KeyContext: [KeySequence: Int]] = [:]
    /// The name of the user binding that gave each key its meaning.
    var owners: [KeyContext: [KeySequence: String]] = [:]
    /// The user bindings that took a key from each other.
    var clashes: [KeyClash] = []
    /// The user bindings that could not be used.
    private(set) var problems: [KeyProblem] = []

    /// Creates the key map of the preset, with the user's bindings on top. `archive` binds a command on every screen that has
    /// it, `list.archive` on one.
    package init(settings: Settings = Settings()) {
        for (context, entries) in KeyTable.bindings {
            for (command, keys) in entries { bind(command, keys, in: context) }
        }
        for entry in KeyPresets.entries(settings.keyPreset) {
            rebind(entry.command, entry.keys, in: entry.contexts, for: nil)
        }
        let usual = bindings
        // Bindings for one screen win over those for all.
        let own = settings.keys.sorted {
            ($0.key.contains(".") ? 1 : 0, $0.key) < ($1.key.contains(".") ? 1 : 0, $1.key)
        }
        for (name, keys) in own { bindOwn(name, keys, settings) }
        settleClashes(usual)
        keepMain(usual, own: settings.keys)
    }

    private mutating func bindOwn(_ name: String, _ keys: [String], _ settings: Settings) {
        if name.contains(":") { return bindDeed(name, keys, settings) }
        if let command = keys.first(where: { Command(rawValue: $0) != nil }), KeySequence(name) != nil,
            Command(rawValue: name) == nil
        {
            let words = "“\(name)” is a key and “\(command)” a command"
            return note("\(words): write it the other way round, \"\(command)\": \"\(name)\"", for: name)
        }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard let last = parts.last, let command = Command(rawValue: last) else {
            let screen = parts.count == 2 && KeyContext(rawValue: parts[0]) != nil ? parts[0] + "." : ""
            let near = Spelling.nearest(to: parts.last ?? name, among: Command.allCases.map(\.rawValue))
                .map { screen + $0 }
            return note("there is no command “\(name)” to bind keys to", near, name, otherwise: Self.allNames)
        }
        guard parts.count == 2 else { return rebind(command, keys, in: nil, for: name) }
        guard let context = KeyContext(rawValue: parts[0]) else {
            let near = Spelling.nearest(to: parts[0], among: KeyContext.allCases.map(\.rawValue))
            return note("there is no screen “\(parts[0])”", near, name, otherwise: Self.allNames)
        }
        guard KeyTable.bindings[context]?.contains(where: { $0.0 == command }) == true else {
            let screens = KeyContext.allCases.filter { KeyTable.bindings[$0]?.contains { $0.0 == command } == true }
            return noteMisplaced(last, on: context, instead: screens, for: name)
        }
        rebind(command, keys, in: [context], for: name)
    }

    /// Binds keys to a deed: `move:Receipts` on every screen where it has a meaning, `thread.move:Receipts` on one.
    private mutating func bindDeed(_ name: String, _ keys: [String], _ settings: Settings) {
        let screen = KeyContext.allCases.first { name.hasPrefix($0.rawValue + ".") }
        let text = screen.map { String(name.dropFirst($0.rawValue.count + 1)) } ?? name
        guard let own = OwnKey(text) else {
            let words = OwnKey.Deed.allCases.map { "“\($0.rawValue):”" }.joined(separator: ", ")
            return note(
                "besides commands, a key can be bound to one of \(words), followed by a name", for: name)
        }
        if own.deed == .run, !settings.commandNames.contains(own.object) {
            let near = Spelling.nearest(to: own.object, among: settings.commandNames)
            return note("“commands” has no command “\(own.object)” for threads", near, name)
        }
        if own.deed == .search, let problem = MailQuery(own.object).problem {
            return note("“\(own.object)” can't be searched for: \(problem.message)", for: name)
        }
        // The settings accept a time of today that is already past.
        if own.deed == .snooze, SendTime.parse(own.object, now: Calendar.current.startOfDay(for: .now)) == nil {
            return note("“\(own.object)” is not a future time; write one like “tomorrow 8” or “monday”", for: name)
        }
        if let screen, !own.contexts.contains(screen) {
            let screens = KeyContext.allCases.filter(own.contexts.contains)
            return noteMisplaced(text, on: screen, instead: screens, for: name)
        }
        for text in keys {
            guard let sequence = sequence(text, for: name) else { return }
            for context in KeyContext.allCases where own.contexts.contains(context) && context == screen ?? context {
                makeRoom(for: sequence, of: own.name, in: context, for: name)
                ownBindings[context, default: [:]][sequence] = own
                owners[context, default: [:]][sequence] = name
            }
        }
    }

    private static let allNames = "; `maraca settings --keys` names them all"

    /// - Parameter otherwise: the advice where no similar name exists.
    private mutating func note(_ sentence: String, _ near: String?, _ name: String, otherwise: String = "") {
        note(sentence + (near.map { "; did you mean “\($0)”?" } ?? otherwise), for: name)
    }

    func meaning(of pressed: [Key], in context: KeyContext) -> Meaning {
        let known = bindings[context] ?? [:]
        let own = ownBindings[context] ?? [:]
        if let command = known[KeySequence(pressed)] { return .command(command) }
        if let own = own[KeySequence(pressed)] { return .own(own) }
        let isBegun = known.keys.contains { $0.starts(with: pressed) } || own.keys.contains { $0.starts(with: pressed) }
        return isBegun ? .begun : .nothing
    }

    /// Returns the keys of a command on a screen, the one to show first.
    func sequences(of command: Command, in context: KeyContext) -> [KeySequence] {
        let ranks = ranks[context] ?? [:]
        return (bindings[context] ?? [:]).filter { $0.value == command }.map(\.key)
            .sorted { (ranks[$0] ?? 0, $0.description) < (ranks[$1] ?? 0, $1.description) }
    }

    /// Returns the name of a command's first key that works on a screen: where text is typed, those that write do not.
    func name(of command: Command, in context: KeyContext) -> String? {
        sequences(of: command, in: context).first { !context.takesText || !$0.isWriting }?.description
    }

    /// The commands that have a key on a screen, in the order of the command table.
    func commands(in context: KeyContext) -> [Command] {
        let bound = Set((bindings[context] ?? [:]).values)
        return CommandTable.all.map(\.command).filter(bound.contains)
    }

    /// Returns all commands of a screen, including those without a key, in the order of the command table.
    func allCommands(in context: KeyContext) -> [Command] {
        let known = Set((KeyTable.bindings[context] ?? []).map(\.0))
        return CommandTable.all.map(\.command).filter(known.contains)
    }

    /// Returns the user's bindings on a screen other than commands, in the order of the keys.
    func ownKeys(in context: KeyContext) -> [(sequence: KeySequence, own: OwnKey)] {
        (ownBindings[context] ?? [:]).map { ($0.key, $0.value) }.sorted { $0.0.description < $1.0.description }
    }

    /// Returns the bindings that the begun keys can still become, each with its remaining keys and a hint.
    func continuations(of begun: [Key], in context: KeyContext) -> [(rest: KeySequence, hint: String)] {
        let commands = (bindings[context] ?? [:]).mapValues { CommandTable.definition(of: $0)?.hint ?? $0.rawValue }
        return commands.merging((ownBindings[context] ?? [:]).mapValues(\.title)) { command, _ in command }
            .filter { $0.key.keys.count > begun.count && $0.key.starts(with: begun) }
            .map { (KeySequence(Array($0.key.keys.dropFirst(begun.count))), $0.value) }
            .map { ($0.0, $0.1, name: $0.0.description) }
            // Letters first: their bindings are used more often.
            .sorted {
                ($0.name.first?.isLetter == true ? 0 : 1, $0.name.lowercased(), $1.name)
                    < ($1.name.first?.isLetter == true ? 0 : 1, $1.name.lowercased(), $0.name)
            }
            .map { ($0.0, $0.1) }
    }

    // MARK: Binding

    private mutating func bind(_ command: Command, _ keys: [String], in context: KeyContext) {
        for (rank, text) in keys.enumerated() {
            guard let sequence = KeySequence(text) else { continue }
            bindings[context, default: [:]][sequence] = command
            ranks[context, default: [:]][sequence] = rank
        }
    }

    /// Gives a command other keys, on every screen that has it or only on some. The keys lose their previous meaning.
    /// - Parameter name: the name of the user binding; nil for a preset.
    private mutating func rebind(_ command: Command, _ keys: [String], in only: Set<KeyContext>?, for name: String?) {
        var sequences: [KeySequence] = []
        for text in keys {
            guard let sequence = sequence(text, for: name) else { return }
            sequences.append(sequence)
        }
        if let only, only.count == 1, let context = only.first, context.takesText, !keys.isEmpty,
            let first = sequences.first, sequences.allSatisfy(\.isWriting)
        {
            let (what, other) =
                first.keys.first?.typed != nil ? ("letters are text", "a key") : ("“\(first)” edits it", "another key")
            return note("where text is typed, \(what): use \(other) with Ctrl or Alt, or one like F6", for: name)
        }
        for context in KeyContext.allCases where only?.contains(context) ?? true {
            guard var known = bindings[context],
                known.values.contains(command)
                    || (KeyTable.bindings[context] ?? []).contains(where: { $0.0 == command })
            else { continue }
            // Where text is typed, what writes is never looked up as keys: the command keeps its keys there.
            let sequences = context.takesText ? sequences.filter { !$0.isWriting } : sequences
            guard !sequences.isEmpty || keys.isEmpty else { continue }
            known = known.filter { $0.value != command }
            bindings[context] = known
            for (rank, sequence) in sequences.enumerated() {
                makeRoom(for: sequence, of: command.rawValue, in: context, for: name)
                bindings[context, default: [:]][sequence] = command
                ranks[context, default: [:]][sequence] = rank
                if let name { owners[context, default: [:]][sequence] = name }
            }
        }
    }

    /// Parses a key sequence. Notes the reason and returns nil when it can't be pressed.
    private mutating func sequence(_ text: String, for name: String?) -> KeySequence? {
        guard let sequence = KeySequence(text) else {
            note("“\(text)” is not a key; keys are written like e, gg, Ctrl-d, F2, Enter", for: name)
            return nil
        }
        guard let other = sequence.sentAs else { return sequence }
        note("terminals send “\(other)” for “\(text)”: bind that", for: name)
        return nil
    }

    private mutating func noteMisplaced(
        _ what: String, on screen: KeyContext, instead screens: [KeyContext], for name: String
    ) {
        let places = screens.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        note("“\(what)” does nothing on the screen “\(screen.rawValue)”; it works on \(places)", for: name)
    }

    mutating func note(_ sentence: String, for name: String?) {
        let problem = KeyProblem(binding: name ?? "keyPreset", sentence: sentence)
        if !problems.contains(problem) { problems.append(problem) }
    }
}

/// A binding that can't be used as written.
struct KeyProblem: Hashable, Sendable {
    /// The name of the binding in `keys`.
    var binding: String
    /// What is wrong with it, and how to fix it.
    var sentence: String
}
