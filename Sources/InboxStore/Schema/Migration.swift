import GRDB

/// One dated step of the schema. A released step is never edited: a new one gets a file of its own beside this one,
/// and a line in `all`.
struct Migration: Sendable {
    /// The day and what the step brings. It is kept in every file that has taken the step.
    let name: String
    let run: @Sendable (Database) throws -> Void

    /// Every step from an empty file to the present schema, in their order.
    static let all: [Migration] = [
        .first
    ]

    init(_ name: String, run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.run = run
    }

    init(_ name: String, sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }
}
