import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What runs in the background: the sync of each account, file transfers and commands, each with its progress. A key stops or resumes it.
@UI
final class JobsScreen: Screen {
    let keyContext = KeyContext.jobs

    enum Row: Hashable, Sendable {
        case account(AccountID)
        case transfer(FileTransfer.ID)
        case errand(Int)
    }

    private let around: any Surroundings
    private var list = ListWidget<Row>(rowHeight: 3)
    private var accounts: [AccountID: Account] = [:]
    private var transfers: [FileTransfer.ID: FileTransfer] = [:]
    private var errands: [LastingErrand] = []
    /// A row goes when its work is done; a key pressed then must not stop what is below it.
    var loss = SelectionLoss<Row>()

    init(around: any Surroundings) {
        self.around = around
        take()
    }

    func appear() { take() }

    private func take() {
        let known = around.session.knownAccounts
        accounts = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        takeTransfers()
    }

    /// Updates the transfers. As they start and end without events, this runs for each frame.
    private func takeTransfers() {
        let transfers = around.session.transfers
        self.transfers = Dictionary(transfers.map { ($0.id, $0) }) { first, _ in first }
        let ordered = accounts.values.sorted { $0.id < $1.id }
        let rows = ordered.flatMap { account in
            [.account(account.id)] + transfers.filter { $0.account == account.id }.map { Row.transfer($0.id) }
        }
        errands = around.lastingErrands
        let all = errands.map { Row.errand($0.id) } + rows
        guard all != list.rows else { return }
        let selected = list.selection
        list.reset(all)
        loss.look(at: list, before: selected)
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .open: toggle()
        case .back: around.pop()
        default: return list.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch list.handle(event) {
        case .activated: toggle()
        case .moved: break
        case .ignored: return false
        }
        return true
    }

    private func toggle() {
        guard !around.refuses(&loss, on: list.selection) else { return }
        if let row = list.selection { loss.touch(row) }
        switch list.selection {
        case .account(let id): toggle(id)
        case .transfer(let id): stop(id)
        case .errand(let id):
            if let words = around.stopErrand(id) { around.say("Stopped: \(words)", kind: .done) }
        case nil: break
        }
    }

    private func stop(_ id: FileTransfer.ID) {
        guard let transfer = transfers[id] else { return }
        around.session.stop(id)
        let rest = transfer.direction == .upload ? "; the outbox keeps it" : ""
        around.say("Stopped \(CleanText.line(transfer.file.fileName))\(rest)", kind: .done)
    }

    /// Pauses the sync of an account, or resumes it.
    private func toggle(_ id: AccountID) {
        guard let account = accounts[id] else { return }
        let session = around.session
        let address = Wording.line(account.address)
        if session.status(of: id).phase == .paused {
            session.resume(id)
            return around.say("\(address) is resumed", kind: .done)
        }
        Task { [weak around] in
            if await session.pause(id) {
                around?.say("\(address) is paused; what you do stays queued", kind: .done)
            } else {
                around?.say("Not paused: another Maraca syncs \(address)", kind: .warning)
            }
        }
    }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        takeTransfers()
        let (head, rest) = grid.bounds.split(top: 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        var top = TopLine(lead: grid.frame.glyphs.back, title: "What runs")
        top.status = around.statusText(for: nil)
        grid.inside(head) { top.draw(into: &$0) }
        grid.placeBack(around.keyName(of: .back, in: .jobs))
        let whole = WholeText(lines: wholeWords(width: grid.width, grid.frame.glyphs))
        let (rows, text) = whole.split(middle, row: list.rowHeight, least: 1)
        grid.inside(rows) { drawRows(into: &$0) }
        grid.inside(text) { whole.draw(into: &$0, x: 3) }
        let keys = around.hints([.refresh, .back], in: .jobs)
        let turn = around.hint(.open, deed, in: .jobs)
        let bar = StatusBar(hints: [turn].compactMap(\.self) + keys, last: around.hints([.help], in: .jobs).first)
        grid.inside(foot) { bar.draw(into: &$0) }
    }

    /// What the key does to the selected work: only the sync of an account can go on later.
    private var deed: String {
        guard case .account(let id) = list.selection else { return "stop" }
        return around.session.status(of: id).phase == .paused ? "resume" : "pause"
    }

    private func drawRows(into grid: inout Grid) {
        guard !list.rows.isEmpty else {
            grid.clear()
            return grid.draw(centred: "There is no account yet.", y: grid.height / 2 - 1, .dim)
        }
        var widget = list
        widget.draw(into: &grid) { part, id, _ in
            switch id {
            case .account(let id):
                if let account = accounts[id] { draw(account, around.session.status(of: id), into: &part) }
            case .transfer(let id):
                if let transfer = transfers[id] { draw(transfer, into: &part) }
            case .errand(let id):
                if let errand = errands.first(where: { $0.id == id }) { draw(errand, into: &part) }
            }
        }
        list = widget
    }

    /// Returns what is said about the selected row in lines, if the row has no room for all of it.
    private func wholeWords(width: Int, _ glyphs: Glyphs) -> [String] {
        switch list.selection {
        case .account(let id):
            let status = around.session.status(of: id)
            let queue = around.statusText(for: id).queue
            guard told(status, beside: queue, width: width, glyphs).isCut else { return [] }
            return TextCells.wrapped(words(about: status), to: width - 4)
        case .errand(let id):
            let lines = TextCells.wrapped(errands.first { $0.id == id }?.words ?? "", to: width - 4)
            return lines.count > 1 ? lines : []
        case .transfer, nil: return []
        }
    }

    private func words(about status: AccountStatus) -> String {
        [Wording.sentence(status.phase), Wording.leftOut(status.leftOut)].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the lines of a row about the state of the account. Where no progress is shown they are two, the second before the queue.
    private func told(
        _ status: AccountStatus, beside queue: String, width: Int, _ glyphs: Glyphs
    ) -> (lines: [String], isCut: Bool) {
        let all = words(about: status)
        var lines = TextCells.wrapped(all, to: width - 4)
        let isLong = lines.count > 1 && status.progress == nil
        lines = isLong ? [lines[0], lines.dropFirst().joined(separator: " ")] : [all]
        let shown = lines.enumerated().map { y, line in
            let room = y == 0 || queue.isEmpty ? width - 4 : width - 6 - TextCells.width(queue)
            return TextCells.truncated(line, to: room, ellipsis: glyphs.ellipsis)
        }
        return (shown, shown != lines)
    }

    private func draw(_ account: Account, _ status: AccountStatus, into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let text = around.statusText(for: account.id)
        let start = grid.draw(text.connection, endingAt: grid.width - 1, y: 0, text.isGood ? .ok : .warn)
        let address = Wording.line(account.address)
        grid.draw(TextCells.truncated(address, to: start - 3, ellipsis: glyphs.ellipsis), x: 1, y: 0, .bold)
        let lines = told(status, beside: text.queue, width: grid.width, glyphs).lines
        for (y, line) in lines.enumerated() { grid.draw(line, x: 3, y: 1 + y, text.isGood ? .dim : .warn) }
        if let progress = status.progress {
            let begin = grid.frame.instant(of: progress.startedAt, around.clock)
            let bar = ProgressBar(
                done: progress.done, total: progress.total, begin: begin, start: progress.startedWith)
            let work = progress.work == .messages ? "getting mail" : "getting texts"
            let whole = "\(work)  \(bar.text(columns: 12, now: grid.frame.now, glyphs: glyphs))"
            // Where columns are few, the numbers say more than the bar, and the line above names the work.
            let isNarrow = TextCells.width(whole) > grid.width - 4
            let line = isNarrow ? bar.numbers(now: grid.frame.now) : whole
            grid.draw(
                TextCells.truncated(line, to: grid.width - 4, ellipsis: glyphs.ellipsis), x: 3, y: 2, .accent)
            grid.frame.redraw(at: grid.frame.now + .seconds(1))
        } else if lines.count > 1 {
            grid.draw(text.queue, endingAt: grid.width - 1, y: 2, .warn)
        } else if !text.queue.isEmpty {
            grid.draw(text.queue, x: 3, y: 2, .warn, columns: grid.width - 4)
        }
    }

    /// Draws a running command, with its time so far.
    private func draw(_ errand: LastingErrand, into grid: inout Grid) {
        let seconds = max(0, Int((grid.frame.now - errand.begin) / .seconds(1)))
        let words = TextCells.truncated(errand.words, to: grid.width - 4, ellipsis: grid.frame.glyphs.ellipsis)
        grid.draw(words, x: 3, y: 0)
        let sign = Spinner(begin: errand.begin).sign(in: &grid.frame).map { $0 + " " } ?? ""
        grid.draw("\(sign)for \(seconds) s", x: 3, y: 1, .accent, columns: grid.width - 4)
        grid.frame.redraw(at: grid.frame.now + .seconds(1))
    }

    private func draw(_ transfer: FileTransfer, into grid: inout Grid) {
        let verb = transfer.direction == .upload ? "uploading" : "getting"
        let name = ShortFileName.fitting(
            transfer.file.fileName.isEmpty ? "a file" : transfer.file.fileName,
            columns: grid.width - 5 - TextCells.width(verb), ellipsis: grid.frame.glyphs.ellipsis)
        grid.draw("\(verb) \(name)", x: 3, y: 0)
        grid.draw(transfer.bar(in: &grid.frame, around.clock), x: 3, y: 1, .accent, columns: grid.width - 4)
    }
}
