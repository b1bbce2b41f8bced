import Foundation
package import InboxModel

/// The patches of a thread in the order in which `git am` is to apply them: those of one version, without cover letter, replies and
/// other versions.
package struct PatchSeries: Equatable, Sendable {
    package private(set) var patches: [Message] = []
    /// The numbers that the thread lacks.
    package private(set) var missing: [Int] = []
    /// How many patches the series says it has; nil for patches without numbers.
    package private(set) var total: Int?
    /// The newest version, if another one is taken.
    package private(set) var newer: Int?

    /// The numbers that the thread lacks, in words: `3/7, 4/7`; nil if it lacks none.
    package var lack: String? {
        guard !missing.isEmpty else { return nil }
        let named = missing.prefix(5).map { "\($0)/\(total ?? 0)" }.joined(separator: ", ")
        return missing.count > 5 ? named + " …" : named
    }

    /// Whether a shell command applies patches: `git am`, also with options, in another folder, or behind another command.
    static func areMeant(by line: String) -> Bool {
        line.split(whereSeparator: { "|&;()".contains($0) }).contains { part in
            var words = part.split(whereSeparator: \.isWhitespace)[...]
            guard words.popFirst() == "git" else { return false }
            while let option = words.first, option.hasPrefix("-") {
                // These have a value of their own.
                words = words.dropFirst(["-C", "-c"].contains(option) ? 2 : 1)
            }
            return words.first == "am"
        }
    }

    /// - Parameters:
    ///   - messages: those of a thread, oldest first.
    ///   - named: the message that the user named. If it is one of the patches or a cover letter, its version is taken, else the newest.
    package init(_ messages: [Message], naming named: Message? = nil) {
        let all = messages.filter { !$0.isDraft }.compactMap { message in
            PatchSubject(message.subject).map { (message, $0) }
        }
        // Beside a series, patches without numbers are mostly asides.
        let series = Dictionary(grouping: all) { $0.1.series }
        let newest = series.keys.max { first, second in
            let (one, other) = (first.prefix(2), second.prefix(2))
            return one == other
                ? (series[first]?.last?.0.receivedAt ?? .distantPast)
                    < (series[second]?.last?.0.receivedAt ?? .distantPast)
                : one.lexicographicallyPrecedes(other)
        }
        let wanted = named.flatMap { PatchSubject($0.subject)?.series } ?? newest
        guard let found = wanted.flatMap({ series[$0] }) else { return }
        if let wanted, let newest, newest[0] > wanted[0] { newer = newest[0] }
        total = found.first?.1.total
        guard let total else {
            patches = found.map(\.0)
            return
        }
        // What was sent again replaces what it was.
        let numbered = Dictionary(found.map { ($0.1.number, $0.0) }, uniquingKeysWith: { $1 })
        for number in 1...max(1, total) {
            if let patch = numbered[number] { patches.append(patch) } else { missing.append(number) }
        }
    }
}

/// What the subject of a patch says in brackets, as `git format-patch` writes it: `[PATCH v2 3/7]`.
private struct PatchSubject {
    var version = 1
    /// From 1; 0 for the cover letter, and where there are no numbers.
    var number = 0
    var total: Int?

    /// The same for all patches of a series: its version, whether it has numbers, and up to which.
    var series: [Int] { [version, total == nil ? 0 : 1, total ?? 0] }

    private static let most = 10_000

    /// - Returns: nil if the subject is not a patch's, such as that of a reply.
    init?(_ subject: String) {
        var rest = subject.drop(while: \.isWhitespace)
        var isPatch = false
        // A mailing list may put its name in brackets before.
        while rest.first == "[", let end = rest.firstIndex(of: "]") {
            for word in rest[..<end].dropFirst().split(whereSeparator: \.isWhitespace) {
                isPatch = isPatch || Self.isMark(word)
                read(word)
            }
            rest = rest[end...].dropFirst().drop(while: \.isWhitespace)
        }
        guard isPatch else { return nil }
    }

    /// Whether a word is `PATCH`, or has the version behind it: `PATCHv2`.
    private static func isMark(_ word: Substring) -> Bool {
        let word = word.uppercased()
        return word.hasPrefix("PATCH") && (word.count == 5 || word.dropFirst(5).first == "V")
    }

    private mutating func read(_ word: Substring) {
        let word = Self.isMark(word) ? word.dropFirst(5) : word
        if word.first == "v" || word.first == "V", let version = Int(word.dropFirst()) { self.version = version }
        let numbers = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        if numbers.count == 2, let number = numbers[0], let total = numbers[1], (0...Self.most).contains(total) {
            (self.number, self.total) = (number, total)
        }
    }
}
