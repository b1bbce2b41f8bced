import InboxKit

/// Detects a message that is about something else than the one above it: servers keep both in one thread.
enum NewSubject {
    /// Returns a subject that is new; nil where only reply prefixes, list names, blanks or case differ.
    static func text(_ subject: String, after before: String) -> String? {
        let (new, old) = (core(subject), core(before))
        return new.isEmpty || new == old ? nil : subject
    }

    /// Returns the subject without `Re:` and `[list]`, however they are mixed.
    private static func core(_ subject: String) -> String {
        var rest = Answer.bare(subject)
        while rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            let next = Answer.bare(String(rest[rest.index(after: end)...]))
            // A subject of nothing but brackets keeps the last ones.
            if next.isEmpty { break }
            rest = next
        }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
