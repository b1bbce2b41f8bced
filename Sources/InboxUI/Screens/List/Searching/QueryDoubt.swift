import InboxModel

/// A word of a search that looks like a field but is none: it is looked for as it stands, which finds next to nothing.
struct QueryDoubt: Equatable {
    /// The field that is near, with its colon.
    let meant: String
    /// Where the word begins, in characters.
    let column: Int

    /// - Returns: nil when every field is known, or none is near.
    init?(_ text: String) {
        var column = 0
        var isQuoted = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            defer {
                column += word.count + 1
                if !word.count(where: { $0 == "\"" }).isMultiple(of: 2) { isQuoted.toggle() }
            }
            let start = word.prefix { $0 == "-" || $0 == "(" }
            let term = word.dropFirst(start.count)
            guard !isQuoted, let colon = term.firstIndex(of: ":"), term.index(after: colon) < term.endIndex else {
                continue
            }
            let name = term[..<colon].lowercased()
            guard !name.isEmpty, name.allSatisfy(\.isLetter), !QueryTerm.names.contains(name),
                let near = Spelling.nearest(to: name, among: QueryTerm.names.sorted()),
                Spelling.distance(name, near) * 2 < name.count
            else { continue }
            meant = near + ":"
            self.column = column + start.count
            return
        }
        return nil
    }
}
