import InboxKit
import InboxModel
import TerminalUI

/// All commands of the screen beneath with their keys, found by letters; typed actions (`move Receipts`) are completed.
@UI
final class PaletteScreen: PickingScreen {
    let around: any Surroundings
    private let context: KeyContext
    private let choose: @UI (PaletteEntry) -> Void
    private let choices: PaletteChoices
    private let listChoices: PaletteChoices
    /// The titles of the commands whose effect changes.
    private let turns: [Command: String]
    private let bound: [(sequence: KeySequence, own: OwnKey)]
    private let typed: TypedDeeds
    var picker: Picker<PaletteEntry>

    /// - Parameters:
    ///   - commands: The commands with a meaning on the screen beneath, whose keys are those of `context`.
    ///   - inList: The commands of the list, which are looked for on other screens as well.
    ///   - own: The names of the commands that the settings define, where they have a meaning beneath.
    ///   - bound: The user-defined keys for actions that are no commands.
    ///   - turns: What undo and redo would do now.
    ///   - accounts: The accounts of the mail to act on.
    ///   - choose: Called with the chosen entry after the palette has closed.
    init(
        _ commands: [Command], inList: [Command] = [], own: [String] = [],
        bound: [(sequence: KeySequence, own: OwnKey)] = [], turns: [Command: String] = [:], context: KeyContext,
        of accounts: Set<AccountID> = [], around: any Surroundings,
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
        listChoices = PaletteChoices(inList)
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
                "Typed in full",
                [
                    HelpNote.Entry("go Archive", "go there"), HelpNote.Entry("search is:unread", "search"),
                    HelpNote.Entry("move Receipts", "also: copy, label, tag"),
                    HelpNote.Entry("snooze tomorrow 8", "out of the inbox until then"),
                    HelpNote.Entry("run NAME", "one of your commands"),
                    HelpNote.Entry(around.boxKeyName(.complete), "complete what is selected"),
                ]),
        ]
    }

    func chosen(_ entry: PaletteEntry) {
        // Typed actions are different each time, so they are not counted.
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

    /// Returns the size: wide enough for the longest title beside its key, tall enough for all, but leaving the screen beneath visible.
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

    /// What to say where nothing matches.
    private var nothing: String {
        let text = picker.field.text
        if let flaw = typed.flaw(text) { return flaw }
        return listChoices.named(text).map { "In the list: \($0.title)" } ?? "No command by that name"
    }

    func draw(into grid: inout Grid) {
        let (around, context, bound) = (around, context, bound)
        let nothing = picker.list.rows.isEmpty ? self.nothing : ""
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
