import InboxKit
import InboxModel
import TerminalUI

/// Searches and checks of the selection that are in progress.
struct Selecting {
    /// The number of searches so far, and the one in progress.
    private(set) var count = 0
    var search: Int?
    /// What was selected as the other kind of row and is being searched, to be selected again.
    var carried: [ListEntry] = []
    /// Checks which selected rows outside the loaded ones are still in the view, and whether to check again afterwards.
    var check: Task<Void, Never>?
    var checksAgain = false
    /// Whether the check has just been done.
    var isChecked = false

    var isOn: Bool { search != nil || check != nil }

    mutating func begin() -> Int {
        count += 1
        (search, carried) = (count, [])
        return count
    }
}

/// Commands on the selection wait until the selection is known; mail that has left the view is no longer selected.
extension ListScreen {
    func awaitsSelected(_ awaited: Awaited) -> Bool {
        if !selecting.isChecked { checkSelected() }
        guard selecting.isOn else { return false }
        awaiting.append(awaited)
        return true
    }

    /// Stops the search and the check, when the view changes.
    func stopSelecting() {
        selecting.check?.cancel()
        (selecting.check, selecting.checksAgain, selecting.search, selecting.carried) = (nil, false, nil, [])
    }

    /// Deselects rows that another program has removed from the view.
    func checkSelected() {
        guard let matching, loadingSince == nil else { return }
        guard selecting.check == nil else { return selecting.checksAgain = true }
        // A loaded row is in the view.
        let away = matching.entries.map(\.id).filter { loaded[$0] == nil }
        guard !away.isEmpty else { return }
        let (filter, session, isFlat) = (provider.filter, around.session, isFlat)
        selecting.check = Task { [weak self] in
            let found = await Task.detached { try? session.entries(of: away, in: filter, isFlat: isFlat) }.value
            if !Task.isCancelled { self?.checked(away, found) }
        }
    }

    /// - Parameter found: Nil if the store could not be read.
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
        let rest = matching.entries.filter { !gone.contains($0.id) || loaded[$0.id] != nil }
        self.matching = rest.isEmpty ? nil : MatchingSelection(rest)
        // The user did not mean the row at the cursor.
        if selectedCount == 0 { dropAwaiting("The selected mail is no longer here.") }
        around.setNeedsDraw()
    }
}

extension MailSession {
    /// Returns those of the rows that a list with that filter contains; for threads, in a list of messages, the threads' messages.
    func entries(of rows: [RowID], in filter: MailPredicate, isFlat: Bool) throws(SessionError) -> [ListEntry] {
        // The most conditions for one query, and the most rows that can be selected.
        let (most, limit) = (500, MatchingSelection.most + 1)
        var found: [ListEntry] = []
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(rows.count, start + most)]
            let wanted = filter && .any(part.map(\.predicate))
            found +=
                isFlat
                ? try messages(wanted, limit: limit).compactMap(\.entry)
                : try threads(wanted, limit: limit).compactMap(\.entry)
        }
        return found
    }
}

extension RowID {
    /// The predicate that finds the row.
    fileprivate var predicate: MailPredicate {
        switch self {
        case .thread(let id): .thread(id)
        case .message(let id): .message(id)
        }
    }
}
