import Foundation
import InboxModel
import TerminalUI

/// A field for addresses: finished ones are tokens before the text.
struct RecipientField: Hashable {
    private(set) var tokens: [MailAddress]
    var text = TextField(limit: 1_000_000)
    /// A token selected by Backspace or an arrow key.
    private(set) var selected: Int?
    /// The completions of the text.
    private(set) var completions: [AddressBook.Choice] = []
    private(set) var chosen = 0

    /// - Parameter leftover: Text that is no address, for the user to correct.
    init(_ tokens: [MailAddress] = [], leftover: String = "") {
        self.tokens = tokens
        text.set(leftover)
    }

    var isEmpty: Bool { tokens.isEmpty && text.isEmpty }
    /// The part of the text that is no address.
    var leftover: String { text.text.trimmingCharacters(in: Self.between) }
    /// The text being typed after the last comma.
    var typed: String { text.text[typedStart...].trimmingCharacters(in: .whitespaces) }
    private var typedStart: String.Index {
        let text = text.text
        return text.lastIndex { $0 == "," || $0 == ";" }.map { text.index(after: $0) } ?? text.startIndex
    }

    private static let between = CharacterSet.whitespaces.union(CharacterSet(charactersIn: ",;"))

    enum Response: Hashable {
        case ignored, moved, edited
    }

    mutating func handle(_ event: InputEvent, _ book: AddressBook) -> Response {
        switch event {
        case .paste(let pasted): return take(pasted, book)
        case .key(let key): return handle(key, book)
        default: return .ignored
        }
    }

    private mutating func handle(_ key: Key, _ book: AddressBook) -> Response {
        if !completions.isEmpty {
            switch key {
            case .down, .ctrl("n"): chosen = (chosen + 1) % completions.count
            case .up, .ctrl("p"): chosen = (chosen + completions.count - 1) % completions.count
            // A complete address needs no completion: Tab goes on as for an unknown address.
            case .tab where completions[chosen].addresses.map(\.email) == [typed]:
                completions = []
                return .ignored
            case .enter, .tab: return complete()
            case .escape: completions = []
            default: return edit(key, book)
            }
            return .moved
        }
        return edit(key, book)
    }

    private mutating func edit(_ key: Key, _ book: AddressBook) -> Response {
        switch key {
        case .enter:
            guard !text.isEmpty else { return .ignored }
            return commit(book) ? .edited : .moved
        case ",", ";":
            guard !typed.isEmpty else { return .moved }
            // Text that is no address stays, separated from what is typed next.
            guard commit(book) else { break }
            if !text.isEmpty { text.set(text.text + ", ") }
            return .edited
        case .space where text.isEmpty || typed.isEmpty && text.text.hasSuffix(" "): return .moved
        case .backspace where text.isEmpty && !tokens.isEmpty:
            guard let index = selected else {
                selected = tokens.count - 1
                return .moved
            }
            remove(index)
            return .edited
        case .delete where selected != nil:
            remove(selected ?? 0)
            return .edited
        // Ctrl-U first deletes the text before the cursor, and the tokens only when there is none.
        case .ctrl("u") where text.cursor == 0 && !tokens.isEmpty:
            tokens = []
            selected = nil
            return .edited
        case .left where text.cursor == 0 && !tokens.isEmpty:
            selected = max(0, (selected ?? tokens.count) - 1)
            return .moved
        case .right where selected != nil:
            selected = selected.flatMap { $0 + 1 < tokens.count ? $0 + 1 : nil }
            return .moved
        default: break
        }
        switch text.handle(.key(key)) {
        case .ignored: return .ignored
        case .moved: return .moved
        case .edited:
            selected = nil
            look(book)
            return .edited
        }
    }

    private mutating func remove(_ index: Int) {
        tokens.remove(at: index)
        selected = tokens.isEmpty ? nil : min(index, tokens.count - 1)
    }

    /// Takes pasted text: addresses become tokens at once, the rest stays as text.
    private mutating func take(_ pasted: String, _ book: AddressBook) -> Response {
        guard pasted.contains("@") else {
            _ = text.handle(.paste(pasted))
            look(book)
            return .edited
        }
        text.set(text.text + pasted)
        _ = commit(book)
        return .edited
    }

    /// Updates the completions of the text.
    mutating func look(_ book: AddressBook) {
        completions = book.completions(of: typed, besides: tokens)
        chosen = 0
    }

    /// Updates the completions of the same text after the address book has changed; keeps the chosen one.
    mutating func lookAgain(_ book: AddressBook) {
        let before = completions.indices.contains(chosen) ? completions[chosen] : nil
        let wasFirst = chosen == 0
        look(book)
        if !wasFirst, let before, let place = completions.firstIndex(of: before) { chosen = place }
    }

    private mutating func complete() -> Response {
        add(completions[chosen].addresses)
        let before = text.text[..<typedStart]
        text.set(before.isEmpty ? "" : before + " ")
        completions = []
        return .edited
    }

    /// Turns typed addresses into tokens and leaves the rest as text. Returns whether there were any addresses.
    @discardableResult
    mutating func commit(_ book: AddressBook) -> Bool {
        completions = []
        let (people, rest) = book.people(in: leftover)
        guard !people.isEmpty else { return false }
        add(people)
        text.set(rest)
        return true
    }

    /// Leaves the field.
    mutating func leave(_ book: AddressBook) {
        commit(book)
        selected = nil
    }

    /// Removes all tokens but these.
    mutating func keep(_ people: [MailAddress]) {
        guard people != tokens else { return }
        tokens = people
        selected = nil
    }

    mutating func add(_ more: [MailAddress]) {
        var known = Set(tokens.map { $0.email.lowercased() })
        tokens += more.filter { known.insert($0.email.lowercased()).inserted }
    }
}
