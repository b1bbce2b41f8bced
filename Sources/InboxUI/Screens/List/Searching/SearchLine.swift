import TerminalUI

/// What is searched for, and where to go back to.
struct SearchLine {
    /// Choices that Tab goes through.
    struct Completing {
        var offer: QueryCompletion.Offer
        /// Which of them stands in the field.
        var index: Int
        /// What was typed.
        var text: String
    }

    var field: TextField
    /// Whether keys are text; when not, the results are being looked through.
    var isTyping = true
    /// Whether a search that stands was opened and not touched yet: what is typed takes its place.
    private(set) var isWhole = false
    /// What the list showed before, and what was selected there.
    let origin: ListPlace
    /// What was searched for before it was narrowed, the last at the end; Esc goes back through them.
    private(set) var wider: [String] = []
    /// Which of the earlier searches stands in the field, 0 the newest; nil when it was typed.
    private(set) var recalled: Int?
    private(set) var completing: Completing?
    /// The kept view whose search this is, to be changed by Enter.
    private(set) var edited: MailView?
    var completion: QueryCompletion
    /// What every search begins with, a mailbox to stay in; alone it is no search.
    private let beginning: String

    init(
        _ text: String = "", beginning: String = "", origin: ListPlace, completion: QueryCompletion = QueryCompletion()
    ) {
        self.beginning = beginning
        field = TextField(beginning + text, placeholder: "words, or from:ann is:unread has:file older:2w …", limit: 500)
        self.origin = origin
        self.completion = completion
    }

    /// Lets the search be changed, or another take its place; as it is now it is gone back to by Esc.
    mutating func narrow() {
        if !isTyping, !field.isEmpty {
            wider.append(field.text)
            field.set(field.text)
            isWhole = true
        }
        isTyping = true
    }

    /// Typing takes the place of a search that stands, as in browsers and in mutt; behind a blank it adds to it.
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

    /// Goes back to what was searched for before the last change. False when there was none.
    mutating func widen() -> Bool {
        // Where nothing was changed yet, or all of it was taken back.
        while let last = wider.last, last == field.text, !isTyping { wider.removeLast() }
        guard let last = wider.popLast() else { return false }
        field.set(last)
        wasTyped()
        isTyping = false
        return true
    }

    /// Puts a kept view's search into the line.
    mutating func edit(_ query: String, of view: MailView) {
        field.set(query)
        edited = view
        isTyping = true
        isWhole = false
    }

    /// Whether the cursor keys go through what was searched for earlier, and not through the results.
    var canRecall: Bool { typed.isEmpty || recalled != nil }

    /// What was typed behind what every search begins with.
    var typed: String {
        field.text.hasPrefix(beginning) || field.text == beginning.dropLast()
            ? String(field.text.dropFirst(beginning.count)) : field.text
    }

    /// Goes to an earlier search, or back to a later one and at last to the empty line.
    mutating func recall(_ step: Int, of earlier: [String]) {
        let next = min((recalled ?? -1) + step, earlier.count - 1)
        recalled = next < 0 ? nil : next
        completing = nil
        field.set(recalled.map { earlier[$0] } ?? beginning)
    }

    /// What is in the field was typed.
    mutating func wasTyped() {
        isWhole = false
        recalled = nil
        completing = nil
    }

    /// What may stand where the cursor is: what Tab goes through, or would.
    var offer: QueryCompletion.Offer? { completing?.offer ?? completion.offer(field.text, cursor: field.cursor) }

    /// Puts the next choice, or the one before, in the place of the word at the cursor.
    /// - Returns: false when there is none.
    mutating func complete(_ step: Int) -> Bool {
        guard let offer, !offer.choices.isEmpty else { return false }
        let count = offer.choices.count
        let text = completing?.text ?? field.text
        let index = completing.map { ($0.index + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        let before = String(text.prefix(offer.range.lowerBound)) + offer.choices[index]
        field.set(before + text.dropFirst(offer.range.upperBound), cursor: before.count)
        recalled = nil
        isWhole = false
        // One choice is taken; another Tab goes on from there.
        completing = count == 1 ? nil : Completing(offer: offer, index: index, text: text)
        return true
    }

    /// The view that shows the results; what was there before while nothing is searched for.
    var view: MailView {
        let text = settled
        return text.allSatisfy(\.isWhitespace) || typed.isEmpty ? origin.view : .search(text)
    }

    /// What was typed, without what is only on its way: the list would be empty between two letters.
    var settled: String { isTyping ? limited(LiveQuery.soFar(withoutBegunName)) : field.text }

    /// Ends the typing; the line shows then how it was read.
    mutating func enter() {
        let text = limited(field.text)
        if text != field.text { field.set(text) }
        isTyping = false
    }

    /// What a search begins with holds for all that stands behind it.
    private func limited(_ text: String) -> String {
        guard edited == nil, !beginning.isEmpty, text.hasPrefix(beginning) else { return text }
        return LiveQuery.joined(beginning, String(text.dropFirst(beginning.count)))
    }

    /// Without a word such as `is:un` that is only on its way to one: nothing is called so.
    private var withoutBegunName: String {
        guard completing == nil, let offer else { return field.text }
        let characters = Array(field.text)
        let word = String(characters[offer.range]).lowercased()
        guard ["is:", "has:", "in:"].contains(where: word.hasPrefix),
            !offer.choices.contains(where: { $0.lowercased() == word })
        else { return field.text }
        var before = characters[..<offer.range.lowerBound]
        if before.last == "-" { before.removeLast() }
        let rest = String(before) + String(characters[offer.range.upperBound...])
        return rest.last == " " ? String(rest.dropLast()) : rest
    }

    /// The first result; where the user was while nothing is searched for.
    var target: ListPlace {
        view == origin.view ? origin : ListPlace(view: view, thread: nil)
    }
}
