package import InboxModel

/// How far a count has come.
package struct CountSlice: Hashable, Sendable {
    package var count = 0
    /// Behind this place it goes on; nil when it is done, and at its beginning.
    package var pause: SortKey?
    package var isDone = false

    package init() {}
}

/// Long walks in parts: for lists of what stands in two long lists at once and hardly ever in both.
extension StoreReader {
    /// - Parameter cost: in rows that are read; some more are.
    /// - Returns: the rows that were found at this cost, and behind which place there may be more.
    package func threads(_ query: ThreadQuery, limit: Int, after key: SortKey?, costing cost: Int) throws
        -> ([MailThread], pause: SortKey?)
    {
        guard var meeting = try ThreadMeeting(query, database, after: key) else {
            return (try threads(query, limit: limit, after: key), nil)
        }
        let (ids, pause) = try meeting.threads(limit: limit, costing: cost)
        return (query.inOrder(try ThreadTable.find(database, ids)), pause)
    }

    /// Goes on counting. What takes no walk is counted at once.
    package func count(_ query: ThreadQuery, from slice: CountSlice, costing cost: Int) throws -> CountSlice {
        var slice = slice
        var newest = query
        newest.sort = .newestFirst
        guard var meeting = try ThreadMeeting(newest, database, after: slice.pause) else {
            (slice.count, slice.isDone) = (try count(query), true)
            return slice
        }
        let (more, pause) = try meeting.count(costing: cost)
        slice.count += more
        (slice.pause, slice.isDone) = (pause, pause == nil)
        return slice
    }
}
