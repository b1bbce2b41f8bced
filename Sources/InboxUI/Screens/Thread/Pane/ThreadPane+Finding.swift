import InboxModel
import MailContent
import TerminalUI

extension ThreadPane {
    /// Returns the search for the next line (1) or the previous one (-1) that contains the words, in any message.
    /// - Parameter fromHere: begins in the current message, whatever was found before.
    func search(for words: String, _ direction: Int, fromHere: Bool) -> ThreadSearch {
        let last = fromHere || found?.message != current ? nil : found
        return ThreadSearch(words, direction, around(direction), from: last?.line)
    }

    /// Looks at some more texts, and goes to the first line that matches. Messages and quotes that hide it unfold.
    func goOn(with search: inout ThreadSearch) -> ThreadSearch.Outcome {
        for _ in 0..<ThreadSearch.atOnce {
            guard let message = search.rest.first else { break }
            bodies.readKept(message)
            if case .here(let text) = bodies.searchable(message) {
                let lines = search.isIn(text) ? matches(in: message, search.isMatch) : []
                if let line = next(in: lines, search.direction, from: search.line) {
                    show(line, of: message)
                    return .found
                }
            } else if bodies.isBeingRead(message.id) {
                return .goesOn
            } else {
                search.isPartial = true
            }
            search.pass()
        }
        return search.rest.isEmpty ? .notFound : .goesOn
    }

    /// Goes to the next (1) or the previous (-1) of some lines.
    /// - Parameter places: returns the lines of a laid-out message to step through.
    func find(_ direction: Int, places: (Message) -> [Int]) -> Bool {
        for (step, message) in around(direction).enumerated() {
            let from = step == 0 && found?.message == message.id ? found?.line : nil
            guard let line = next(in: places(message), direction, from: from) else { continue }
            show(line, of: message)
            return true
        }
        return false
    }

    /// Returns the messages from the current one on, which comes again at the end.
    private func around(_ direction: Int) -> [Message] {
        let items = items
        guard let here = current.flatMap({ messages.replies.places[$0] }) else { return [] }
        return (0...items.count).map { items[((here + direction * $0) % items.count + items.count) % items.count] }
    }

    private func next(in lines: [Int], _ direction: Int, from line: Int?) -> Int? {
        direction > 0 ? lines.first { $0 > line ?? -1 } : lines.last { $0 < line ?? .max }
    }

    func holds(_ message: Message, _ isMatch: (String) -> Bool) -> Bool {
        guard case .here(let text, _, _, _) = bodies.state(of: message).state else { return false }
        return text.lines.contains { isMatch($0.text) }
    }

    /// Returns the matching lines of a laid-out message, and unfolds its quotes when only they match.
    func matches(in message: Message, _ isMatch: (String) -> Bool) -> [Int] {
        for _ in 0..<2 {
            let lines = laid(message.id)?.lines ?? []
            let found = lines.indices.filter { index in
                lines[index].press != .header && isMatch(lines[index].text)
            }
            if !found.isEmpty || !withQuotes.insert(message.id).inserted { return found }
        }
        return []
    }

    func show(_ line: Int, of message: Message) {
        folding.open(message.id)
        arrange()
        guard let row = row(of: message.id) else { return }
        (focus, awaited) = (nil, nil)
        current = message.id
        found = (message.id, line)
        // The lines around a match show its context. A match that is the head means the whole message.
        let around = max(0, min(3, (space.size.height - 1) / 2))
        let lines = line == 0 ? 0..<height(row) : max(0, line - around)..<line + 1 + around
        scroll.reveal(row: row, lines: lines, rows: rows.count, height: space.size.height, heightOf: height)
        settle()
    }

    /// Returns what to say of a step to a match: that it was the only one, or that the thread began again; nil where neither is so.
    /// - Parameter start: where the step began, at a line or beside all lines of a message.
    func remark(on direction: Int, from start: (message: MessageID, line: Int?)?) -> String? {
        guard let start, let found, let before = messages.replies.places[start.message],
            let now = messages.replies.places[found.message]
        else { return nil }
        if found.message == start.message, found.line == start.line { return "No more matches in this thread" }
        let line = start.line ?? (direction > 0 ? -1 : .max)
        let isFurther = direction > 0 ? (now, found.line) > (before, line) : (now, found.line) < (before, line)
        return isFurther ? nil : Wording.begunAgain(direction)
    }

    /// Whether the line that was found last is visible.
    var showsFound: Bool {
        guard let found, let row = row(of: found.message) else { return false }
        return drawn.shows(row: row, line: found.line)
    }
}
