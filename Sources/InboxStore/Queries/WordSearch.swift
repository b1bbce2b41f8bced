import GRDB
import InboxModel

extension MailPredicate {
    /// How a condition over messages queries the full-text index.
    enum WordSearch: Equatable {
        /// Reads all hits once: for words that few messages have.
        case hits
        /// For words that many messages have, in an order from new to old that soon finds enough. Reads the hits from
        /// this id on, which contains a date, once, and checks each older message by itself.
        case newest(since: Int64)

        func condition(_ match: String) -> SQL {
            switch self {
            case .hits: return "message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH \(match))"
            case .newest(let since):
                // The plus signs keep SQLite from walking along the hits instead of the order.
                return """
                    ((+message.id >= \(since) AND +message.id IN \
                    (SELECT rowid FROM messageText WHERE messageText MATCH \(match) AND rowid >= \(since))) \
                    OR (+message.id < \(since) AND EXISTS \
                    (SELECT 1 FROM messageText WHERE messageText MATCH \(match) AND messageText.rowid = message.id)))
                    """
            }
        }

        /// This many hits are looked up and sorted without a noticeable delay.
        private static let fewHits = 5_000
        /// This many hits contain a page of threads, if a hit must have nothing but words.
        private static let pageHits = 400

        /// - Returns: `hits` when few messages have the required words, or none are required.
        static func best(for predicate: MailPredicate, _ database: Database) throws -> WordSearch {
            guard let match = predicate.requiredMatch else { return .hits }
            guard let since = try oldest(of: fewHits + 1, match, database) else { return .hits }
            guard predicate.isOnlyWords else { return .newest(since: since) }
            return .newest(since: try oldest(of: pageHits, match, database) ?? since)
        }

        /// The oldest of the newest `count` hits; nil when there are fewer.
        private static func oldest(of count: Int, _ match: String, _ database: Database) throws -> Int64? {
            let statement = try database.cachedStatement(
                sql: """
                    SELECT count(*), min(rowid) FROM \
                    (SELECT rowid FROM messageText WHERE messageText MATCH ? ORDER BY rowid DESC LIMIT ?)
                    """)
            return try Row.fetchOne(statement, arguments: [match, count]).flatMap { row in
                row[0] == count ? row[1] : nil
            }
        }
    }
}
