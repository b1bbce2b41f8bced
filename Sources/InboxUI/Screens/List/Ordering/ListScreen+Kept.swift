import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The selected row stays selected in another order, or as the other kind of row, wherever it is then.
extension ListScreen {
    /// Returns the jump to the selected row in rows that are about to be asked for.
    var jumpToSelected: Jump {
        guard let row = rows.selection, let entry = loaded[row] else { return .top }
        return .kept(entry, isSought: !isAtTop)
    }

    /// Counts the rows before an entry that is not among the loaded rows, to go there.
    /// - Returns: False if its place is known already, or all rows are loaded.
    func seek(_ entry: ListEntry) -> Bool {
        let isWhole = provider.isCounted && rows.rows.count >= provider.count
        guard landing.position == nil, !isWhole else { return false }
        // Rows that arrive meanwhile change nothing.
        guard landing.tries == 1 else { return true }
        landing.waitForRows()
        let (filter, sort, isFlat, session) = (provider.filter, look.sort, isFlat, around.session)
        let target = landing.target
        var errand = Errand("Finding the \(noun)", for: self) { [weak self] in
            let place = await Task.detached {
                try? session.position(of: entry, filter: filter, sort: sort, isFlat: isFlat)
            }.value
            return {
                // The user went elsewhere meanwhile.
                guard let self, self.landing.target == target, self.loadingSince == nil else { return }
                self.landing.position = place ?? 0
                self.go(to: .kept(entry, isSought: true), near: place ?? 0)
                if self.landing.target == nil { self.performAwaiting() }
            }
        }
        errand.stopped = { [weak self] in
            if let self, self.landing.target == target { self.landing.stop() }
        }
        around.start(errand)
        return true
    }
}

extension MailSession {
    /// Returns how many rows of a list stand before an entry, or before the first one of its conversation; nil if it has none there.
    fileprivate func position(of entry: ListEntry, filter: MailPredicate, sort: MailSort, isFlat: Bool)
        throws(SessionError) -> Int?
    {
        let row = entry.id.isMessage == isFlat ? entry.id : .thread(entry.thread.id)
        let places = try entries(of: [row], in: filter, isFlat: isFlat).map { $0.place(in: sort) }
        let first = places.min { $0.precedes($1, in: sort) }
        guard let first else { return nil }
        return try position(of: first, filter: filter, sort: sort, messages: isFlat)
    }
}

extension ListEntry {
    fileprivate func place(in sort: MailSort) -> SortKey {
        var key = sort.key(of: thread)
        if case .message(let message) = id { key.id = message.rawValue }
        return key
    }
}
