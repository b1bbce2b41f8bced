import Foundation
import InboxKit
import InboxModel
import InboxUI
import Synchronization

/// The progress line of `sync`: what has come, and how long a server keeps us waiting. A server that is silent is given up only after half
/// a minute, for one request after another.
final class SyncProgress: Sendable {
    private let session: MailSession
    private let unfinished: Mutex<[Account]>

    init(_ session: MailSession, _ accounts: [Account]) {
        self.session = session
        unfinished = Mutex(accounts)
    }

    /// The time without news after which the line says that the server is awaited.
    private static let patience = Duration.seconds(5)
    private static let pause = Duration.milliseconds(200)

    func finished(_ account: AccountID) { unfinished.withLock { $0.removeAll { $0.id == account } } }

    /// Shows the line until the task is cancelled.
    func show() async {
        var news: [AccountID: (done: Int?, at: ContinuousClock.Instant)] = [:]
        var shown = ""
        while !Task.isCancelled {
            let now = ContinuousClock.now
            let parts = unfinished.withLock(\.self).compactMap { account -> String? in
                let progress = session.status(of: account.id).progress
                if news[account.id].map({ $0.done != progress?.done }) ?? true {
                    news[account.id] = (progress?.done, now)
                }
                let silence = news[account.id].map { now - $0.at } ?? .zero
                return Wording.progress(
                    progress, of: account, now: Date(), silence: silence < Self.patience ? nil : silence)
            }
            let line = parts.joined(separator: "   ")
            if line != shown { Output.progress(line) }
            shown = line
            try? await Task.sleep(for: Self.pause)
        }
    }
}
