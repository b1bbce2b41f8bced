import Foundation
import InboxModel

/// Decides which mail is announced: what arrived since the last look, and only while nobody looks.
struct NewMailState: Hashable, Sendable {
    /// What to announce: the newest message in words, or the number of messages.
    struct News: Hashable, Sendable {
        var words: String
        var newest: Message
        /// How many came.
        var new: Int
        /// How many there are in all.
        var count: Int

        /// Returns this and what came after it as one.
        func followed(by later: News) -> News {
            var both = later
            both.new += new
            return both
        }
    }

    /// Whether the terminal has the focus; nil where it never reported that.
    var isInFront: Bool?
    private(set) var count = 0
    /// The newest message seen so far; nil before the first look.
    private var newest: Place?

    /// A place in the order of arrival. Within the same second, the message that was stored later is newer.
    private struct Place: Hashable, Comparable {
        var date = Date.distantPast
        var message = MessageID(0)

        static func < (one: Place, other: Place) -> Bool { (one.date, one.message) < (other.date, other.message) }
    }

    /// - Parameters:
    ///   - messages: those that count as new mail, newest first, as far as they are listed.
    ///   - count: how many there are in all.
    ///   - isFilling: whether the account's mail is being read for the first time: none of it is new.
    /// - Returns: nil if there is nothing to announce. What was there at the start, what was read elsewhere and what was
    ///   marked as unread again is not new.
    mutating func news(_ messages: [Message], count: Int, isFilling: Bool = false) -> News? {
        let places = messages.map { Place(date: $0.receivedAt, message: $0.id) }
        let (before, known) = (self.count, newest)
        self.count = count
        newest = max(known ?? Place(), places.first ?? Place())
        guard let known, let message = messages.first, isInFront != true, !isFilling else { return nil }
        let listed = places.prefix { $0 > known }.count
        guard listed > 0 else { return nil }
        let new = listed == messages.count ? max(listed, count - before) : listed
        guard new == 1 else {
            let words = "You have \(Wording.count(count, "unread message"))"
            return News(words: words, newest: message, new: new, count: count)
        }
        let sender = message.from.first.map { Wording.line($0.displayName) } ?? ""
        let words = [sender, Wording.line(message.subject)].filter { !$0.isEmpty }.joined(separator: ": ")
        return News(words: words, newest: message, new: 1, count: count)
    }
}
