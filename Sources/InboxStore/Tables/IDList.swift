import GRDB
import InboxModel

/// Many ids as one argument of a statement: `id IN (SELECT value FROM json_each(?))`.
struct IDList<Object>: DatabaseValueConvertible {
    private let text: String

    init(_ ids: some Sequence<LocalID<Object>>) {
        text = "[" + ids.map { String($0.rawValue) }.joined(separator: ",") + "]"
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    /// Never read back.
    static func fromDatabaseValue(_ value: DatabaseValue) -> IDList? { nil }
}
