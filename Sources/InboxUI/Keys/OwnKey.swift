import Foundation

/// What the user binds a key to besides commands: `move:Receipts`, `search:is:unread from:boss`.
public struct OwnKey: Hashable, Sendable {
    enum Deed: String, CaseIterable, Sendable {
        case go, search, move, copy, label, tag, run
    }

    let deed: Deed
    /// The name of a mailbox, view, label, tag or command; or a query.
    let object: String

    /// - Parameter text: as it stands in `keys`, without a screen; nil where it begins with no such word, or names nothing.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, let deed = Deed(rawValue: parts[0].lowercased()), !parts[1].isEmpty else { return nil }
        self.deed = deed
        object = parts[1]
    }

    /// Where it means something.
    var contexts: Set<KeyContext> {
        switch deed {
        case .go, .search: [.list, .drawer, .thread, .deck]
        case .move, .copy, .label, .tag, .run: [.list, .thread, .deck]
        }
    }

    var name: String { "\(deed.rawValue):\(object)" }

    /// As help says it.
    var title: String {
        let object = Wording.line(object)
        return switch deed {
        case .go: "go to \(object)"
        case .search: "search \(object)"
        case .move: "move to \(object)"
        case .copy: "copy to \(object)"
        case .label: "label \(object), or take it off"
        case .tag: "tag \(object), or take it off"
        case .run: "run \(object)"
        }
    }
}
