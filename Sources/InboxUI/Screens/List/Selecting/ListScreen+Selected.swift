import InboxKit
import InboxModel
import TerminalUI

/// What is still to be known of what is selected.
struct Selecting {
    /// Which search for what to select goes on, of all that there were.
    private(set) var count = 0
    var search: Int?
    /// Looks which rows out of sight are still in the view, and whether that is to be done once more.
    var check: Task<Void, Never>?
    var checksAgain = false
    /// Whether that was just done.
    var isChecked = false

    var isOn: Bool { search != nil || check != nil }

    mutating func begin() -> Int {
        count += 1
        search = count
        return count
    }
}

/// A key that acts waits until it is known what is selected; what has left the view is so no longer.
extension ListScreen {
    func awaitsSelected(_ awaited: Awaited) -> Bool {
        if !selecting.isChecked { checkSelected() }
        guard selecting.isOn else { return false }
        awaiting.append(awaited)
        return true
    }

    /// For another view, or none.
    func stopSelecting() {
        selecting.check?.cancel()
        (selecting.check, selecting.checksAgain, selecting.search) = (nil, false, nil)
    }

    /// Lets go of what another program has taken out of the view since it was selected.
    func checkSelected() {
        guard let matching, loadingSince == nil else { return }
        guard selecting.check == nil else { return selecting.checksAgain = true }
        // What is here is in the view.
        let away = matching.entries.map(\.id).filter { entries[$0] == nil }
        guard !away.isEmpty else { return }
        let (filter, session, isFlat) = (provider.filter, around.session, isFlat)
        selecting.check = Task { [weak self] in
            let found = await Task.detached { try? session.entries(of: away, in: filter, isFlat: isFlat) }.value
            if !Task.isCancelled { self?.checked(away, found) }
        }
    }

    /// - Parameter found: nil where the store did not tell.
    private func checked(_ away: [RowID], _ found: [ListEntry]?) {
        selecting.check = nil
        if let found { letGoOfSelected(Set(away).subtracting(found.map(\.id))) }
        if selecting.checksAgain {
            selecting.checksAgain = false
            checkSelected()
        }
        guard !selecting.isOn else { return }
        selecting.isChecked = true
        performAwaiting()
        selecting.isChecked = false
        release()
    }

    private func letGoOfSelected(_ gone: Set<RowID>) {
        guard !gone.isEmpty, let matching else { return }
        let rest = matching.entries.filter { !gone.contains($0.id) || entries[$0.id] != nil }
        self.matching = rest.isEmpty ? nil : MatchingSelection(rest)
        // The row at the cursor is not what was meant.
        if selectedCount == 0 { dropAwaiting("What was selected is not here any more.") }
        around.setNeedsDraw()
    }
}

extension MailSession {
    /// Those of the rows that a list of that filter has.
    func entries(of rows: [RowID], in filter: MailPredicate, isFlat: Bool) throws(SessionError) -> [ListEntry] {
        // More conditions than that make no query.
        let most = 500
        var found: [ListEntry] = []
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(rows.count, start + most)]
            let wanted = filter && .any(part.map(\.predicate))
            found +=
                isFlat
                ? try messages(wanted, limit: part.count).compactMap(\.entry)
                : try threads(wanted, limit: part.count).compactMap(\.entry)
        }
        return found
    }
}

extension RowID {
    /// Finds it.
    fileprivate var predicate: MailPredicate {
        switch self {
        case .thread(let id): .thread(id)
        case .message(let id): .message(id)
        }
    }
}
