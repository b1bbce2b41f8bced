import GRDB
import InboxModel

/// The messages of a list that is ordered by a mark, and then by date, as two lists by date: those with the mark, and the others.
/// Each is read along what is kept in order, where the list as a whole would have to be sorted.
struct MarkedHalves {
    struct Half {
        var query: MessageQuery
        /// Where its rows begin; nil for all.
        var start: SortKey?
    }

    let halves: [Half]

    /// - Parameter key: only rows after this place in the order.
    /// - Returns: nil for other orders.
    init?(_ query: MessageQuery, after key: SortKey?) {
        let mark: MailPredicate
        switch query.sort.field {
        case .unread: mark = .unread
        case .starred: mark = .starred
        case .files: mark = .hasFile
        case .date, .from, .subject, .size: return nil
        }
        // Of two marks, the lower sorts first in an ascending order.
        let isAscending = query.sort.isAscending
        let place = key.flatMap(\.markAndDate)
        halves = [!isAscending, isAscending].compactMap { isMarked in
            var half = query
            half.predicate = .all([query.predicate, isMarked ? mark : .not(mark)])
            half.sort = MailSort(.date, ascending: isAscending)
            guard let place else { return Half(query: half) }
            if place.mark == isMarked { return Half(query: half, start: place.date) }
            return isMarked == isAscending ? Half(query: half) : nil
        }
    }

    func fetch(_ database: Database, offset: Int, limit: Int) throws -> [Message] {
        var found: [Message] = []
        var offset = offset
        for half in halves where limit < 0 || found.count < limit {
            let rest = limit < 0 ? limit : limit - found.count
            let rows = try half.query.fetch(database, offset: offset, limit: rest, after: half.start)
            // What is to be skipped may go on in the other half.
            if offset > 0, rows.isEmpty {
                offset = max(0, offset - (try half.query.count(database, after: half.start)))
            } else {
                offset = 0
            }
            found += rows
        }
        return found
    }

    func count(_ database: Database) throws -> Int {
        try halves.reduce(0) { try $0 + $1.query.count(database, after: $1.start) }
    }
}
