import GRDB
package import InboxModel

/// Unreadable rows of the queue: damaged, or from a newer version. They are put aside, and neither performed nor lost.
extension ActionTable {
    /// The commands that this version knows, as a list in SQL.
    static let commands = list(Action.Command.allCases.filter { $0 != .unreadable })
    private static let states = list(Action.State.allCases)

    private static func list<Word: RawRepresentable>(_ words: [Word]) -> String where Word.RawValue == String {
        words.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }

    /// The unreadable actions that are not marked so yet. An answered action is done, whatever it was.
    static func unreadable(_ database: Database) throws -> [ActionID] {
        let patches = try String.fetchAll(database, sql: "SELECT DISTINCT patch FROM actionEdit")
            .filter { RowCoding.patch($0) == nil }
        let request: SQLRequest<Int64> = """
            SELECT id FROM action WHERE state NOT IN ('sent', 'unreadable') AND (command NOT IN (\(sql: commands)) \
            OR state NOT IN (\(sql: states)) OR id IN (SELECT action FROM actionEdit \
            WHERE isAnswered = 0 AND patch IN \(patches))) ORDER BY id
            """
        return try request.fetchAll(database).map { ActionID($0) }
    }
}

extension StoreReader {
    /// Whether the queue has unreadable actions that were not put aside yet.
    package func hasUnreadableActions() throws -> Bool { try !ActionTable.unreadable(database).isEmpty }
}

extension StoreTransaction {
    /// Puts unreadable actions aside. They, and the actions that depend on them, wait until the user discards them.
    /// - Returns: the actions put aside now.
    package func putUnreadableAside() throws -> [Action] {
        try ActionTable.unreadable(database).compactMap { id in
            try setState(.unreadable, of: id)
            return try ActionTable.find(database, id)
        }
    }
}
