import InboxKit
import InboxModel
import TerminalUI

/// Every command of the screen beneath with its key, found by some letters; what is typed whole (`move Receipts`) is completed.
@UI
final class PaletteScreen: PickingScreen {
    let around: any Surroundings
    private let context: KeyContext
    private let choose: @UI (PaletteEntry) -> Void
    private let choices: PaletteChoices
    /// What stands in place of the titles of commands that mean something else each time.
    private let turns: [Command: String]
    private let bound: [(sequence: KeySequence, own: OwnKey)]
    private let typed: TypedDeeds
    var picker: Picker<PaletteEntry>

    /// - Parameters:
    ///   - commands: what means something on the screen beneath, whose keys are those of `context`.
    ///   - own: names of the user's own commands, where they mean something beneath.
    ///   - bound: keys of the user's own for what is no command.
    ///   - turns: what undo and redo would do now.
    ///   - accounts: those of the mail that it is about.
    ///   - choose: hears of what was chosen after the palette has gone.
    init(
        _ commands: [Command], own: [String] = [], bound: [(sequence: KeySequence, own: OwnKey)] = [],
        turns: [Command: String] = [:], context: KeyContext, of accounts: Set<AccountID> = [],
        around: any Surroundings,
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
        let typed = TypedDeeds(in: context, of: accounts, around: around)
        self.typed = typed
        picker = Picker(placeholder: "what to do") {
            choices.matching($0, typed: typed.choices($0), isDeed: typed.names($0))
        }
    }

    var helpNotes: [HelpNote] {
        [
            .picking(),
            HelpNote(
                "Typed whole",
                [
                    HelpNote.Entry("go Archive", "go there"), HelpNote.Entry("search is:unread", "search"),
                    HelpNote.Entry("move Receipts", "as well: copy, label, tag"),
                    HelpNote.Entry("snooze tomorrow 8", "out of the inbox until then"),
                    HelpNote.Entry("run NAME", "a command of yours"),
                    HelpNote.Entry(around.boxKeyName(.complete), "complete what is selected"),
                ]),
        ]
    }

    func chosen(_ entry: PaletteEntry) {
        // What is typed is another thing each time.
        if choices.entries.contains(entry) {
            around.keep(choices.text(choosing: entry), for: PaletteChoices.setting)
        }
        choose(entry)
    }

    func completes() -> Bool {
        guard case .bound(let own)? = picker.list.selection, OwnKey.typed(picker.field.text) != nil,
            picker.field.text != own.typed
        else { return false }
        picker.type(own.typed)
        return true
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
        let nothing = typed.flaw(picker.field.text) ?? "No command by that name"
        picker.draw(
            into: &grid, title: "Commands", size: size(in: grid), nothing: nothing
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
