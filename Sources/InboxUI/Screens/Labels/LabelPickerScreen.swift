import InboxKit
import InboxModel
import TerminalUI

/// Puts a label on some threads or messages, or takes it off where all of them have it.
@UI
final class LabelPickerScreen: PickingScreen {
    let around: any Surroundings
    private let threads: [MailThread]
    private let targets: MailTargets
    private let account: AccountID
    private let done: @UI () -> Void
    private let choices: LabelChoices
    private let recent: [MailboxID]
    private let depth: Int?
    var picker: Picker<LabelChoices.Choice>

    private static let setting = "recentLabels"

    /// - Parameters:
    ///   - threads: of one account, at least one.
    ///   - targets: what of them gets the label.
    ///   - done: is called after the picker has gone and something was chosen.
    init(
        _ threads: [MailThread], _ targets: MailTargets, account: AccountID, around: any Surroundings,
        done: @escaping @UI () -> Void
    ) {
        self.threads = threads
        self.targets = targets
        self.account = account
        self.around = around
        self.done = done
        recent = MoveChoices.recent(from: around.session.setting(Self.setting))
        depth = around.session.mailboxDepth(of: account)
        let mailboxes = (try? around.session.mailboxes()) ?? []
        let choices = LabelChoices(mailboxes: mailboxes, account: account, recent: recent, depth: depth)
        self.choices = choices
        picker = Picker(placeholder: "letters of a label, or a new one") { choices.matching($0) }
    }

    func chosen(_ choice: LabelChoices.Choice) {
        done()
        let targets = targets
        switch choice {
        case .label(let id):
            remember(id)
            let command: Action.Command = isOnAll(id) ? .unlabel : .label
            around.lastAct = LastAct(command, target: id, of: account)
            around.act(command, on: targets, target: id)
        case .new(let name):
            let (session, account) = (around.session, account)
            around.run { [weak around] in
                do throws(SessionError) {
                    let id = try await session.createMailbox(named: name, account: account)
                    around?.lastAct = LastAct(.label, target: id, of: account)
                    around?.act(.label, on: targets, target: id)
                } catch {
                    around?.say(Wording.sentence(error), kind: .failure, undo: false)
                }
            }
        }
    }

    private func remember(_ id: MailboxID) {
        around.keep(MoveChoices.text(of: recent, adding: id), for: Self.setting)
    }

    private func isOnAll(_ id: MailboxID) -> Bool { threads.allSatisfy { $0.mailboxes.contains(id) } }

    func draw(into grid: inout Grid) {
        let (choices, threads) = (choices, threads)
        let nothing = Wording.tooDeep(picker.field.text, most: depth) ?? "No label yet: type a name"
        let title = threads.count == 1 ? "Labels" : "Labels of \(targets.words)"
        picker.draw(
            into: &grid, title: title, size: Size(width: 50, height: 16), nothing: nothing
        ) { part, choice in
            let glyphs = part.frame.glyphs
            var word: String?
            if case .label(let id) = choice {
                let count = threads.count { $0.mailboxes.contains(id) }
                word = count == 0 ? nil : count == threads.count ? "set" : "set on some"
                let sign = count == 0 ? "" : count == threads.count ? glyphs.marked : "-"
                if !glyphs.areWords { part.draw(sign, x: 1, y: 0, .accent) }
            }
            let name = TextCells.truncated(
                glyphs.named(choices.name(of: choice), [word]), to: part.width - 4, ellipsis: glyphs.ellipsis)
            part.draw(name, x: 3, y: 0)
        }
    }
}
