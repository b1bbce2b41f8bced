public import Foundation
public import InboxModel
import InboxStore

extension MailSession {
    /// Returns how many threads stand before a date in a list that is ordered by date: the position of its first thread.
    public func position(of date: Date, filter: MailPredicate, sort: MailSort) throws(SessionError) -> Int {
        // Before all threads of that second, in either order.
        let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up)).wholeSeconds
        return try position(of: SortKey(value: .number(second), id: .min), filter: filter, sort: sort)
    }

    /// Returns how many threads, or messages, stand before a place in the order of a list.
    public func position(of place: SortKey, filter: MailPredicate, sort: MailSort, messages: Bool = false)
        throws(SessionError) -> Int
    {
        try reading { reader in
            let now = Date()
            if messages {
                let query = try Message.query(ListConfiguration(filter: filter, sort: sort), reader, now: now)
                return try reader.count(MessageQuery(predicate: query.predicate, sort: sort), before: place)
            }
            let query = try MailThread.query(ListConfiguration(filter: filter, sort: sort), reader, now: now)
            return try reader.count(ThreadQuery(predicate: query.predicate, sort: sort), before: place)
        }
    }
}
