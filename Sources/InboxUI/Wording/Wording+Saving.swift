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

    /// Says what became of a text whose account was removed while it was being written.
    static func orphanedDraft(_ subject: String, copy: String?) -> String {
        copy.map { "The account was removed; what you were writing is in \($0)" } ?? unkeptDraft(subject, copy: nil)
    }

    /// - Parameter key: takes the next sender; nil where there is no other one.
    static func senderRemoved(_ address: String, key: String?) -> String {
        let advice = key.map { "; \($0) writes as another one" } ?? ""
        return "\(line(address)) was removed from this machine, and can keep no draft\(advice)"
    }
}
