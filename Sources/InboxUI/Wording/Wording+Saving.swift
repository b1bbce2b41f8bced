extension Wording {
    /// Says that the store takes its time.
    /// - Parameter what: what is being saved, the first job first.
    static func stillSaving(_ what: [String]) -> String {
        let more = what.count > 1 ? " and \(what.count - 1) more" : ""
        let words = what.first.map { ": \($0)\(more)" } ?? ""
        return "Still saving\(words). Another program may have the mailbox locked."
    }

    /// Says what the user gave up before it was saved.
    static func givenUp(_ what: String) -> String { "Not done: \(what). It was given up." }

    /// - Parameter copy: the place of the draft's text; nil where there was no room for it.
    static func unkeptDraft(_ subject: String, copy: String?) -> String {
        copy.map { "The draft could not be saved; its text is in \($0)" }
            ?? "The draft \(title(subject)) could not be saved, and there is no room for a copy."
    }
}
