/// Checks whether a message contains the search words exactly as typed: with the same accents, and with the same capitals if any
/// were typed.
package struct TypedSpelling: Sendable {
    private struct Sought {
        var field: MailPredicate.Field
        var sequence: WordSequence
        var typed: [String]
        /// Whether the typed text is all lower case, which also matches capitals.
        var isSmall: Bool
    }

    private let sought: [Sought]

    /// Returns nil without typed words.
    package init?(_ predicate: MailPredicate) {
        sought = SoughtWords(predicate).sought.compactMap { one in
            guard let text = one.sequence.typed else { return nil }
            let typed = SearchText.placedWords(text).map { String(text[$0.range]) }
            guard typed.count >= one.sequence.words.count else { return nil }
            return Sought(field: one.field, sequence: one.sequence, typed: typed, isSmall: text == text.lowercased())
        }
        guard !sought.isEmpty else { return nil }
    }

    /// Whether some of the words occur in the texts as typed, and none only in another spelling.
    package func isKept(in texts: [(field: MailPredicate.Field, text: String)]) -> Bool {
        var isFound = false
        for one in sought {
            let found = texts.lazy.filter { one.field.covers($0.field) }.map { Self.find(one, in: $0.text) }
            if found.contains(.asTyped) { isFound = true } else if found.contains(.otherwise) { return false }
        }
        return isFound
    }

    private enum Finding { case nothing, otherwise, asTyped }

    private static func find(_ sought: Sought, in text: String) -> Finding {
        // ASCII words have no other spelling.
        if sought.isSmall, text.utf8.allSatisfy({ $0 < 0x80 }) {
            guard sought.sequence.occurs(in: SearchText.words(text)) else { return .nothing }
            return sought.typed.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } ? .asTyped : .otherwise
        }
        let placed = SearchText.placedWords(text)
        let words = placed.map(\.word)
        var finding = Finding.nothing
        for start in words.indices where sought.sequence.occurs(at: start, in: words) {
            let isAsTyped = sought.sequence.words.indices.allSatisfy { offset in
                let shown = String(text[placed[start + offset].range])
                let isOpen = sought.sequence.isPrefix && offset == sought.sequence.words.count - 1
                return agrees(sought.isSmall ? shown.lowercased() : shown, sought.typed[offset], isOpen: isOpen)
            }
            if isAsTyped { return .asTyped }
            finding = .otherwise
        }
        return finding
    }

    /// - Parameter isOpen: whether the word may continue.
    private static func agrees(_ shown: String, _ typed: String, isOpen: Bool) -> Bool {
        isOpen ? shown.hasPrefix(typed) : shown == typed
    }
}
