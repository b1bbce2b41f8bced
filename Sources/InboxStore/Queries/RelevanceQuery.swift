import GRDB
package import InboxModel

/// The threads that a search is most likely about. Ranking a hit means reading all its words, so only the newest hits are ranked.
package struct RelevanceQuery: Sendable, Hashable {
    /// Resolved: no roles, names or spans.
    package var predicate: MailPredicate

    package static let newestHits = 2_000

    package init(predicate: MailPredicate) {
        self.predicate = predicate
    }

    /// The newest hits, with the texts that are shown of each and its rank: by bm25 (SQLite FTS5 §5.1.1), which is lower
    /// for better hits. Words of the subject, the sender and a file's name count more than those of the body.
    fileprivate func request(_ search: MailPredicate.WordSearch) -> SQLRequest<Row> {
        let found: SQL = """
            found (id, thread, subject, addresses, files, snippet) AS MATERIALIZED (SELECT message.id, message.thread, \
            message.subject, message.addresses, message.files, message.snippet FROM mail AS message \
            WHERE \(predicate.sql(search)) ORDER BY message.id DESC LIMIT \(Self.newestHits))
            """
        let shown: SQL = "found.thread, thread.lastDate, found.subject, found.addresses, found.files, found.snippet"
        guard let match = predicate.soughtMatch else {
            return "WITH \(found) SELECT \(shown), 0 FROM found JOIN conversation AS thread ON thread.id = found.thread"
        }
        return """
            WITH \(found), ranked (id, score) AS MATERIALIZED \
            (SELECT rowid, bm25(messageText, 10, 6, 2, 1, 1, 4) FROM messageText \
            WHERE messageText MATCH \(match) AND rowid >= (SELECT min(id) FROM found)) \
            SELECT \(shown), coalesce(ranked.score, 0) FROM found \
            JOIN conversation AS thread ON thread.id = found.thread LEFT JOIN ranked ON ranked.id = found.id
            """
    }
}

/// A thread, represented by its best hit.
private struct RankedThread {
    var isSpelledSo = false
    var score: Double
    var date: Int64

    /// Hits with the typed spelling come first, then by rank, then newest first.
    static func isBefore(_ one: (key: Int64, value: RankedThread), _ other: (key: Int64, value: RankedThread)) -> Bool {
        if one.value.isSpelledSo != other.value.isSpelledSo { return one.value.isSpelledSo }
        if one.value.score != other.value.score { return one.value.score < other.value.score }
        return (one.value.date, one.key) > (other.value.date, other.key)
    }
}

extension StoreReader {
    /// The threads of a search, best first.
    /// - Parameter limit: negative for no limit.
    package func threads(_ query: RelevanceQuery, limit: Int) throws -> [MailThread] {
        let search = try ThreadWay(query.predicate, ThreadCoverFinder(database)).search
        let spelling = TypedSpelling(query.predicate)
        var ranked: [Int64: RankedThread] = [:]
        let rows = try query.request(search).fetchCursor(database)
        while let row = try rows.next() {
            let id: Int64 = row[0]
            let score: Double = row[6]
            var thread = ranked[id] ?? RankedThread(score: score, date: row[1])
            thread.score = min(thread.score, score)
            if !thread.isSpelledSo, let spelling { thread.isSpelledSo = spelling.isKept(in: Self.shown(row)) }
            ranked[id] = thread
        }
        let best = ranked.sorted(by: RankedThread.isBefore).prefix(limit < 0 ? ranked.count : limit)
        return try best.compactMap { try thread(ThreadID($0.key)) }
    }

    /// The texts of a hit that its row shows.
    private static func shown(_ row: Row) -> [(field: MailPredicate.Field, text: String)] {
        let people = RowCoding.addressLists(row[3])
        func names(_ index: Int) -> String { index < people.count ? SearchText.people(people[index]) : "" }
        return [
            (.subject, row[2]), (.from, names(0)), (.to, names(1)), (.cc, names(2)),
            (.file, RowCoding.files(row[4]).map(\.fileName).joined(separator: "\n")), (.body, row[5]),
        ]
    }
}
