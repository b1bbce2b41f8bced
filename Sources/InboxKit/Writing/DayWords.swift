/// The names of days and months as they are typed: whole, or abbreviated to three letters or more.
package enum DayWords {
    private static let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns the day of the week that a word names, where 0 is Sunday; nil if it names none.
    package static func weekday(_ word: String) -> Int? { place(of: word, in: days) }

    /// Returns the month that a word names, 1…12; nil if it names none.
    package static func month(_ word: String) -> Int? { place(of: word, in: months).map { $0 + 1 } }

    private static func place(of word: String, in names: [String]) -> Int? {
        let word = word.lowercased().filter { $0 != "." }
        return word.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
    }
}
