import Foundation

/// Which commands the palette offers for some letters, and in what order.
struct PaletteChoices: Sendable {
    /// Commands that mean something on the screen beneath, in the order of help,
    /// but for those that only move.
    let commands: [CommandDefinition]
    /// How often each was chosen here, by name.
    private(set) var uses: [String: Int]

    static let setting = "palette.uses"

    init(_ commands: [Command], uses text: String? = nil) {
        let known = commands.compactMap { CommandTable.definition(of: $0) }
        // Who looks for a command rarely wants the cursor keys.
        self.commands = known.filter { $0.group != .moving } + known.filter { $0.group == .moving }
        uses = text.flatMap { try? JSONDecoder().decode([String: Int].self, from: Data($0.utf8)) } ?? [:]
    }

    /// Those whose title or name fits the letters, the best first; of equals the most used, then in the order of help.
    func matching(_ letters: String) -> [CommandDefinition] {
        let scored = commands.enumerated().compactMap { place, command -> Choice? in
            let scores = [command.title, command.command.rawValue].compactMap { FuzzyMatch.score(letters, in: $0) }
            return scores.max().map { Choice(command: command, score: $0, uses: count(command.command), place: place) }
        }
        return scored.sorted(by: Choice.isBefore).map(\.command)
    }

    private struct Choice {
        var command: CommandDefinition
        var score, uses, place: Int

        static func isBefore(_ left: Choice, _ right: Choice) -> Bool {
            (-left.score, -left.uses, left.place) < (-right.score, -right.uses, right.place)
        }
    }

    private func count(_ command: Command) -> Int { uses[command.rawValue] ?? 0 }

    /// The text to keep once a command was chosen.
    func text(choosing command: Command) -> String? {
        var uses = uses
        uses[command.rawValue, default: 0] += 1
        return (try? JSONEncoder().encode(uses)).map { String(decoding: $0, as: UTF8.self) }
    }
}
