import GRDB
import InboxModel

/// Many ids as one argument of a statement: `id IN (SELECT value FROM json_each(?))`.
struct IDList<Object>: DatabaseValueConvertible, StatementValue {
    private let text: String

    init(_ ids: some Sequence<LocalID<Object>>) {
        text = "[" + RowCoding.joined(ids.lazy.map(\.rawValue), by: ",") + "]"
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    func bind(to statement: OpaquePointer, at place: CInt) -> CInt { text.bind(to: statement, at: place) }

    /// Never read back.
    static func fromDatabaseValue(_ value: DatabaseValue) -> IDList? { nil }
}
