import GRDB
package import InboxModel

/// How a list is read from the store.
package struct QueryExplanation: Hashable, Sendable {
    package var sql: String
    /// The values of the question marks, in order.
    package var arguments: String
    /// SQLite's own words (EXPLAIN QUERY PLAN), indented by depth.
    package var plan: [String]
}

extension StoreReader {
    package func explain(_ query: ThreadQuery) throws -> QueryExplanation {
        if let meeting = try ThreadMeeting(query, database) {
            let statements = meeting.walk.statements
            return QueryExplanation(
                sql: statements.map(\.sql).joined(separator: ";\n"),
                arguments: statements.map(\.arguments).joined(separator: "; "),
                plan: try statements.flatMap { try steps($0.sql) })
        }
        let statement = try query.request(database, offset: 0, limit: 50, after: nil).makePreparedRequest(database)
            .statement
        let (sql, arguments) = (statement.sql, statement.arguments)
        return QueryExplanation(
            sql: sql, arguments: arguments.description, plan: try steps(sql, arguments))
    }

    /// The plan of a list of messages, for tests.
    package func plan(_ query: MessageQuery, after key: SortKey? = nil) throws -> [String] {
        if let halves = MarkedHalves(query, after: key) {
            return try halves.halves.flatMap { try plan($0.query, after: $0.start) }
        }
        let walk = try MessageWalk(query, database, after: key)
        let other = try query.request(.hits, offset: 0, limit: 50, after: key).makePreparedRequest(database).statement
            .sql
        return try (walk?.statements.map(\.sql) ?? [other]).flatMap { try steps($0) }
    }

    /// The plan of a list's query, for tests.
    package func plan(_ query: ThreadQuery, after key: SortKey? = nil) throws -> [String] {
        if let meeting = try ThreadMeeting(query, database, after: key) {
            return try meeting.walk.statements.flatMap { try steps($0.sql) }
        }
        let statement = try query.request(database, offset: 0, limit: 50, after: key).makePreparedRequest(database)
            .statement
        return try steps(statement.sql, statement.arguments)
    }

    /// SQLite's steps, indented by depth. They do not depend on the values.
    private func steps(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(arguments)
        var depths: [Int: Int] = [0: -1]
        return try Row.fetchAll(statement).map { row in
            let (id, parent, detail): (Int, Int, String) = (row["id"], row["parent"], row["detail"])
            let depth = (depths[parent] ?? -1) + 1
            depths[id] = depth
            return String(repeating: "  ", count: depth) + detail
        }
    }
}
