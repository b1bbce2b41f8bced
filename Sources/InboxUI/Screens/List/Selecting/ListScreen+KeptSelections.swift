import InboxKit
import TerminalUI

/// What is selected in a view is selected there again when one comes back, as long as the program runs.
extension ListScreen {
    /// Keeps it for the view that is left.
    func keepSelection() {
        // Until the rows are there nothing of them is selected.
        guard loadingSince == nil else { return }
        keptSelections[view] = selectedCount == 0 ? nil : selectedEntries
    }

    /// Selects what was selected, now that the rows of the view are here; what has left the view is so no longer.
    func restoreSelection() {
        guard let kept = keptSelections.removeValue(forKey: view) else { return }
        rows.mark(kept.map(\.id))
        let rest = kept.filter { !rows.marked.contains($0.id) }
        let isWhole = provider.above == 0 && provider.isCounted && items.count >= provider.count
        if !rest.isEmpty, !isWhole { findSelected(rest) }
    }

    /// Looks which of it are among those rows of the view that are not here.
    private func findSelected(_ kept: [ListEntry]) {
        let (filter, session, view, isFlat) = (provider.filter, around.session, view, isFlat)
        around.start(
            Errand("Looking for what was selected", for: self) { [weak self] in
                let found = await Task.detached {
                    (try? session.entries(of: kept.map(\.id), in: filter, isFlat: isFlat)) ?? []
                }.value
                return {
                    guard let self else { return }
                    guard self.view == view, self.isFlat == isFlat else {
                        self.keptSelections[view, default: []] += found
                        return
                    }
                    let new = found.filter { !self.isMarked($0.id) }
                    guard !new.isEmpty else { return }
                    self.matching = MatchingSelection((self.matching?.entries ?? []) + new)
                    self.around.setNeedsDraw()
                }
            })
    }
}
