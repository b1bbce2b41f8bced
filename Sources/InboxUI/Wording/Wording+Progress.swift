package import Foundation
package import InboxKit
package import InboxModel
import TerminalUI

extension Wording {
    /// Says what is being fetched, and how much of it is here, if that is known: `getting mail 1,000 of 4,267`.
    static func getting(_ progress: AccountStatus.Progress) -> String {
        let work = progress.work == .messages ? "getting mail" : "getting texts"
        guard progress.done > 0 || progress.total != nil else { return work }
        return "\(work) \(number(progress.done))" + (progress.total.map { " of " + number($0) } ?? "")
    }

    /// Says how much of an account's mail is here, how fast it comes and how long the rest will take:
    /// `ann@example.test: messages 1,200 of 3,000 · 40/s · 45 s`.
    package static func progress(_ progress: AccountStatus.Progress, of account: Account, now: Date) -> String {
        let time = ContinuousClock.now
        let bar = ProgressBar(
            done: progress.done, total: progress.total,
            begin: time - .seconds(max(0, now.timeIntervalSince(progress.startedAt))), start: progress.startedWith)
        let mail = account.dialect.listsMessages ? "messages" : "threads"
        let work = progress.work == .bodies ? "texts" : mail
        return "\(line(account.address)): \(work) \(bar.numbers(now: time))"
    }

    /// The same for an account whose progress may not be known, and what it waits for.
    /// - Parameter silence: for how long the server has told nothing; nil where that is not worth saying.
    package static func progress(
        _ progress: AccountStatus.Progress?, of account: Account, now: Date, silence: Duration?
    ) -> String? {
        let known = progress.map { Self.progress($0, of: account, now: now) }
        guard let silence else { return known }
        let seconds = number(Int(silence.components.seconds))
        return "\(known.map { "\($0) · " } ?? "\(line(account.address)): ")waiting for the server, \(seconds) s"
    }
}
