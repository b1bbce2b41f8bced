import Foundation
import InboxModel

/// How much was done on one day, shown when nothing is left.
struct DayTally: Hashable, Sendable, Codable {
    static let key = "done.today"

    /// Days since 1970-01-01 in the user's time zone.
    private var day = 0
    private var counts: [String: Int] = [:]

    private static let words: [(command: Action.Command, word: String)] = [
        (.shake, "read"), (.archive, "archived"), (.trash, "to the trash"), (.junk, "to junk"), (.notJunk, "not junk"),
        (.move, "moved"),
        (.snooze, "snoozed"), (.sendDraft, "sent"),
    ]

    init(text: String? = nil) {
        self = DayTally(jsonText: text) ?? DayTally(day: 0)
    }

    var text: String? { try? jsonText() }

    /// - Parameter count: negative for what was undone.
    /// - Returns: whether the tally counts this command.
    mutating func add(_ command: Action.Command, _ count: Int, on today: LocalDate) -> Bool {
        guard Self.words.contains(where: { $0.command == command }) else { return false }
        if day != today.dayNumber { self = DayTally(day: today.dayNumber) }
        // Undoing what was done yesterday takes nothing off.
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
