import InboxKit
import TerminalUI

/// Selections of views, restored when the user returns to a view, as long as the program runs.
extension ListScreen {
    /// Keeps the selection of the view being left.
    func keepSelection() {
        // Until the rows arrive nothing is selected.
        guard loadingSince == nil else { return }
        keptSelections[view] = selectedCount == 0 ? nil : selectedEntries
    }

    /// Restores the selection once the view's rows have arrived, except for mail that has left the view.
    func restoreSelection() {
        guard let kept = keptSelections.removeValue(forKey: view) else { return }
        // The settings may have changed the kind of rows meanwhile.
        if kept.first?.id.isMessage != isFlat { return selectAgain(kept) }
        rows.mark(kept.map(\.id))
        let rest = kept.filter { !rows.marked.contains($0.id) }
        let isWhole = provider.above == 0 && provider.isCounted && loaded.items.count >= provider.count
        if !rest.isEmpty, !isWhole { findSelected(rest) }
    }

    /// Finds the kept rows that are in the view, but not loaded.
    private func findSelected(_ kept: [ListEntry]) {
        let (filter, session, view, isFlat) = (provider.filter, around.session, view, isFlat)
        around.start(
            Errand("Finding the selection", for: self) { [weak self] in
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
