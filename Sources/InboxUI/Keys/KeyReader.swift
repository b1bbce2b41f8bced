import TerminalUI

/// Joins keys that are pressed one after the other to what they mean.
struct KeyReader: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case command(Command)
        /// More keys are awaited.
        case waiting
        /// Nothing is bound to the key.
        case unbound(Key)
    }

    /// Keys that began a binding; the bottom line shows them.
    private(set) var begun: [Key] = []
    private var context: KeyContext?

    mutating func press(_ key: Key, in context: KeyContext, _ map: KeyMap) -> Outcome {
        if self.context != context { begun = [] }
        self.context = context
        let pressed = begun + [key]
        switch map.meaning(of: pressed, in: context) {
        case .command(let command):
            begun = []
            return .command(command)
        case .begun:
            begun = pressed
            return .waiting
        case .nothing:
            // What was begun comes to nothing; the key may mean something by itself.
            guard !begun.isEmpty else { return .unbound(key) }
            begun = []
            return key == .escape ? .waiting : press(key, in: context, map)
        }
    }

    mutating func forget() { begun = [] }
}
