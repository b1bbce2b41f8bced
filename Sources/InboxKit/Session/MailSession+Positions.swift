public import Foundation
public import InboxModel
import InboxStore

extension MailSession {
    /// Returns how many threads stand before a date in a list that is ordered by date: the position of its first thread.
    public func position(of date: Date, filter: MailPredicate, sort: MailSort) throws(SessionError) -> Int {
        try reading { reader in
            let query = try MailThread.query(ListConfiguration(filter: filter, sort: sort), reader, now: Date())
            // Before all threads of that second, in either order.
            let id: Int64 = .min
            let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up)).wholeSeconds
            let place = SortKey(value: .number(second), id: id)
            return try reader.count(ThreadQuery(predicate: query.predicate, sort: sort), before: place)
        }
    }
}
