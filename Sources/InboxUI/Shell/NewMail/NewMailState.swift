import Foundation
import InboxModel

/// Decides what is told of new mail: how many wait in the title, and once for what came while nobody looked.
struct NewMailState: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        /// Nil takes the count out of the title.
        case title(String?)
        /// The newest thread in words, or how many there are; how many came, and how many there are in all.
        case tell(String, thread: ThreadID, new: Int, count: Int)
    }

    /// Whether the terminal has the keyboard; nil where it never said.
    var isInFront: Bool?
    private var count: Int?
    private var newest = Place()

    /// In the order in which mail comes: of what has the same second, what was made here later is newer.
    private struct Place: Hashable, Comparable {
        var date = Date.distantPast
        var thread = ThreadID(0)

        static func < (one: Place, other: Place) -> Bool { (one.date, one.thread) < (other.date, other.thread) }
    }

    /// - Parameters:
    ///   - count: threads that count as new mail.
    ///   - newest: the newest of them.
    ///   - isFilling: all mail of its account is being read for the first time: none of it is new.
    mutating func now(count: Int, newest thread: MailThread?, isFilling: Bool = false) -> [Effect] {
        let place = thread.map { Place(date: $0.lastDate, thread: $0.id) } ?? Place()
        defer {
            self.count = count
            newest = max(newest, place)
        }
        guard count != self.count else { return [] }
        var effects: [Effect] = [.title(count == 0 ? nil : "(\(Wording.number(count))) Maraca")]
        // What was there at the start, what was read elsewhere and what is marked as unread again is not new.
        guard let before = self.count, count > before, let thread, place > newest,
            isInFront != true, !isFilling
        else { return effects }
        if count - before > 1 {
            effects.append(
                .tell(
                    "You have \(Wording.number(count)) unread threads", thread: thread.id, new: count - before,
                    count: count))
        } else {
            let sender = thread.senders.last.map { Wording.line($0.displayName) } ?? ""
            let subject = Wording.line(thread.subject)
            effects.append(
                .tell(
                    [sender, subject].filter { !$0.isEmpty }.joined(separator: ": "), thread: thread.id, new: 1,
                    count: count))
        }
        return effects
    }
}
