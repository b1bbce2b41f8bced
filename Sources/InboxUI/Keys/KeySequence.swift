import TerminalUI

/// One key, or several that are pressed one after the other: `e`, `gg`, `Ctrl-d`, `g i`.
struct KeySequence: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    let keys: [Key]

    init(_ keys: [Key]) {
        self.keys = keys
    }

    /// Parses a binding: key names, with blanks between them where a name is longer than a character.
    init?(_ text: String) {
        var keys: [Key] = []
        for part in text.split(separator: " ") {
            if let key = Key(String(part)) {
                keys.append(key)
                continue
            }
            // "gg" names two keys, and so do ",c" and ",*": a comma begins the keys of commands that have none of their own.
            let letters = part.map { Key(String($0)) }
            let isPlain = part.hasPrefix(",") || part.allSatisfy { $0.isLetter || $0.isNumber }
            let isPair = part.count == 2 && part.contains { $0.isLetter || $0.isNumber }
            guard isPlain || isPair, part.count <= 3 else { return nil }
            keys += letters.compactMap { $0 }
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    var description: String {
        let isPlain = keys.allSatisfy { $0.typed != nil && $0 != .space }
        return keys.map(\.description).joined(separator: isPlain ? "" : " ")
    }

    /// Whether it belongs to writing where text is typed, and so runs no command there.
    var isWriting: Bool { keys.first.map { $0.typed != nil || $0.editsText } ?? false }

    func starts(with pressed: [Key]) -> Bool { keys.starts(with: pressed) }

    /// What a terminal sends instead of a key that it can't send, since both are the same byte (ECMA-48 §5.2); nil when it can send
    /// all of them.
    var sentAs: String? {
        let others: [Key: String] = [
            .ctrl("h"): "Backspace", .ctrl("?"): "Backspace", .ctrl("i"): "Tab", .ctrl("["): "Esc",
            .ctrl("j"): "Enter", .ctrl("m"): "Enter", .ctrl("@"): "Ctrl-Space", .ctrl("/"): "Ctrl-_",
        ]
        return keys.lazy.compactMap { others[$0] }.first
    }
}
