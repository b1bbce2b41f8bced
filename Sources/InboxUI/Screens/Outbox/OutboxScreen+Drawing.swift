import InboxKit
import InboxModel
import TerminalUI

extension OutboxScreen {
    func draw(into grid: inout Grid) {
        let (head, rest) = grid.bounds.split(top: 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        grid.inside(head) { drawHead(into: &$0) }
        grid.inside(middle) { actions.isEmpty ? drawEmpty(into: &$0) : drawMiddle(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private func drawHead(into grid: inout Grid) {
        var top = TopLine(lead: grid.frame.glyphs.back, title: "Outbox")
        top.count = about
        top.status = around.statusText(for: nil)
        top.draw(into: &grid)
        grid.placeBack(around.keyName(of: .back, in: .outbox))
    }

    private var about: String {
        let held = deeds.values.count(where: \.action.isHeldByServer)
        let stopped = deeds.values.count { $0.trouble != nil }
        let queued = deeds.values.count(where: \.action.isQueued) - stopped
        let refused = deeds.values.count { $0.action.state == .refused }
        let counts = [
            (queued, "queued"), (stopped, "stopped"), (held, "held by the server"), (refused, "refused"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return counts.isEmpty ? "nothing queued" : counts.joined(separator: ", ")
    }

    private func drawEmpty(into grid: inout Grid) {
        grid.clear()
        let words = "Nothing is waiting: the servers know everything you did"
        let lines = TextCells.wrapped(words, to: max(10, grid.width - 4))
        for (y, line) in lines.enumerated() { grid.draw(centred: line, y: grid.height / 2 - lines.count + y, .dim) }
        let back = around.keyName(of: .back, in: .outbox).map { "\($0)  back" } ?? ""
        grid.draw(centred: back, y: grid.height / 2 + 1, .dim)
    }

    // MARK: Rows

    private func drawMiddle(into grid: inout Grid) {
        let offline = offlineAccounts
        let told = trouble(offline, width: grid.width - 5)
        // A row takes two lines, and the selected one must stay visible.
        let room = max(0, grid.height - 2)
        let (above, rest) = grid.bounds.split(top: min(room, told.count))
        let whole = WholeText(lines: selectedReason(offline, width: grid.width - 5))
        let (middle, foot) = whole.split(rest, row: list.rowHeight, least: list.rowHeight)
        grid.inside(above) { part in
            part.clear()
            for (y, line) in told.prefix(part.height).enumerated() {
                if line.isFirst, !part.frame.glyphs.areWords {
                    part.draw(part.frame.glyphs.warning, x: 1, y: y, .warn)
                }
                part.draw(line.text, x: 4, y: y, .warn)
            }
        }
        grid.inside(middle) { drawRows(into: &$0, offline) }
        grid.inside(foot) { whole.draw(into: &$0, x: 4) }
    }

    /// The accounts with waiting actions whose servers cannot be reached, and why.
    private var offlineAccounts: [AccountID: String] {
        let waiting = Set(actions.values.filter { $0.isQueued && !$0.needsUser }.map(\.account))
        return waiting.reduce(into: [:]) { $0[$1] = around.statusText(for: $1).offline }
    }

    /// Returns what keeps all actions of an account waiting, once for each account.
    private func trouble(_ offline: [AccountID: String], width: Int) -> [(text: String, isFirst: Bool)] {
        offline.sorted { $0.key < $1.key }.flatMap { account, reason in
            let count = deeds.values.count {
                $0.action.account == account && $0.action.isQueued && !$0.action.needsUser && $0.trouble == nil
            }
            let who = accounts.count > 1 ? accounts[account].map { "\(Wording.line($0.address)) is " } ?? "" : ""
            let why = Wording.reason(reason)
            let what = "\(Wording.number(count)) \(count == 1 ? "waits" : "wait")"
            let words = "\(who)offline; \(what)" + (why.isEmpty ? "" : ": \(why)")
            return TextCells.wrapped(words, to: max(10, width)).prefix(3).enumerated().map { ($1, $0 == 0) }
        }
    }

    private func row(_ action: Action, _ offline: [AccountID: String]) -> OutboxRow {
        // The failure of a step is the failure of the whole deed.
        let step = deeds[action.id].flatMap { deed in deed.trouble ?? deed.steps.first { $0.lastError != nil } }
        return OutboxRow(
            action, account: accounts[action.account],
            after: deeds[action.id].flatMap { Self.blocker(of: $0, in: actions) }, step: step == action ? nil : step,
            isOffline: offline[action.account] != nil,
            isSignedOut: around.session.status(of: action.account).needsSignIn,
            clock: around.clock)
    }

    /// Returns the history of a row, with the account if there are several.
    private func about(_ row: OutboxRow) -> String {
        accounts.count > 1 && !row.owner.isEmpty ? "\(row.owner) · \(row.history)" : row.history
    }

    /// Returns the state of the selected row in lines, if it does not fit on the row.
    private func selectedReason(_ offline: [AccountID: String], width: Int) -> [String] {
        guard let action = list.selection.flatMap({ actions[$0] }) else { return [] }
        let state = row(action, offline).state
        return TextCells.width(state) > width ? TextCells.wrapped(state, to: max(10, width)) : []
    }

    private func drawRows(into grid: inout Grid, _ offline: [AccountID: String]) {
        let rows = deeds.mapValues { row($0.action, offline) }
        let actions = actions
        list.draw(into: &grid) { part, id, _ in
            guard let action = actions[id], let row = rows[id] else { return }
            let sign = row.isTroubled ? part.frame.glyphs.warning : part.frame.glyphs.queued
            // The line below says it in words.
            if !part.frame.glyphs.areWords {
                part.draw(sign, x: 1, y: 0, row.needsUser ? .danger : row.isTroubled ? .warn : .accent)
            }
            let ellipsis = part.frame.glyphs.ellipsis
            let words = part.width < ThreadRow.narrow ? row.age : about(row)
            let about = TextCells.truncated(words, to: part.width / 2, ellipsis: ellipsis)
            let start = part.draw(about, endingAt: part.width - 1, y: 0, .dim)
            part.draw(
                TextCells.truncated(part.frame.glyphs.spelled(row.what), to: max(0, start - 5), ellipsis: ellipsis),
                x: 4, y: 0,
                row.needsUser ? .bold : .text)
            let state = TextCells.truncated(row.state, to: max(0, part.width - 5), ellipsis: ellipsis)
            part.draw(state, x: 4, y: 1, row.needsUser ? .danger : row.isTroubled ? .warn : .dim)
            let isCounted = (action.notBefore != nil && action.state == .waiting) || row.age.hasSuffix(" s ago")
            part.frame.redraw(at: part.frame.now + .seconds(isCounted ? 1 : 60))
        }
    }

    private func drawFoot(into grid: inout Grid) {
        let status = around.statusText(for: nil)
        var bar = StatusBar(status: status.queue.isEmpty ? StyledLine() : StyledLine(status.queue, .dim))
        if !status.shortQueue.isEmpty { bar.shortStatus = StyledLine(status.shortQueue, .dim) }
        var hinted: [(Command, String)] = []
        if let selected = list.selection.flatMap({ actions[$0] }) { hinted = hints(on: selected) }
        hinted.append((.back, "back"))
        bar.hints = hinted.compactMap { around.hint($0, $1, in: .outbox) }
        bar.last = around.hint(.help, "help", in: .outbox)
        bar.draw(into: &grid)
    }

    /// Returns the commands that apply to an action, with their labels.
    private func hints(on action: Action) -> [(Command, String)] {
        let open = isForWriting(action) ? "edit" : "open"
        let send = isOffline(action) ? "try now" : "send now"
        switch action.state {
        case .held: return [(.discard, "take back"), (.open, open)]
        case .unreadable: return [(.open, open), (.discard, "discard")]
        case .refused: return [(.retry, "try again"), (.open, open), (.discard, "discard")]
        case _ where deeds[action.id]?.trouble != nil:
            return [(.retry, "try again"), (.open, open), (.discard, "discard")]
        case _ where isHeldHere(action): return [(.retry, "release"), (.open, open), (.discard, "discard")]
        case .waiting: return [(.retry, send), (.open, open), (.hold, "hold"), (.discard, "discard")]
        default: return [(.retry, send), (.open, open), (.discard, "discard")]
        }
    }
}
