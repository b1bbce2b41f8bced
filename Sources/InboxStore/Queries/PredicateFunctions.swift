import GRDB
import InboxModel

/// Tests that SQL cannot express: the same functions that test in memory.
extension DatabaseFunction {
    static let predicates = [addressMatches, textMatches, fileMatches, listMatches]

    /// `addressMatches(message.addresses, field, pattern)`
    private static let addressMatches = test("addressMatches", 3) { values in
        guard let field = MailPredicate.AddressField(rawValue: values[1]) else { return false }
        let pattern = TextPattern(values[2], blindToCase: true)
        return addresses(field, in: values[0]).contains { pattern.matches($0.email) }
    }

    /// `textMatches(text, pattern)`
    private static let textMatches = test("textMatches", 2) { TextPattern($0[1]).matches($0[0]) }

    /// `fileMatches(message.files, pattern)`
    private static let fileMatches = test("fileMatches", 2) { values in
        let pattern = TextPattern(values[1])
        return RowCoding.files(values[0]).contains { pattern.matches($0.fileName) }
    }

    /// `listMatches(message.listID, message.addresses, name)`; without a List-Id, the addresses are tested.
    private static let listMatches = DatabaseFunction("listMatches", argumentCount: 3, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[1]), let name = String.fromDatabaseValue(values[2]) else {
            return false
        }
        let lists = RowCoding.addressLists(text)
        return ListPattern(name).matches(
            listID: String.fromDatabaseValue(values[0]), recipients: lists.count > 2 ? lists[1] + lists[2] : [])
    }

    /// A test of texts, which fails if any of them is NULL.
    private static func test(_ name: String, _ count: Int, _ body: @escaping @Sendable ([String]) -> Bool)
        -> DatabaseFunction
    {
        DatabaseFunction(name, argumentCount: count, pure: true) { values in
            let texts = values.compactMap { String.fromDatabaseValue($0) }
            return texts.count == count && body(texts)
        }
    }

    private static func addresses(_ field: MailPredicate.AddressField, in text: String) -> [MailAddress] {
        let lists = RowCoding.addressLists(text)
        func list(_ index: Int) -> [MailAddress] { index < lists.count ? lists[index] : [] }
        return switch field {
        case .from: list(0)
        case .to: list(1)
        case .cc: list(2) + list(3)
        case .people: list(0) + list(1) + list(2) + list(3)
        }
    }
}
