import TerminalUI

/// The search text, and the place to go back to.
struct SearchLine {
    /// The completions that Tab goes through.
    struct Completing {
        var offer: QueryCompletion.Offer
        /// The index of the completion in the field.
        var index: Int
        /// The text as typed.
        var text: String
    }

    var field: TextField
    /// Whether keys are text; otherwise the user looks through the results.
    var isTyping = true
    /// Whether an existing search was reopened and not changed yet; typed text then replaces it.
    private(set) var isWhole = false
    /// The place of the list before the search.
    let origin: ListPlace
    /// The texts before each narrowing, the latest last; Esc goes back through them.
    private(set) var wider: [String] = []
    /// The index of the earlier search in the field, 0 for the newest; nil if the text was typed.
    private(set) var recalled: Int?
    private(set) var completing: Completing?
    /// The kept view whose search is being edited, which Enter changes.
    private(set) var edited: MailView?
    var completion: QueryCompletion
    /// The fixed beginning of every search, which limits it to a mailbox; on its own it is no search.
    private let beginning: String

    init(
        _ text: String = "", beginning: String = "", origin: ListPlace, completion: QueryCompletion = QueryCompletion()
    ) {
        self.beginning = beginning
        // Cut, a query that was pasted would find other mail.
        field = TextField(beginning + text, placeholder: "words, or from:ann is:unread has:file older:2w …")
        self.origin = origin
        self.completion = completion
    }

    /// Lets the user change or replace the search; Esc goes back to its current text.
    mutating func narrow() {
        if !isTyping, !field.isEmpty {
            wider.append(field.text)
            field.set(field.text)
            isWhole = true
        }
        isTyping = true
    }

    /// Handles input. Typed text replaces a reopened search, as in browsers and mutt; after a blank it is added to the search.
    mutating func handle(_ event: InputEvent) -> TextField.Response {
        let wasWhole = isWhole
        isWhole = false
        var isGone = false
        if wasWhole {
            switch event {
            case .key(let key): isGone = key.typed.map { $0 != " " } ?? Self.deleting.contains(key)
            case .paste: isGone = true
            default: break
            }
        }
        if isGone { field.set(beginning) }
        let response = field.handle(event)
        if response == .ignored { isWhole = wasWhole }
        return isGone ? .edited : response
    }

    private static let deleting: Set<Key> = [.backspace, .ctrl("h"), .delete, .ctrl("d")]

    /// Goes back to the text before the last narrowing; returns false if there is none.
    mutating func widen() -> Bool {
        // Skips narrowings that changed nothing, or were undone.
        while let last = wider.last, last == field.text, !isTyping { wider.removeLast() }
        guard let last = wider.popLast() else { return false }
        field.set(last)
        wasTyped()
        isTyping = false
        return true
    }

    /// Puts a kept view's search into the line for editing.
    mutating func edit(_ query: String, of view: MailView) {
        field.set(query)
        edited = view
        isTyping = true
        isWhole = false
    }

    /// Whether the cursor keys go through earlier searches rather than the results.
    var canRecall: Bool { typed.isEmpty || recalled != nil }

    /// The text after the fixed beginning.
    var typed: String {
        field.text.hasPrefix(beginning) || field.text == beginning.dropLast()
            ? String(field.text.dropFirst(beginning.count)) : field.text
    }

    /// Goes to an earlier search, or back to a later one and finally to an empty line.
    mutating func recall(_ step: Int, of earlier: [String]) {
        let next = min((recalled ?? -1) + step, earlier.count - 1)
        recalled = next < 0 ? nil : next
        completing = nil
        field.set(recalled.map { earlier[$0] } ?? beginning)
    }

    /// Notes that the text of the field was typed.
    mutating func wasTyped() {
        isWhole = false
        recalled = nil
        completing = nil
    }

    /// The completions at the cursor that Tab goes through, or would.
    var offer: QueryCompletion.Offer? { completing?.offer ?? completion.offer(field.text, cursor: field.cursor) }

    /// Replaces the word at the cursor by the next completion, or the previous one.
    /// - Returns: False when there is none.
    mutating func complete(_ step: Int) -> Bool {
        guard let offer, !offer.choices.isEmpty else { return false }
        let count = offer.choices.count
        let text = completing?.text ?? field.text
        let index = completing.map { ($0.index + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        let before = String(text.prefix(offer.range.lowerBound)) + offer.choices[index]
        field.set(before + text.dropFirst(offer.range.upperBound), cursor: before.count)
        recalled = nil
        isWhole = false
        // A single completion is final; another Tab starts from there.
        completing = count == 1 ? nil : Completing(offer: offer, index: index, text: text)
        return true
    }

    /// The view of the results; the previous view if the search is empty.
    var view: MailView {
        let text = settled
        return text.allSatisfy(\.isWhitespace) || typed.isEmpty ? origin.view : .search(text)
    }

    /// The typed text without an unfinished word, which would empty the list between two key presses.
    var settled: String {
        isTyping ? limited(LiveQuery.soFar(LiveQuery.withoutFirstLetter(withoutBegunName))) : field.text
    }

    /// Ends typing; the line then shows how the text was read.
    mutating func enter() {
        let text = limited(field.text)
        if text != field.text { field.set(text) }
        isTyping = false
    }

    /// Applies the fixed beginning to all of the text.
    private func limited(_ text: String) -> String {
        guard edited == nil, !beginning.isEmpty, text.hasPrefix(beginning) else { return text }
        return LiveQuery.joined(beginning, String(text.dropFirst(beginning.count)))
    }

    private static let begun = ["is:", "has:", "in:"]

    /// The text without an unfinished word such as `is:un`, which matches nothing.
    private var withoutBegunName: String {
        guard completing == nil, Self.begun.contains(where: field.text.lowercased().contains), let offer else {
            return field.text
        }
        let characters = Array(field.text)
        let word = String(characters[offer.range]).lowercased()
        guard Self.begun.contains(where: word.hasPrefix),
            !offer.choices.contains(where: { $0.lowercased() == word })
        else { return field.text }
        var before = characters[..<offer.range.lowerBound]
        if before.last == "-" { before.removeLast() }
        let rest = String(before) + String(characters[offer.range.upperBound...])
        return rest.last == " " ? String(rest.dropLast()) : rest
    }

    /// The first result; the place before the search if the search is empty.
    var target: ListPlace {
        view == origin.view ? origin : ListPlace(view: view, thread: nil)
    }
}
