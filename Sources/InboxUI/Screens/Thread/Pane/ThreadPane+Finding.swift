import InboxModel
import MailContent
import TerminalUI

extension ThreadPane {
    /// Goes to the next line (1) or the previous one (-1) that contains the words, in any message. Messages and quotes that
    /// hide it unfold. Only texts that are here are searched.
    /// - Parameter fromHere: begins in the current message, whatever was found before.
    func find(_ wanted: String, _ direction: Int, fromHere: Bool) -> Bool {
        let words = wanted.lowercased()
        let isMatch: (String) -> Bool = { $0.lowercased().contains(words) }
        return find(direction, fromHere: fromHere) { holds($0, isMatch) ? matches(in: $0, isMatch) : [] }
    }

    /// - Parameter places: returns the lines of a laid-out message to step through.
    func find(_ direction: Int, fromHere: Bool, places: (Message) -> [Int]) -> Bool {
        guard !items.isEmpty, let here = items.firstIndex(where: { $0.id == current }) else { return false }
        let last = fromHere ? nil : found
        for step in 0...items.count {
            let message = items[((here + direction * step) % items.count + items.count) % items.count]
            let lines = places(message)
            let from = step == 0 && last?.message == message.id ? last?.line : nil
            let next = direction > 0 ? lines.first { $0 > from ?? -1 } : lines.last { $0 < from ?? .max }
            guard let line = next else { continue }
            show(line, of: message)
            return true
        }
        return false
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
        (focus, awaitedMessage) = (nil, nil)
        current = message.id
        found = (message.id, line)
        // The lines around a match show its context.
        let around = max(0, min(3, (size.height - 1) / 2))
        scroll.reveal(
            row: row, lines: max(0, line - around)..<line + 1 + around, rows: rows.count, height: size.height,
            heightOf: height)
        settle()
    }

    /// Whether the line that was found last is visible.
    var showsFound: Bool {
        guard let found, let row = row(of: found.message) else { return false }
        return painted.contains { $0.row == row && $0.line == found.line }
    }
}
