import Foundation
import InboxModel

/// Decides how to announce new mail: a count in the title, and one notice for what came while nobody looked.
struct NewMailState: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        /// Nil removes the count from the title.
        case title(String?)
        /// The newest thread in words, or the number of threads; then how many are new, and how many there are in all.
        case tell(String, thread: ThreadID, new: Int, count: Int)
    }

    /// Whether the terminal has the focus; nil where it never reported that.
    var isInFront: Bool?
    private var count: Int?
    private var newest = Place()

    /// A place in the order of arrival. Within the same second, the thread that was created later here is newer.
    private struct Place: Hashable, Comparable {
        var date = Date.distantPast
        var thread = ThreadID(0)

        static func < (one: Place, other: Place) -> Bool { (one.date, one.thread) < (other.date, other.thread) }
    }

    /// - Parameters:
    ///   - count: the number of threads that count as new mail.
    ///   - newest: the newest of them.
    ///   - isFilling: whether the account's mail is being read for the first time: none of it is new.
    mutating func now(count: Int, newest thread: MailThread?, isFilling: Bool = false) -> [Effect] {
        let place = thread.map { Place(date: $0.lastDate, thread: $0.id) } ?? Place()
        defer {
            self.count = count
            newest = max(newest, place)
        }
        guard count != self.count else { return [] }
        var effects: [Effect] = [.title(count == 0 ? nil : "(\(Wording.number(count))) Maraca")]
        // What was there at the start, what was read elsewhere and what was marked as unread again is not new.
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
