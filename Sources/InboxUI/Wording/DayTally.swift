import Foundation
import InboxModel

/// What was done on one day, in numbers: told when nothing is left.
struct DayTally: Hashable, Sendable, Codable {
    static let key = "done.today"

    /// Since 1970-01-01, where the user is.
    private var day = 0
    private var counts: [String: Int] = [:]

    private static let words: [(command: Action.Command, word: String)] = [
        (.shake, "read"), (.archive, "archived"), (.trash, "to the trash"), (.junk, "to junk"), (.notJunk, "not junk"),
        (.move, "moved"),
        (.snooze, "snoozed"), (.sendDraft, "sent"),
    ]

    init(text: String? = nil) {
        guard let read = text.flatMap({ try? JSONDecoder().decode(DayTally.self, from: Data($0.utf8)) }) else { return }
        self = read
    }

    var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// - Parameter count: below zero for what was taken back.
    /// - Returns: whether it is told of.
    mutating func add(_ command: Action.Command, _ count: Int, on today: LocalDate) -> Bool {
        guard Self.words.contains(where: { $0.command == command }) else { return false }
        if day != today.dayNumber { self = DayTally(day: today.dayNumber) }
        // What was done yesterday is taken back from nothing.
        counts[command.rawValue] = max(0, (counts[command.rawValue] ?? 0) + count)
        return true
    }

    private init(day: Int) { self.day = day }

    /// “Today: 12 read, 3 archived”; empty when nothing was done.
    func words(on today: LocalDate) -> String {
        guard day == today.dayNumber else { return "" }
        let parts = Self.words.compactMap { command, word in
            counts[command.rawValue].flatMap { $0 > 0 ? "\(Wording.number($0)) \(word)" : nil }
        }
        return parts.isEmpty ? "" : "Today: " + parts.joined(separator: ", ")
    }
}
