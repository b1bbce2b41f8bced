import InboxKit
import InboxModel
import TerminalUI

/// Going to the next unread row of the whole list.
extension ListScreen {
    /// Goes to the nearest unread row, above or below, which may be outside the loaded rows.
    func goToUnread(_ step: Int) {
        let all = rows.rows
        guard let selected = rows.selectedIndex else { return sayNoUnread(step) }
        var index = selected + step
        while all.indices.contains(index), loaded[all[index]]?.thread.isUnread != true { index += step }
        if all.indices.contains(index) {
            rows.select(index: index)
            return extendWindow()
        }
        let isAtEnd =
            step > 0 ? provider.isCounted && provider.above + all.count >= provider.count : provider.above == 0
        guard !isAtEnd else { return sayNoUnread(step) }
        landing.begin(.unread)
        landing.waitForRows()
        provider.moveToUnread(from: all[selected], isBackwards: step < 0) { [weak self] in self?.arrived(at: $0, step) }
    }

    /// Selects the unread row that was found, whose rows have just been taken.
    private func arrived(at row: RowID?, _ step: Int) {
        let isAwaited = landing.target == .unread
        if isAwaited { landing.stop() }
        guard let row else {
            // What was typed behind it was meant for the unread row.
            if isAwaited, !dropAwaiting("No unread \(noun) \(side(step)).") { sayNoUnread(step) }
            return
        }
        // Also if it came so late that no key waits for it any more: the rows selected before are no longer loaded.
        if isAwaited || landing.target == nil { rows.select(row) }
        extendWindow()
        if isAwaited { performAwaiting() }
        around.setNeedsDraw()
    }

    private func sayNoUnread(_ step: Int) {
        around.say("No unread \(noun) \(side(step)).", kind: .info)
    }

    private func side(_ step: Int) -> String { step > 0 ? "below" : "above" }
}
