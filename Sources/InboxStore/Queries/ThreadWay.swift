import GRDB
import InboxModel

/// How the threads of a query are found: along lists that are kept in order, or from the messages that an index names.
struct ThreadWay {
    /// Nil: from the messages.
    var cover: ThreadCover?
    var search = MailPredicate.WordSearch.hits

    /// So many hits are read and sorted without being felt.
    private static let fewHits = 5_000
    /// With more, the index is asked of each thread along a list instead: a page is soon full.
    private static let manyHits = 50_000

    init(_ predicate: MailPredicate, _ finder: ThreadCoverFinder) throws {
        cover = try finder.cover(predicate)
        if let match = predicate.requiredMatch {
            let length = try cover?.keys.reduce(0) { try $0 + finder.length($1) } ?? .max
            let hits = try Self.hits(match, finder.database)
            if hits <= min(length, predicate.isOnlyWords ? Self.fewHits : Self.manyHits) {
                cover = nil
            } else {
                cover = cover ?? finder.wholeCover
                search = hits > (predicate.isOnlyWords ? Self.fewHits : Self.manyHits) ? .each : .hits
            }
        } else if !predicate.namesMessages {
            cover = cover ?? finder.wholeCover
        }
    }

    /// How many messages have words, counted no further than matters.
    private static func hits(_ match: String, _ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM (SELECT 1 FROM messageText WHERE messageText MATCH ? LIMIT ?)")
        return try Int.fetchOne(statement, arguments: [match, manyHits + 1]) ?? 0
    }
}

extension MailPredicate {
    /// Whether some part that must hold names single messages or a thread.
    fileprivate var namesMessages: Bool {
        switch self {
        case .thread, .message: true
        case .all(let parts): parts.contains(where: \.namesMessages)
        default: false
        }
    }
}
