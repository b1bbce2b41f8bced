import Foundation

/// A binding other than a command, which the palette takes too: `move:Receipts`, `search:is:unread from:boss`.
public struct OwnKey: Hashable, Sendable {
    enum Deed: String, CaseIterable, Sendable {
        case go, search, move, copy, label, tag, snooze, run

        /// Whether it only navigates, and so needs no mail to act on.
        var isGoing: Bool { self == .go || self == .search }

        /// The screens where a key for it means something.
        var contexts: Set<KeyContext> {
            switch self {
            case .go, .search: [.list, .drawer, .thread, .deck]
            case .move, .copy, .label, .tag, .snooze, .run: [.list, .thread, .deck]
            }
        }
    }

    let deed: Deed
    /// The name of a mailbox, view, label, tag or command; a query, or a time.
    let object: String

    init(_ deed: Deed, _ object: String) {
        self.deed = deed
        self.object = object
    }

    /// - Parameter text: the form of `keys`, without a screen. The result is nil where the text begins with no deed, or names
    ///   nothing.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, let deed = Deed(rawValue: parts[0].lowercased()), !parts[1].isEmpty else { return nil }
        self.deed = deed
        object = parts[1]
    }

    /// Parses the form of the palette, where a blank may replace the colon; nil where the text begins with no deed.
    /// - Returns: the deed, and the text typed so far behind it.
    static func typed(_ text: String) -> (deed: Deed, letters: String)? {
        let text = text.drop(while: \.isWhitespace)
        guard let end = text.firstIndex(where: { $0 == ":" || $0.isWhitespace }) else { return nil }
        return Deed(rawValue: text[..<end].lowercased()).map {
            ($0, text[end...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
    }

    var contexts: Set<KeyContext> { deed.contexts }

    /// The form that the palette takes.
    var typed: String { "\(deed.rawValue) \(object)" }

    /// Whether the text of the palette is this deed with the complete name of its object; a tag is typed with or without its sign.
    func isWhole(in text: String) -> Bool {
        guard let (deed, letters) = Self.typed(text), deed == self.deed else { return false }
        let name = object.lowercased()
        return name == letters.lowercased() || name == "#" + letters.lowercased()
    }

    var name: String { "\(deed.rawValue):\(object)" }

    /// The description for help.
    var title: String {
        let object = Wording.line(object)
        if series != nil { return "\(deed.rawValue) \(object)" }
        return switch deed {
        case .go: "go to \(object)"
        case .search: "search \(object)"
        case .move: "move to \(object)"
        case .copy: "copy to \(object)"
        case .label: "label \(object), or remove it"
        case .tag: "tag \(object), or remove it"
        case .snooze: "snooze until \(object)"
        case .run: "run \(object)"
        }
    }
}
