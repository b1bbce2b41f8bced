import InboxModel
import MailContent
import TerminalUI

/// A cache of laid-out messages. A message is laid out again only when its input has changed.
struct LaidMessages {
    /// The input for the layout of a message.
    struct Key: Hashable {
        var message: Message
        var version: Int
        var width: Int
        var showsQuotes: Bool
        var glyphs: Glyphs
        /// How dates and times are written.
        var isISO: Bool
        var hasTwelveHours: Bool
        var own: Set<String>
        var verdict: AuthenticationResults.Verdict?
        var seal: SealNote?
        var people: KnownPeople
        var texts: Int
        var card: Int
        var news: InvitationNews?
        var blocks: [MessageBlock]
        /// The number of messages in the thread.
        var count: Int
        var subjectAbove: String?
        var answers: ReplyNote?
        var canUnsubscribe: Bool?
        var chosenHeaders: [ParsedHeader] = []
        var outgoing: OutgoingMail.State?
        var place: String?
        var isNew = false
    }

    private struct Entry {
        var key: Key
        var message: LaidMessage
        var usedAt: Int
    }

    private var entries: [MessageID: Entry] = [:]
    private var uses = 0
    /// The number of layouts so far.
    private(set) var timesLaid = 0

    /// - Returns: the message laid out from this input; nil if it is not cached.
    mutating func find(_ key: Key) -> LaidMessage? {
        uses += 1
        guard let known = entries[key.message.id], known.key == key else { return nil }
        entries[key.message.id]?.usedAt = uses
        return known.message
    }

    /// - Returns: the previous layout of the message.
    mutating func keep(_ message: LaidMessage, for key: Key) -> LaidMessage? {
        timesLaid += 1
        if entries.count > 120 { forgetOldest() }
        defer { entries[key.message.id] = Entry(key: key, message: message, usedAt: uses) }
        return entries[key.message.id]?.message
    }

    private mutating func forgetOldest() {
        for (id, _) in entries.sorted(by: { $0.value.usedAt < $1.value.usedAt }).prefix(60) { entries[id] = nil }
    }

    mutating func forget(where isGone: (MessageID) -> Bool) {
        entries = entries.filter { !isGone($0.key) }
    }
}
