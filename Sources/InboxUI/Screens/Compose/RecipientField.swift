import Foundation
import InboxModel
import TerminalUI

/// Addresses that are being typed: those that are done stand before the text as tokens.
struct RecipientField: Hashable {
    private(set) var tokens: [MailAddress]
    var text = TextField(limit: 1_000_000)
    /// A token that Backspace or an arrow went to.
    private(set) var selected: Int?
    /// What the text may become.
    private(set) var completions: [AddressBook.Choice] = []
    private(set) var chosen = 0

    /// - Parameter leftover: what is no address, for somebody to mend.
    init(_ tokens: [MailAddress] = [], leftover: String = "") {
        self.tokens = tokens
        text.set(leftover)
    }

    var isEmpty: Bool { tokens.isEmpty && text.isEmpty }
    /// What is no address, still in the text.
    var leftover: String { text.text.trimmingCharacters(in: Self.between) }
    /// What is being typed behind the last comma.
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
            // A whole address needs no help: one goes on as from one that nobody knows.
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
            // What is no address stays as text, and apart from what comes.
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
        // What is typed stands nearer to the cursor than those who are named already.
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

    /// Pasted addresses become tokens at once; what is none stays text.
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

    /// Looks for what the text may become.
    mutating func look(_ book: AddressBook) {
        completions = book.completions(of: typed, besides: tokens)
        chosen = 0
    }

    /// Looks again for the same text when the book has learnt something: whoever was chosen stays so.
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

    /// Makes tokens of what is typed; what is no address stays. Returns whether there was one.
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

    /// Takes out the others.
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
