import Foundation
import InboxModel

/// A feed's entries as messages, in the feed's order.
struct FeedReading {
    struct Item {
        var message: RemoteMessage
        /// Changes if and only if the entry changes.
        var fingerprint: UInt64
    }

    static let inbox = RemoteMailbox(id: RemoteID("inbox"), name: "Inbox", role: .inbox)
    private static let snippetLength = 190

    private(set) var items: [Item] = []

    init(_ entries: [FeedEntry], dates: FeedDate) {
        var used: [String: Int] = [:]
        var last = Date(timeIntervalSince1970: 0)
        for entry in entries {
            let fingerprint = Fingerprint.of(entry)
            // An entry without an id is identified by its content; equal entries by their order.
            let base = entry.uid.isEmpty ? "entry-" + String(fingerprint, radix: 36) : entry.uid
            let repetition = used[base, default: 0]
            used[base] = repetition + 1
            let id = repetition == 0 ? base : "\(base)#\(repetition + 1)"
            // A feed is in order of arrival: an entry without a date came right after the one before.
            let date = dates.parse(entry.dateTime) ?? last.addingTimeInterval(1)
            last = date
            items.append(
                Item(message: FeedReading.message(entry, id: id, date: date), fingerprint: fingerprint))
        }
    }

    /// Newest first; among equal dates, the entry later in the feed first.
    var newestFirst: [RemoteMessage] {
        items.enumerated().sorted { lhs, rhs in
            (lhs.element.message.receivedAt, lhs.offset) > (rhs.element.message.receivedAt, rhs.offset)
        }.map(\.element.message)
    }

    /// Newest first by their newest message. Messages within a thread keep the feed's order.
    var threadsNewestFirst: [[RemoteMessage]] {
        let members = Dictionary(grouping: items.map(\.message), by: \.thread)
        var seen: Set<RemoteID> = []
        return newestFirst.filter { seen.insert($0.thread).inserted }.compactMap { members[$0.thread] }
    }

    /// An entry belongs to the thread of what it answers, else begins one. Threads have one level.
    private static func message(_ entry: FeedEntry, id: String, date: Date) -> RemoteMessage {
        let own = entry.uid.isEmpty ? id : entry.uid
        let thread = entry.responseToUid.isEmpty ? own : entry.responseToUid
        return RemoteMessage(
            id: RemoteID(id), thread: RemoteID(thread), subject: entry.subject, from: FeedAddress.list(entry.from),
            to: FeedAddress.list(entry.to), receivedAt: date, snippet: snippet(entry.text), mailboxes: [inbox.id],
            body: MessageBody(plain: entry.text))
    }

    private static func snippet(_ text: String) -> String {
        let words = text.prefix(4 * snippetLength).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(words.prefix(snippetLength))
    }
}
