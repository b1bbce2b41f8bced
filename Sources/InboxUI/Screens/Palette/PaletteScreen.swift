import InboxKit
import TerminalUI

/// Every command of the screen beneath with its key, found by some letters.
@UI
final class PaletteScreen: PickingScreen {
    let around: any Surroundings
    private let context: KeyContext
    private let choose: @UI (Command) -> Void
    private let choices: PaletteChoices
    var picker: Picker<Command>

    /// - Parameters:
    ///   - commands: what means something on the screen beneath, whose keys are those of `context`.
    ///   - choose: hears of the command after the palette has gone.
    init(_ commands: [Command], context: KeyContext, around: any Surroundings, choose: @escaping @UI (Command) -> Void)
    {
        self.around = around
        self.context = context
        self.choose = choose
        let choices = PaletteChoices(commands, uses: around.session.setting(PaletteChoices.setting))
        self.choices = choices
        picker = Picker(placeholder: "what to do") { choices.matching($0).map(\.command) }
    }

    func chosen(_ command: Command) {
        around.keep(choices.text(choosing: command), for: PaletteChoices.setting)
        choose(command)
    }

    func draw(into grid: inout Grid) {
        let (around, context) = (around, context)
        picker.draw(
            into: &grid, title: "Commands", size: Size(width: 60, height: 18), nothing: "No command is called so"
        ) { part, command in
            let key = around.keyName(of: command, in: context) ?? ""
            let start = part.draw(key, endingAt: part.width - 1, y: 0, .accent)
            let title = CommandTable.definition(of: command)?.title ?? command.rawValue
            part.draw(TextCells.truncated(title, to: start - 2, ellipsis: part.frame.glyphs.ellipsis), x: 1, y: 0)
        }
    }
}
