import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The mail of a view that is new to the user: it is unread, and arrived after the view was left last.
@UI
struct NewSinceVisit {
    /// When the view was left last. Nil where nothing is marked: at the first visit, and in search results.
    private(set) var lastVisit: Date?
    /// The date of the newest mail that the view has had since it was opened; nil if that is not known, as in another order.
    private var newest: Date?
    /// How many rows of the view are new; 0 as long as not all of these are loaded.
    private(set) var count = 0
    let answers: OwnAnswers

    init(_ answers: OwnAnswers) {
        self.answers = answers
    }

    /// Starts over for another view.
    mutating func begin(lastVisit: Date?) { (self.lastVisit, newest) = (lastVisit, nil) }

    /// - Parameters:
    ///   - rows: Those just taken from the provider.
    ///   - own: The user's own addresses, in lower case.
    mutating func take(_ rows: LoadedRows, from provider: any ListRows, own: Set<String>) {
        if provider.above == 0, provider.sort == .newestFirst, let first = rows.items.first?.thread.lastDate {
            newest = max(newest ?? first, first)
        }
        count(rows, from: provider, own: own)
    }

    mutating func count(_ rows: LoadedRows, from provider: any ListRows, own: Set<String>) {
        guard let lastVisit else { return count = 0 }
        let threads = rows.items.map(\.thread)
        answers.want(
            threads.filter { $0.isUnread && $0.lastDate > lastVisit && Self.hasOwnWords($0, own) }, own: own)
        count = Self.haveAll(rows, since: lastVisit, from: provider) ? threads.count { isNew($0, own: own) } : 0
    }

    /// Whether the loaded rows include all that arrived since then: they are all rows, or go back further, newest first.
    private static func haveAll(_ rows: LoadedRows, since visit: Date, from provider: any ListRows) -> Bool {
        guard provider.above == 0 else { return false }
        if provider.isCounted, rows.items.count >= provider.count { return true }
        guard provider.sort == .newestFirst, let oldest = rows.items.last else { return false }
        return oldest.thread.lastDate <= visit
    }

    private static func hasOwnWords(_ thread: MailThread, _ own: Set<String>) -> Bool {
        thread.messageCount > 1 && thread.senders.contains { own.contains($0.email.lowercased()) }
    }

    /// Whether a thread arrived since the last visit, and is unread.
    func isNew(_ thread: MailThread, own: Set<String>) -> Bool {
        guard let lastVisit else { return false }
        guard thread.isUnread, thread.lastDate > lastVisit else { return false }
        guard Self.hasOwnWords(thread, own) else { return true }
        // The user's own messages are not new to them. Until the last writer is known, the thread does not count as new.
        return answers.date(of: thread).map { $0 > lastVisit } ?? false
    }

    /// Returns the time of leaving the view: mail that is new there now no longer is at the next visit. Mail that its server has, but not
    /// this machine, is new once it comes: what counts is the newest mail that was here.
    func leaving(at now: Date) -> Date { newest.map { min(now, max($0, lastVisit ?? $0)) } ?? now }
}
