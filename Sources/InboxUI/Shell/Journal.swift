import Foundation

/// What was said and what changed since the start, the last of it: for whoever missed it. It is kept nowhere else.
struct Journal: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        var time: Date
        var text: String
    }

    private var entries: [Entry] = []
    private static let most = 1_000

    var count: Int { entries.count }

    mutating func add(_ text: String, at time: Date) {
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(Entry(time: time, text: text))
    }

    /// A line for each, the newest last.
    func text(_ clock: WallClock) -> String {
        guard !entries.isEmpty else { return "Nothing has happened yet." }
        return entries.map { entry in
            let parts = clock.calendar.dateComponents([.hour, .minute, .second], from: entry.time)
            let time = [parts.hour, parts.minute, parts.second].map { number in
                let number = number ?? 0
                return number < 10 ? "0\(number)" : "\(number)"
            }
            return "\(time.joined(separator: ":"))  \(entry.text)"
        }.joined(separator: "\n")
    }
}
