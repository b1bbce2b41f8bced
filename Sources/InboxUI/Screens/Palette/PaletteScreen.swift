import InboxKit
import TerminalUI

/// Every command of the screen beneath with its key, found by some letters.
@UI
final class PaletteScreen: PickingScreen {
    let around: any Surroundings
    private let context: KeyContext
    private let choose: @UI (PaletteEntry) -> Void
    private let choices: PaletteChoices
    /// What stands in place of the titles of commands that mean something else each time.
    private let turns: [Command: String]
    private let bound: [(sequence: KeySequence, own: OwnKey)]
    var picker: Picker<PaletteEntry>

    /// - Parameters:
    ///   - commands: what means something on the screen beneath, whose keys are those of `context`.
    ///   - own: names of the user's own commands, where they mean something beneath.
    ///   - bound: keys of the user's own for what is no command.
    ///   - turns: what undo and redo would do now.
    ///   - choose: hears of what was chosen after the palette has gone.
    init(
        _ commands: [Command], own: [String] = [], bound: [(sequence: KeySequence, own: OwnKey)] = [],
        turns: [Command: String] = [:], context: KeyContext, around: any Surroundings,
        choose: @escaping @UI (PaletteEntry) -> Void
    ) {
        self.around = around
        self.context = context
        self.choose = choose
        self.turns = turns
        self.bound = bound
        var met: Set<OwnKey> = []
        let choices = PaletteChoices(
            commands, own: own, bound: bound.map(\.own).filter { met.insert($0).inserted },
            uses: around.session.setting(PaletteChoices.setting))
        self.choices = choices
        picker = Picker(placeholder: "what to do") { choices.matching($0) }
    }

    func chosen(_ entry: PaletteEntry) {
        around.keep(choices.text(choosing: entry), for: PaletteChoices.setting)
        choose(entry)
    }

    /// As wide as the longest title beside its key, and as tall as all of them, as far as the screen beneath stays in sight.
    private func size(in grid: Grid) -> Size {
        let widest = choices.entries.map { TextCells.width(title($0)) }.max() ?? 0
        return Size(
            width: min(max(60, widest + 16), max(60, grid.width * 3 / 4)),
            height: min(max(18, choices.entries.count + 4), max(18, grid.height * 3 / 4)))
    }

    private func title(_ entry: PaletteEntry) -> String {
        if case .command(let command) = entry, let turn = turns[command] { return turn }
        return entry.title
    }

    func draw(into grid: inout Grid) {
        let (around, context, bound) = (around, context, bound)
        picker.draw(
            into: &grid, title: "Commands", size: size(in: grid), nothing: "No command is called so"
        ) { part, entry in
            let start =
                switch entry {
                case .command(let command):
                    part.draw(
                        around.keyName(of: command, in: context) ?? "", endingAt: part.width - 1, y: 0, .accent)
                case .bound(let own):
                    part.draw(
                        bound.first { $0.own == own }?.sequence.description ?? "", endingAt: part.width - 1, y: 0,
                        .accent)
                case .own: part.draw("yours", endingAt: part.width - 1, y: 0, .dim)
                }
            let words = TextCells.truncated(
                self.title(entry), to: start - 2, ellipsis: part.frame.glyphs.ellipsis)
            part.draw(words, x: 1, y: 0)
        }
    }
}
