import InboxKit
import InboxModel
import TerminalUI

/// The principals with whom a mailbox is shared, and their rights. Changes go to the server at once.
@UI
final class SharesScreen: AskingScreen {
    enum Row: Hashable, Sendable {
        /// A principal, by its id.
        case somebody(String)
        case add
    }

    let around: any Surroundings
    private let mailbox: Mailbox
    private(set) var sharing: MailboxSharing
    private(set) var list = ListWidget<Row>(margin: 1)

    private static let widest = 60

    init(_ mailbox: Mailbox, _ sharing: MailboxSharing, around: any Surroundings) {
        self.mailbox = mailbox
        self.sharing = sharing
        self.around = around
        show(sharing)
    }

    var helpNotes: [HelpNote] {
        [
            HelpNote(
                "Here",
                [
                    HelpNote.Entry(around.boxKeyName(.open), "say what the selected one may do, or add somebody"),
                    HelpNote.Entry("d  Del", "remove the selected one"),
                ])
        ]
    }

    private func show(_ sharing: MailboxSharing) {
        self.sharing = sharing
        let people = sharing.shares.map(\.principal).sorted {
            (Wording.name(of: $0).lowercased(), $0.id) < (Wording.name(of: $1).lowercased(), $1.id)
        }
        list.reset(people.map { .somebody($0.id) } + (sharing.mayShare ? [.add] : []))
        around.setNeedsDraw()
    }

    private func share(_ id: String) -> MailboxShare? { sharing.shares.first { $0.principal.id == id } }

    private var selectedShare: MailboxShare? {
        if case .somebody(let id) = list.selection { share(id) } else { nil }
    }

    // MARK: Keys

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch event {
        case .key("d"), .key(.delete): stop()
        case .key("j"), .key(.tab): list.move(by: 1)
        case .key("k"), .key(.backTab): list.move(by: -1)
        default:
            switch list.handle(event) {
            case .activated(.add): askWhom()
            case .activated(.somebody(let id)): if let share = share(id) { askWhat(share.principal) }
            case .moved: break
            case .ignored: return false
            }
        }
        return true
    }

    private func stop() {
        guard let principal = selectedShare?.principal, mayChange() else { return }
        set(nil, for: principal)
    }

    /// Whether the user may change the sharing; if not, tells the user.
    private func mayChange() -> Bool {
        if sharing.mayShare { return true }
        around.say(Wording.mayNotShare(mailbox), kind: .warning)
        return false
    }

    /// Asks for a principal's rights.
    private func askWhat(_ principal: Principal) {
        guard mayChange() else { return }
        let levels = ShareLevel.allCases.map { (level: $0, words: "\($0.rawValue): \(Wording.meaning(of: $0))") }
        around.push(
            ChoiceScreen(
                "What may \(Wording.name(of: principal)) do?", names: levels.map(\.words), around: around
            ) { [weak self] words in
                guard let level = levels.first(where: { $0.words == words })?.level else { return }
                self?.set(level, for: principal)
            })
    }

    private func askWhom() {
        let (around, account) = (around, mailbox.account)
        around.ask("Asking the server who it knows", for: self, orSay: { Wording.sharing($0) }) {
            () async throws(SessionError) in
            try await around.session.principals(of: account)
        } then: { [weak self] principals in
            guard let self else { return }
            let others = principals.filter { self.share($0.id) == nil }
            around.push(ShareWithScreen(others, around: around) { [weak self] in self?.take($0) })
        }
    }

    private func take(_ choice: ShareWithScreen.Choice) {
        let text: String
        switch choice {
        case .known(let principal): return askWhat(principal)
        case .typed(let typed): text = typed
        }
        if let principal = sharing.principal(called: text) { return askWhat(principal) }
        let (around, account) = (around, mailbox.account)
        around.ask("Looking for \(Wording.title(text))", for: self, orSay: { Wording.sharing($0) }) {
            () async throws(SessionError) in
            try await around.session.principal(called: text, of: account)
        } then: { [weak self] principal in
            guard let principal else {
                return around.sayHere(Wording.nobody(called: text), kind: .warning)
            }
            self?.askWhat(principal)
        }
    }

    private func set(_ level: ShareLevel?, for principal: Principal) {
        let (around, mailbox) = (around, mailbox)
        let (place, who) = (Wording.name(of: mailbox), Wording.name(of: principal))
        let words = level == nil ? "Removing \(who) from \(place)" : "Sharing \(place) with \(who)"
        var errand = Errand(words, for: self) { [weak self] in
            do throws(SessionError) {
                let sharing = try await around.session.share(mailbox, with: principal, level: level)
                return {
                    self?.show(sharing)
                    let done = level.map { "Shared with \(who): \($0.rawValue)" } ?? "No longer shared with \(who)"
                    around.say(done, kind: .done)
                }
            } catch {
                return {
                    if error.leavesDoubt { self?.goAway() }
                    around.say(Wording.sharing(error), kind: .failure)
                }
            }
        }
        errand.stopped = { [weak self] in self?.goAway() }
        around.start(errand)
    }

    /// Closes the screen, as its contents may be outdated.
    private func goAway() { around.close(self) }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        let isEmpty = sharing.shares.isEmpty
        let rows = list.rows.count + (isEmpty ? 2 : 0)
        let size = Size(
            width: min(Self.widest, grid.width - 4), height: min(max(rows, 1) + 4, max(6, grid.height - 2)))
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: "Share \(Wording.name(of: mailbox))", style: .accent) { inner in
                let (above, foot) = inner.bounds.split(top: inner.height - 1)
                let (head, body) = above.split(top: isEmpty ? 2 : 0)
                if isEmpty { inner.inside(head) { $0.draw(nobody, x: 0, y: 0, .dim, columns: $0.width) } }
                inner.inside(body) { drawRows(into: &$0) }
                inner.inside(foot) { $0.draw(hints: hints(fitting: $0.width), x: 0, y: 0, .dim) }
            }
        }
    }

    private var nobody: String {
        sharing.mayShare ? "It is not shared." : "The server does not say who it is shared with."
    }

    /// Without room for all, the key that closes is left out, as every box has it.
    private func hints(fitting width: Int) -> [StatusBar.Hint] {
        let close = [around.boxHint(.back, "close")]
        guard sharing.mayShare else { return close }
        let deeds =
            selectedShare == nil
            ? [around.boxHint(.open, "choose")] : [around.boxHint(.open, "change"), StatusBar.Hint("d", "remove")]
        return Grid.width(of: deeds + close) <= width ? deeds + close : deeds
    }

    private func drawRows(into grid: inout Grid) {
        var widget = list
        widget.draw(into: &grid) { part, row, _ in
            let ellipsis = part.frame.glyphs.ellipsis
            guard case .somebody(let id) = row, let share = share(id) else {
                part.draw("Add somebody\(ellipsis)", x: 1, y: 0, .accent, columns: part.width - 1)
                return
            }
            let start = part.draw(Wording.rights(of: share), endingAt: part.width - 1, y: 0)
            let name = Wording.name(of: share.principal)
            let end = part.draw(TextCells.truncated(name, to: max(4, start - 3), ellipsis: ellipsis), x: 1, y: 0)
            let address = Wording.address(of: share.principal)
            guard !address.isEmpty, start - end > 8 else { return }
            part.draw(
                TextCells.truncated(address, to: start - end - 4, ellipsis: ellipsis), x: end + 2, y: 0, .dim)
        }
        list = widget
    }
}

extension SessionError {
    /// Whether the request may have been carried out despite the error.
    fileprivate var leavesDoubt: Bool {
        guard case .remote(let error) = self else { return false }
        return error.nextStep != .drop && !error.isBeforeWork
    }
}
