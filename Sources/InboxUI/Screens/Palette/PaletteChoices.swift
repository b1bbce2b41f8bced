import Foundation
import InboxModel

/// An entry of the palette: a command, a command that the settings define, or another action that a key is bound to or that was typed.
enum PaletteEntry: Hashable, Sendable {
    case command(Command)
    case own(String)
    case bound(OwnKey)

    /// Whether it acts on the mail that was selected when the palette opened.
    var actsOnMail: Bool {
        switch self {
        case .command(let command): command.actsOnThreads
        case .own: true
        case .bound(let own): !own.deed.isGoing
        }
    }

    /// The name under which its uses are counted.
    var name: String {
        switch self {
        case .command(let command): command.rawValue
        case .own(let name): "commands.\(name)"
        case .bound(let own): "keys.\(own.name)"
        }
    }

    var title: String {
        switch self {
        case .command(let command): CommandTable.definition(of: command)?.title ?? command.rawValue
        case .own(let name): Wording.line(name)
        case .bound(let own): own.title
        }
    }

    /// The words that find it.
    fileprivate var words: [String] {
        guard case .command(let command) = self else { return [title] }
        return [title, name] + PaletteWords.words(for: command)
    }

    fileprivate var isBound: Bool { if case .bound = self { true } else { false } }

    fileprivate var onlyMoves: Bool {
        guard case .command(let command) = self else { return false }
        return CommandTable.definition(of: command)?.group == .moving
    }
}

/// The commands that the palette offers for some letters, and their order.
struct PaletteChoices: Sendable {
    /// The entries with a meaning on the screen beneath, in the order of help, with pure movements last.
    let entries: [PaletteEntry]
    /// How often each entry was chosen, by name.
    private(set) var uses: [String: Int]

    static let setting = "palette.uses"

    /// - Parameters:
    ///   - own: The names of the commands that the settings define.
    ///   - bound: The actions of user-defined keys that are no commands.
    init(_ commands: [Command], own: [String] = [], bound: [OwnKey] = [], uses text: String? = nil) {
        let known =
            commands.map(PaletteEntry.command) + own.sorted().map(PaletteEntry.own) + bound.map(PaletteEntry.bound)
        // A user looking for a command rarely wants cursor keys.
        entries = known.filter { !$0.onlyMoves } + known.filter(\.onlyMoves)
        uses = [String: Int](jsonText: text) ?? [:]
    }

    /// Returns the matching entries, followed by the typed actions. If the text is an action and the name of an object, which may not
    /// exist, commands that merely contain its letters are not meant: only those that begin with the text match. An action whose object is
    /// typed in full comes before keys of the user's that only begin so.
    func matching(_ letters: String, typed: [OwnKey], isDeed: Bool) -> [PaletteEntry] {
        let begun = letters.lowercased()
        let found = matching(letters).filter { entry in
            !isDeed || entry.words.contains { $0.lowercased().hasPrefix(begun) }
        }
        let whole = typed.filter { $0.isWhole(in: letters) }.map(PaletteEntry.bound)
        var offered = found
        offered.insert(contentsOf: whole, at: found.firstIndex(where: \.isBound) ?? found.endIndex)
        var met: Set<PaletteEntry> = []
        return (offered + typed.map(PaletteEntry.bound)).filter { met.insert($0).inserted }
    }

    /// Returns the matching entries, best first; of equal matches the most used, then in the order of help. Letters scattered over a long
    /// title count only if nothing matches better.
    func matching(_ letters: String) -> [PaletteEntry] {
        let letters = letters.trimmingCharacters(in: .whitespaces)
        let scored = entries.enumerated().compactMap { place, entry -> Choice? in
            let scores = entry.words.compactMap { words in
                FuzzyMatch.score(letters, in: words).map { $0 + worth(letters, in: words, of: entry) }
            }
            return scores.max().map { Choice(entry: entry, score: $0, uses: uses[entry.name] ?? 0, place: place) }
        }
        let best = scored.map(\.score).max() ?? 0
        return scored.filter { $0.score * 3 >= best * 2 }.sorted(by: Choice.isBefore).map(\.entry)
    }

    /// Returns the best match in which the letters begin a word, rather than being scattered over it; nil if there is none.
    func named(_ letters: String) -> PaletteEntry? {
        let letters = letters.trimmingCharacters(in: .whitespaces)
        return matching(letters).first { entry in entry.words.contains { FuzzyMatch.beginsWord(letters, in: $0) } }
    }

    /// Returns the bonus for letters that begin a word. Synonyms are not visible, so the first of several words of a synonym counts less
    /// than a title that begins with the letters, and a synonym typed completely counts most.
    private func worth(_ letters: String, in words: String, of entry: PaletteEntry) -> Int {
        guard FuzzyMatch.beginsWord(letters, in: words) else { return 0 }
        if words == entry.title { return 12 }
        if words.caseInsensitiveCompare(letters) == .orderedSame { return 16 }
        let rest = words.range(of: letters, options: [.caseInsensitive, .diacriticInsensitive])?.upperBound
        return rest.map { words[$0...].contains(" ") } == true ? 6 : 12
    }

    private struct Choice {
        var entry: PaletteEntry
        var score, uses, place: Int

        static func isBefore(_ left: Choice, _ right: Choice) -> Bool {
            (-left.score, -left.uses, left.place) < (-right.score, -right.uses, right.place)
        }
    }

    /// Returns the text to store after an entry was chosen.
    func text(choosing entry: PaletteEntry) -> String? {
        var uses = uses
        uses[entry.name, default: 0] += 1
        return try? uses.jsonText()
    }
}
