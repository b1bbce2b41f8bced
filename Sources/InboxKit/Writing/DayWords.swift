/// The names of days and months as they are typed: whole, or abbreviated to three letters or more.
package enum DayWords {
    private static let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The number of a weekday, 0 for Sunday; nil if the word is none.
    package static func weekday(_ word: String) -> Int? { place(of: word, in: days) }

    /// The number of a month, 1…12; nil if the word is none.
    package static func month(_ word: String) -> Int? { place(of: word, in: months).map { $0 + 1 } }

    private static func place(of word: String, in names: [String]) -> Int? {
        let word = word.lowercased().filter { $0 != "." }
        return word.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
    }
}
