package import InboxModel

/// The progress of a count.
package struct CountSlice: Hashable, Sendable {
    package var count = 0
    /// The place after which the count continues; nil at its beginning, and when it is done.
    package var pause: SortKey?
    package var isDone = false

    package init() {}
}

/// Long walks in parts, for queries of two long lists that have hardly any thread in common.
extension StoreReader {
    /// - Parameter cost: the number of rows to read; a few more may be read.
    /// - Returns: the threads that were found at this cost, the place after which there may be more, and whether all were found so
    ///   cheaply that counting them costs little, too.
    package func threads(_ query: ThreadQuery, limit: Int, after key: SortKey?, costing cost: Int) throws
        -> ([MailThread], pause: SortKey?, areFew: Bool)
    {
        guard var meeting = try ThreadMeeting(query, database, after: key) else {
            let found = try threads(query, limit: limit, after: key)
            return (found, nil, try found.count < limit && query.readsFewHits(database))
        }
        let (ids, pause) = try meeting.threads(limit: limit, costing: cost)
        return (query.inOrder(try ThreadTable.find(database, ids)), pause, pause == nil && ids.count < limit)
    }

    /// Continues a count. If no walk is needed, it finishes at once.
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
