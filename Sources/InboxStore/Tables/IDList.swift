import GRDB
import InboxModel

/// Many ids as one argument of a statement: `id IN (SELECT value FROM json_each(?))`.
struct IDList<Object>: DatabaseValueConvertible, StatementValue {
    private let text: String

    init(_ ids: some Sequence<LocalID<Object>>) {
        // A key path of a generic type is built anew at each call, which took longer than the statement.
        text = "[" + RowCoding.joined(ids.lazy.map { $0.rawValue }, by: ",") + "]"
    }

    /// What selects ids, after the column's name, with its value. SQLite looks up a single one faster than a list.
    static func condition(_ ids: [LocalID<Object>]) -> (sql: String, value: any StatementValue) {
        if ids.count == 1, let id = ids.first { return ("= ?", id.rawValue) }
        return ("IN (SELECT value FROM json_each(?))", IDList(ids))
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    func bind(to statement: OpaquePointer, at place: CInt) -> CInt { text.bind(to: statement, at: place) }

    /// Never read back.
    static func fromDatabaseValue(_ value: DatabaseValue) -> IDList? { nil }
}
