import Foundation
import GRDB
import MailContent

/// The SQL functions of email queries for texts without an index.
enum SearchFunctions {
    /// `holdsWords(text, words)`: whether the text contains each of the words.
    static let holdsWords = DatabaseFunction("holdsWords", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let words = String.fromDatabaseValue(values[1]) else {
            return false
        }
        let there = Set(TextWords.of(text))
        return TextWords.of(words).allSatisfy(there.contains)
    }

    /// `hasHeader(bytes, name, text)`: whether such a header field exists and contains the text.
    static let hasHeader = DatabaseFunction("hasHeader", argumentCount: 3, pure: true) { values in
        guard let bytes = Data.fromDatabaseValue(values[0]), let name = String.fromDatabaseValue(values[1]),
            let text = String.fromDatabaseValue(values[2])
        else { return false }
        return RawHeader.all(in: Array(bytes)).contains { header in
            header.name.lowercased() == name.lowercased()
                && (text.isEmpty || header.parsed(as: "Subject").subject.localizedCaseInsensitiveContains(text))
        }
    }
}
