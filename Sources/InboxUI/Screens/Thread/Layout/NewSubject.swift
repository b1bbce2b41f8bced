import InboxKit

/// Whether a message of a thread is about something else than the one above it: servers keep both in one thread.
enum NewSubject {
    /// Its subject where that is so; nil where only marks of answers, names of lists, blanks or the case of letters differ.
    static func text(_ subject: String, after before: String) -> String? {
        let (new, old) = (core(subject), core(before))
        return new.isEmpty || new == old ? nil : subject
    }

    /// What is left without `Re:` and `[list]`, however they are mixed.
    private static func core(_ subject: String) -> String {
        var rest = Answer.bare(subject)
        while rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            let next = Answer.bare(String(rest[rest.index(after: end)...]))
            // A subject that is nothing but brackets is told by them.
            if next.isEmpty { break }
            rest = next
        }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
