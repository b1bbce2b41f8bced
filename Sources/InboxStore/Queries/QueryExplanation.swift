import GRDB
package import InboxModel

/// How a list is read from the store.
package struct QueryExplanation: Hashable, Sendable {
    package var sql: String
    /// What stands for the question marks, in their order.
    package var arguments: String
    /// SQLite's own words (EXPLAIN QUERY PLAN), indented by depth.
    package var plan: [String]
}

extension StoreReader {
    package func explain(_ query: ThreadQuery, limit: Int = 50) throws -> QueryExplanation {
        let statement = try query.request(database, offset: 0, limit: limit, after: nil).makePreparedRequest(database)
            .statement
        let (sql, arguments) = (statement.sql, statement.arguments)
        var depths: [Int: Int] = [0: -1]
        let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { row in
            let (id, parent, detail): (Int, Int, String) = (row["id"], row["parent"], row["detail"])
            let depth = (depths[parent] ?? -1) + 1
            depths[id] = depth
            return String(repeating: "  ", count: depth) + detail
        }
        return QueryExplanation(sql: sql, arguments: arguments.description, plan: plan)
    }
}

extension StoreReader {
    /// The plan of a list of messages, for tests.
    package func plan(_ query: MessageQuery, after key: SortKey? = nil) throws -> [String] {
        let walk = try MessageWalk(query, database, after: key)
        let other = try query.request(.hits, offset: 0, limit: 50, after: key).makePreparedRequest(database).statement
            .sql
        return try (walk?.statements ?? [other]).flatMap(details)
    }

    /// SQLite's plan, whatever the values are.
    private func details(of sql: String) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments([])
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
