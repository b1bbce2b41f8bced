import TerminalUI

/// A key that two of the user's bindings claim on the same screen.
struct KeyClash: Hashable, Sendable {
    var key: KeySequence
    /// What the losing binding binds.
    var what: String
    var loser: String
    var winner: String
    var context: KeyContext
}

extension KeyMap {
    /// Removes the bindings that a new key sequence would hide, or that would hide it.
    mutating func makeRoom(for new: KeySequence, of what: String, in context: KeyContext, for name: String?) {
        let hidden = (bindings[context] ?? [:]).mapValues(\.rawValue)
            .merging((ownBindings[context] ?? [:]).mapValues(\.name)) { command, _ in command }
            .filter { clash(new, $0.key) }
        for (key, other) in hidden.sorted(by: { $0.key.description < $1.key.description }) {
            noteHiding(key, other, by: new, what, in: context, for: name)
            bindings[context]?[key] = nil
            ownBindings[context]?[key] = nil
        }
    }

    /// Whether a key sequence would hide another one on a screen, or be hidden by it.
    private func isTaken(_ new: KeySequence, in context: KeyContext) -> Bool {
        bindings[context]?.keys.contains { clash(new, $0) } == true
            || ownBindings[context]?.keys.contains { clash(new, $0) } == true
    }

    /// Notes a binding that a new one hides, unless the new one takes the very key of a built-in binding: that is intended. Two
    /// of the user's bindings on one key are not, nor is a sequence that can no longer be completed.
    private mutating func noteHiding(
        _ key: KeySequence, _ other: String, by new: KeySequence, _ what: String, in context: KeyContext,
        for name: String?
    ) {
        if let owner = owners[context]?[key], let name {
            // A key that is listed twice is no clash.
            if owner == name, key == new { return }
            clashes.append(KeyClash(key: key, what: other, loser: owner, winner: name, context: context))
        } else if key != new {
            note(
                "“\(new)” for “\(what)” hides “\(key)” for “\(other)”; choose another key, or give “\(other)” one too",
                for: name)
        }
    }

    /// Whether one sequence is a prefix of the other, so that the longer one can never be completed.
    private func clash(_ left: KeySequence, _ right: KeySequence) -> Bool {
        left.starts(with: right.keys) || right.starts(with: left.keys)
    }

    /// The commands that the client is hard to use without.
    private static let main: [Command] = [
        .quit, .undo, .archive, .trash, .shake, .open, .back, .search, .palette, .help,
    ]

    /// Notes each main command that lost its last key on a screen to another binding, with a remedy: few users intend that.
    /// `quit` always keeps a key, since there would be no way out without one.
    mutating func keepMain(_ usual: [KeyContext: [KeySequence: Command]], own: [String: [String]]) {
        for context in KeyContext.allCases {
            for command in Self.main where sequences(of: command, in: context).isEmpty {
                let keys = (usual[context] ?? [:]).filter { $0.value == command }.map(\.key)
                    .sorted { $0.description < $1.description }
                let name = command.rawValue
                let binding = [name, "\(context.rawValue).\(name)"].first { own[$0] != nil }
                let taken = keys.first { owners[context]?[$0] != nil }
                let winner = taken.flatMap { owners[context]?[$0] }
                if command == .quit, !keys.isEmpty {
                    keepQuit(in: context, for: binding ?? winner)
                } else if binding == nil, let taken, let winner {
                    let words = "“\(winner)” takes “\(taken)”, the last key of “\(name)”"
                    note("\(words); give “\(name)” another one", for: winner)
                }
            }
        }
    }

    private mutating func keepQuit(in context: KeyContext, for name: String?) {
        let usual = ["Ctrl-q", "Ctrl-c"].compactMap { KeySequence($0) }
        guard let key = usual.first(where: { !isTaken($0, in: context) }) ?? usual.first else { return }
        bindings[context]?[key] = .quit
        ownBindings[context]?[key] = nil
        note("“quit” needs a key and keeps “\(key)”; give it another one to use that for something else", for: name)
    }

    /// Restores the usual keys of each command that lost its last key on a screen to another user binding, as far as they are free.
    mutating func settleClashes(_ usual: [KeyContext: [KeySequence: Command]]) {
        var kept: [KeyClash: [String]] = [:]
        for clash in clashes {
            guard let command = Command(rawValue: clash.what), sequences(of: command, in: clash.context).isEmpty else {
                continue
            }
            for (key, _) in (usual[clash.context] ?? [:]).filter({ $0.value == command })
            where !isTaken(key, in: clash.context) {
                bindings[clash.context]?[key] = command
            }
            kept[clash] = sequences(of: command, in: clash.context).first.map { ["“\($0)”"] } ?? []
        }
        tell(kept)
    }

    /// Notes each clash in one sentence for all screens.
    private mutating func tell(_ kept: [KeyClash: [String]]) {
        var told: Set<KeyClash> = []
        for clash in clashes {
            func isSame(_ other: KeyClash) -> Bool {
                (other.key, other.loser, other.winner) == (clash.key, clash.loser, clash.winner)
            }
            guard !told.contains(where: isSame) else { continue }
            told.insert(clash)
            let keys = Set(kept.filter { isSame($0.key) }.flatMap(\.value)).sorted().joined(separator: ", ")
            let rest = keys.isEmpty ? "" : "“\(clash.loser)” keeps \(keys) until you "
            note(
                "“\(clash.key)” of “\(clash.loser)” is taken by “\(clash.winner)” as well; \(rest)give one of them another key",
                for: clash.winner)
        }
    }
}
