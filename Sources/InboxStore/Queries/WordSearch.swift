import GRDB
import InboxModel

extension MailPredicate {
    /// How a condition over messages asks the full-text index for words.
    enum WordSearch: Equatable {
        /// Reads all hits once: for words that few messages have.
        case hits
        /// For words that many have, along an order from new to old that soon finds enough: reads the hits from this id
        /// on, which is a date, once, and asks of each older message by itself.
        case newest(since: Int64)

        func condition(_ match: String) -> SQL {
            switch self {
            case .hits: return "message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH \(match))"
            case .newest(let since):
                // The plus signs keep SQLite from going through the hits instead of the order.
                return """
                    ((+message.id >= \(since) AND +message.id IN \
                    (SELECT rowid FROM messageText WHERE messageText MATCH \(match) AND rowid >= \(since))) \
                    OR (+message.id < \(since) AND EXISTS \
                    (SELECT 1 FROM messageText WHERE messageText MATCH \(match) AND messageText.rowid = message.id)))
                    """
            }
        }

        /// So many hits are looked up and sorted without being felt.
        private static let fewHits = 5_000
        /// In so many, a page of threads is found when nothing but words is asked for.
        private static let pageHits = 400

        /// - Returns: `hits` when few messages have the words that the predicate requires, or it requires none.
        static func best(for predicate: MailPredicate, _ database: Database) throws -> WordSearch {
            guard let match = predicate.requiredMatch else { return .hits }
            guard let since = try oldest(of: fewHits + 1, match, database) else { return .hits }
            guard predicate.isOnlyWords else { return .newest(since: since) }
            return .newest(since: try oldest(of: pageHits, match, database) ?? since)
        }

        /// The oldest of so many newest hits; nil when there are fewer.
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
