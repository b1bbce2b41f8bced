import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What runs in the background for each account, how far it is, and a key that stops it or lets it go on.
@UI
final class JobsScreen: Screen {
    let keyContext = KeyContext.jobs

    private let around: any Surroundings
    private var list = ListWidget<AccountID>(rowHeight: 3)
    private var accounts: [AccountID: Account] = [:]

    init(around: any Surroundings) {
        self.around = around
        take()
    }

    func appear() { take() }

    private func take() {
        let known = around.session.accounts()
        accounts = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        list.reset(known.map(\.id))
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .open: toggle()
        case .refresh:
            around.session.retryNow()
            around.say("Asking the servers now", kind: .done, undo: false)
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

    /// Stops what runs for the selected account, or lets it go on.
    private func toggle() {
        guard let id = list.selection, let account = accounts[id] else { return }
        let session = around.session
        let address = Wording.line(account.address)
        if session.status(of: id).phase == .paused {
            session.resume(id)
            return around.say("\(address) goes on", kind: .done, undo: false)
        }
        Task { [weak around] in
            await session.pause(id)
            around?.say("\(address) is stopped; what you do stays queued", kind: .done, undo: false)
        }
    }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        let (head, rest) = grid.bounds.split(top: 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        var top = TopLine(lead: grid.frame.glyphs.back, title: "What runs")
        top.status = around.statusText(for: nil)
        grid.inside(head) { top.draw(into: &$0) }
        grid.inside(middle) { drawRows(into: &$0) }
        let isPaused = list.selection.map { around.session.status(of: $0).phase == .paused } ?? false
        let keys = around.hints([.refresh, .back], in: .jobs)
        let stop = around.keyName(of: .open, in: .jobs).map { [StatusBar.Hint($0, isPaused ? "go on" : "stop")] } ?? []
        let bar = StatusBar(hints: stop + keys, last: around.hints([.help], in: .jobs).first)
        grid.inside(foot) { bar.draw(into: &$0) }
    }

    private func drawRows(into grid: inout Grid) {
        guard !list.rows.isEmpty else {
            grid.clear()
            return grid.draw(centred: "There is no account yet.", y: grid.height / 2 - 1, .dim)
        }
        var widget = list
        widget.draw(into: &grid) { part, id, _ in
            guard let account = accounts[id] else { return }
            draw(account, around.session.status(of: id), into: &part)
        }
        list = widget
    }

    private func draw(_ account: Account, _ status: AccountStatus, into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let text = around.statusText(for: account.id)
        let start = grid.draw(text.connection, endingAt: grid.width - 1, y: 0, text.isGood ? .ok : .warn)
        let address = Wording.line(account.address)
        grid.draw(TextCells.truncated(address, to: start - 3, ellipsis: glyphs.ellipsis), x: 1, y: 0, .bold)
        let words = TextCells.truncated(Wording.sentence(status.phase), to: grid.width - 4, ellipsis: glyphs.ellipsis)
        grid.draw(words, x: 3, y: 1, text.isGood ? .dim : .warn)
        if let progress = status.progress {
            let passed = around.clock.now().timeIntervalSince(progress.startedAt)
            let bar = ProgressBar(
                done: progress.done, total: progress.total, begin: grid.frame.now - .seconds(max(0, passed)))
            let work = progress.work == .messages ? "getting mail" : "getting texts"
            let line = "\(work)  \(bar.text(columns: 12, now: grid.frame.now, glyphs: glyphs))"
            grid.draw(line, x: 3, y: 2, .accent, columns: grid.width - 4)
            grid.frame.redraw(at: grid.frame.now + .seconds(1))
        } else if !text.queue.isEmpty {
            grid.draw(text.queue, x: 3, y: 2, .warn, columns: grid.width - 4)
        }
    }
}
