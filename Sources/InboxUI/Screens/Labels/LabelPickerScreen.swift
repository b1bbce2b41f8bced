import InboxKit
import InboxModel
import TerminalUI

/// Adds labels or tags to threads or messages, or removes them if all of these have them.
@UI
final class LabelPickerScreen: PickingScreen {
    let around: any Surroundings
    private let threads: [MailThread]
    private let targets: MailTargets
    /// The account; nil for mail of several accounts, which can only share tags.
    private let account: AccountID?
    private let accounts: Set<AccountID>
    /// Why some of the mail stays unchanged.
    private let rest: String?
    private let done: @UI () -> Void
    private let choices: LabelChoices
    private var recent: [MailboxID]
    var picker: Picker<LabelChoices.Choice>
    /// The choices marked by Space, in that order.
    private(set) var marked: [LabelChoices.Choice] = []
    /// Whether the selection was moved since the last letter; a blank then marks rather than belonging to a name.
    private var hasMoved = false

    private static let setting = "recentLabels"

    /// - Parameters:
    ///   - threads: At least one thread, all of one account.
    ///   - targets: The mail of these threads that gets the label.
    ///   - done: Called when something was chosen, after the picker has closed.
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
        let owner = around.session.knownAccount(account)
        let choices = LabelChoices(
            mailboxes: (try? around.session.mailboxes()) ?? [], account: account, hasLabels: owner?.hasLabels ?? true,
            tags: owner?.keepsTags == true ? (try? around.session.tags()) ?? [] : nil, recent: recent,
            depth: around.session.mailboxDepth(of: account))
        self.choices = choices
        picker = Picker(placeholder: choices.placeholder) { choices.matching($0) }
    }

    /// A picker for threads of several accounts.
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

    var helpNotes: [HelpNote] {
        [
            .picking(
                "add it, or what is marked; remove what all have", around.boxKeyName(.open),
                [.init(FilePickerScreen.markKey(around), "mark several: before typing, or after moving")])
        ]
    }

    func perform(_ command: Command) -> Bool {
        switch command {
        case .select: return mark() || handle(.key(.space))
        case .back: around.pop()
        default: return false
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        let isName = choices.takesBlanks && !picker.field.isEmpty && !hasMoved
        if event == .key(" "), !isName, mark() { return true }
        let text = picker.field.text
        defer { hasMoved = picker.field.text == text && (hasMoved || Self.moves.contains(event)) }
        return pick(event)
    }

    private static let moves: [InputEvent] = [
        .key(.down), .key(.up), .key(.tab), .key(.backTab), .key(.ctrl("n")), .key(.ctrl("p")),
    ]

    var boxLine: BoxLine? { BoxLine(deed: deed, more: mayMark ? FilePickerScreen.markHint(around) : nil) }

    /// Whether any of the offered choices exists already.
    private var mayMark: Bool { picker.list.rows.contains(where: choices.isKnown) }

    /// - Returns: False where the selected choice would first have to be created.
    private func mark() -> Bool {
        guard let choice = picker.list.selection, choices.isKnown(choice) else { return false }
        if let place = marked.firstIndex(of: choice) { marked.remove(at: place) } else { marked.append(choice) }
        if picker.field.isEmpty { _ = picker.handle(.key(.down)) } else { picker.type("") }
        hasMoved = false
        around.setNeedsDraw()
        return true
    }

    func chosen(_ choice: LabelChoices.Choice) {
        done()
        // With letters typed, the selected choice is added to the marked ones; otherwise only the marked ones are meant.
        let isOneMore = marked.isEmpty || !picker.field.isEmpty && !marked.contains(choice)
        let all = marked + (isOneMore ? [choice] : [])
        for case .label(let id) in all { remember(id) }
        let (session, targets) = (around.session, targets)
        let acts = all.compactMap { act(of: $0) }
        // A new label comes last, and must exist before any of them is added.
        guard case .new(let name)? = all.last, let account else {
            return around.label(targets, Self.inOrder(acts), leaving: rest)
        }
        around.attempt { [weak around] () async throws(SessionError) in
            let id = try await session.createMailbox(named: name, account: account)
            let new = LastAct(.label, target: id, of: account, onMessages: targets.areMessages)
            around?.label(targets, Self.inOrder(acts + [new]))
        }
    }

    /// Labels are removed last: mail that loses its only one is archived.
    private static func inOrder(_ acts: [LastAct]) -> [LastAct] {
        acts.filter { $0.command != .unlabel } + acts.filter { $0.command == .unlabel }
    }

    /// Returns what choosing it does; nil for a label that must be created first.
    private func act(of choice: LabelChoices.Choice) -> LastAct? {
        switch choice {
        case .label(let id):
            LastAct(isOnAll(id) ? .unlabel : .label, target: id, of: account, onMessages: targets.areMessages)
        case .tag(let tag):
            LastAct(isOnAll(tag) ? .unmark : .mark, tag: tag, in: accounts, onMessages: targets.areMessages)
        case .new: nil
        }
    }

    private func remember(_ id: MailboxID) {
        let text = MoveChoices.text(of: recent, adding: id)
        recent = MoveChoices.recent(from: text)
        around.keep(text, for: Self.setting)
    }

    private func isOnAll(_ id: MailboxID) -> Bool { threads.allSatisfy { $0.mailboxes.contains(id) } }

    private func isOnAll(_ tag: Keyword) -> Bool { threads.allSatisfy { $0.tags.contains(tag) } }

    func draw(into grid: inout Grid) {
        let nothing = choices.flaw(picker.field.text)
        let count = marked.isEmpty ? "" : ", \(marked.count) marked"
        let title = (targets.count == 1 ? choices.noun : "\(choices.noun) of \(targets.words)") + count
        let marked = Set(marked)
        picker.draw(
            into: &grid, title: title, size: Size(width: 50, height: 16), nothing: nothing
        ) { part, choice in
            let glyphs = part.frame.glyphs
            let (sign, word) = sign(of: choice, isMarked: marked.contains(choice), glyphs)
            let style: Style = marked.contains(choice) ? .bold : .text
            if !glyphs.areWords { part.draw(sign, x: 1, y: 0, .accent) }
            let name = MiddleCut.text(
                glyphs.named(choices.name(of: choice), [word]), columns: part.width - 4, ellipsis: glyphs.ellipsis)
            part.draw(name, x: 3, y: 0, style)
        }
    }

    /// Returns whether the threads have it, or what happens to it if it is marked, as a sign and in words.
    private func sign(of choice: LabelChoices.Choice, isMarked: Bool, _ glyphs: Glyphs) -> (String, String?) {
        let count =
            switch choice {
            case .label(let id): threads.count { $0.mailboxes.contains(id) }
            case .tag(let tag): threads.count { $0.tags.contains(tag) }
            case .new: 0
            }
        let isOnAll = count > 0 && count == threads.count
        if isMarked { return isOnAll ? ("-", "to remove") : ("+", "to add") }
        return isOnAll ? (glyphs.marked, "set") : count > 0 ? ("-", "set on some") : ("", nil)
    }
}
