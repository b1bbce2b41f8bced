import InboxKit
import InboxModel
import TerminalUI

/// Puts a label or tag on some threads or messages, or takes it off where all of them have it.
@UI
final class LabelPickerScreen: PickingScreen {
    let around: any Surroundings
    private let threads: [MailThread]
    private let targets: MailTargets
    /// Nil where they are of several accounts: then there are only tags.
    private let account: AccountID?
    private let accounts: Set<AccountID>
    /// Why some of what was meant is left as it is.
    private let rest: String?
    private let done: @UI () -> Void
    private let choices: LabelChoices
    private let recent: [MailboxID]
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
        accounts = [account]
        rest = nil
        self.around = around
        self.done = done
        recent = MoveChoices.recent(from: around.session.setting(Self.setting))
        let owner = around.session.knownAccounts.first { $0.id == account }
        let choices = LabelChoices(
            mailboxes: (try? around.session.mailboxes()) ?? [], account: account, hasLabels: owner?.hasLabels ?? true,
            tags: owner?.keepsTags == true ? (try? around.session.tags()) ?? [] : nil, recent: recent,
            depth: around.session.mailboxDepth(of: account))
        self.choices = choices
        picker = Picker(placeholder: choices.placeholder) { choices.matching($0) }
    }

    /// For threads of several accounts.
    init(
        tagging places: TagPlaces, _ targets: MailTargets, around: any Surroundings, done: @escaping @UI () -> Void
    ) {
        threads = places.threads
        self.targets = targets.only(places.areKept)
        account = nil
        accounts = places.accounts
        rest = places.rest
        self.around = around
        self.done = done
        recent = []
        let choices = LabelChoices(tags: (try? around.session.tags()) ?? [])
        self.choices = choices
        picker = Picker(placeholder: choices.placeholder) { choices.matching($0) }
    }

    func chosen(_ choice: LabelChoices.Choice) {
        done()
        let targets = targets
        switch choice {
        case .label(let id):
            remember(id)
            let command: Action.Command = isOnAll(id) ? .unlabel : .label
            around.lastAct = LastAct(command, target: id, of: account, onMessages: targets.areMessages)
            around.act(command, on: targets, target: id)
        case .tag(let tag): around.tag(targets, isOnAll(tag) ? .unmark : .mark, tag, in: accounts, leaving: rest)
        case .new(let name):
            guard let account else { return }
            let session = around.session
            around.run { [weak around] in
                do throws(SessionError) {
                    let id = try await session.createMailbox(named: name, account: account)
                    around?.lastAct = LastAct(.label, target: id, of: account, onMessages: targets.areMessages)
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

    private func isOnAll(_ tag: Keyword) -> Bool { threads.allSatisfy { $0.tags.contains(tag) } }

    func draw(into grid: inout Grid) {
        let (choices, threads) = (choices, threads)
        let nothing = choices.flaw(picker.field.text)
        let title = targets.count == 1 ? choices.noun : "\(choices.noun) of \(targets.words)"
        picker.draw(
            into: &grid, title: title, size: Size(width: 50, height: 16), nothing: nothing
        ) { part, choice in
            let glyphs = part.frame.glyphs
            var word: String?
            let count =
                switch choice {
                case .label(let id): threads.count { $0.mailboxes.contains(id) }
                case .tag(let tag): threads.count { $0.tags.contains(tag) }
                case .new: 0
                }
            if count > 0 {
                word = count == threads.count ? "set" : "set on some"
                let sign = count == threads.count ? glyphs.marked : "-"
                if !glyphs.areWords { part.draw(sign, x: 1, y: 0, .accent) }
            }
            let name = TextCells.truncated(
                glyphs.named(choices.name(of: choice), [word]), to: part.width - 4, ellipsis: glyphs.ellipsis)
            part.draw(name, x: 3, y: 0)
        }
    }
}
