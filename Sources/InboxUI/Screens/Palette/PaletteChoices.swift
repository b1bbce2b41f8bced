import Foundation

/// What the palette offers: a command of the program, one that the settings name, or what else they bind a key to or is typed whole.
enum PaletteEntry: Hashable, Sendable {
    case command(Command)
    case own(String)
    case bound(OwnKey)

    /// Under which it is counted how often it was chosen.
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

    /// By what it is found.
    fileprivate var words: [String] {
        guard case .command(let command) = self else { return [title] }
        return [title, name] + PaletteWords.words(for: command)
    }

    fileprivate var onlyMoves: Bool {
        guard case .command(let command) = self else { return false }
        return CommandTable.definition(of: command)?.group == .moving
    }
}

/// Which commands the palette offers for some letters, and in what order.
struct PaletteChoices: Sendable {
    /// What means something on the screen beneath, in the order of help, but for what only moves.
    let entries: [PaletteEntry]
    /// How often each was chosen here, by name.
    private(set) var uses: [String: Int]

    static let setting = "palette.uses"

    /// - Parameters:
    ///   - own: names of the user's own commands.
    ///   - bound: what the user's own keys do besides commands.
    init(_ commands: [Command], own: [String] = [], bound: [OwnKey] = [], uses text: String? = nil) {
        let known =
            commands.map(PaletteEntry.command) + own.sorted().map(PaletteEntry.own) + bound.map(PaletteEntry.bound)
        // Who looks for a command rarely wants the cursor keys.
        entries = known.filter { !$0.onlyMoves } + known.filter(\.onlyMoves)
        uses = text.flatMap { try? JSONDecoder().decode([String: Int].self, from: Data($0.utf8)) } ?? [:]
    }

    /// Those that are called so, and behind them what is typed whole. Of who types a deed and the name of something, which may not be
    /// there, no command is meant that has these letters here and there: only one that begins so.
    func matching(_ letters: String, typed: [OwnKey], isDeed: Bool) -> [PaletteEntry] {
        let begun = letters.lowercased()
        let found = matching(letters).filter { entry in
            !isDeed || entry.words.contains { $0.lowercased().hasPrefix(begun) }
        }
        return found + typed.map(PaletteEntry.bound).filter { !found.contains($0) }
    }

    /// Those that are called so, the best first; of equals the most used, then in the order of help. Letters that stand here and
    /// there in a long title count only where nothing fits them better.
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

    /// What the beginning of a word counts besides. Nobody sees how words that stand in no title go on, so of several of these
    /// the first ones alone count less than a title that begins so, and what is typed whole counts most.
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

    /// The text to keep once something was chosen.
    func text(choosing entry: PaletteEntry) -> String? {
        var uses = uses
        uses[entry.name, default: 0] += 1
        return (try? JSONEncoder().encode(uses)).map { String(decoding: $0, as: UTF8.self) }
    }
}
