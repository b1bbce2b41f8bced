import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI

/// The state of connections and queue, in few words.
struct StatusCenter {
    var statuses: [AccountID: AccountStatus] = [:]
    /// Actions that no server has answered yet, by account.
    private(set) var queued: [AccountID: Int] = [:]
    /// The number of deeds that stopped and wait for the user, such as a refused message, by account.
    private(set) var stopped: [AccountID: Int] = [:]
    /// The number of refused deeds that stay in the outbox until they are discarded, by account. Nothing of them waits.
    private(set) var refused: [AccountID: Int] = [:]
    /// Whether the queue was read before.
    private var knowsQueue = false
    /// Since when each account has had queued actions.
    private var queuedSince: [AccountID: ContinuousClock.Instant] = [:]
    /// The files in transfer.
    var transfers: [FileTransfer] = []
    /// Whether another process syncs this home.
    var isFollowing = false
    /// The places where a server wants its password, as last shown to the user; forgotten when the server is reached again.
    var toldOrigins: [AccountID: [String]] = [:]
    /// When each account's server was last reached.
    var lastContacts: [AccountID: Date] = [:]

    /// How long a connected server may take to answer before the queue is shown: a sign that came and went with every key would
    /// only say that keys work.
    var patience = Duration.seconds(1)

    mutating func take(
        queued: [AccountID: Int], stopped: [AccountID: Int] = [:], refused: [AccountID: Int] = [:],
        at now: ContinuousClock.Instant
    ) {
        self.queued = queued
        self.stopped = stopped
        self.refused = refused
        // What was queued before this program started has waited already.
        let start = knowsQueue ? now : now - patience
        knowsQueue = true
        queuedSince = queued.keys.reduce(into: [:]) { $0[$1] = queuedSince[$1] ?? start }
    }

    /// Returns how many queued actions to show: those for absent servers, and those without an answer for a while.
    private func waiting(_ account: AccountID, _ frame: ContinuousClock.Instant) -> Int {
        let isThere = statuses[account]?.isConnected == true
        if isThere, let since = queuedSince[account], frame - since < patience { return 0 }
        return queued[account] ?? 0
    }

    /// Returns what keeps mail of an account from leaving; nil where it leaves when it is due.
    func hindrance(to account: AccountID?) -> String? {
        guard let status = account.flatMap({ statuses[$0] }) else { return nil }
        if status.needsSignIn { return "Sending waits until you sign in again" }
        return switch status.phase {
        case .paused: "Sending waits until you resume the account"
        case .offline: status.isRefused ? "Sending waits for the server" : "Sending waits for the connection"
        default: nil
        }
    }

    /// Returns when queued actions become visible next; nil when none will.
    func queueIsToldAt(after frame: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        queuedSince.values.map { $0 + patience }.filter { $0 > frame }.min()
    }

    /// - Parameters:
    ///   - account: nil for all accounts together.
    ///   - spinner: the sign for work in progress.
    ///   - frame: when the text is drawn.
    func text(
        for account: AccountID?, glyphs: Glyphs, spinner: String, now: Date = Date(),
        frame: ContinuousClock.Instant = .now
    ) -> StatusText {
        var text = told(for: account, glyphs: glyphs, spinner: spinner, now: now, frame: frame)
        text.needsUser = sum(stopped, account) + sum(refused, account) > 0
        text.getting = progress(account).map { Wording.getting($0) } ?? ""
        text.shortQueue = shortQueue(for: account, glyphs, frame)
        return text
    }

    /// Returns the progress of an account, or of the first that makes some.
    private func progress(_ account: AccountID?) -> AccountStatus.Progress? {
        if let account { return statuses[account].flatMap { $0.isConnected ? $0.progress : nil } }
        return statuses.values.filter { $0.isConnected && $0.progress != nil }.min { $0.account < $1.account }?.progress
    }

    private func sum(_ counts: [AccountID: Int], _ account: AccountID?) -> Int {
        account.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }

    /// Returns the counts of the queue to show.
    private func parts(_ account: AccountID?, _ frame: ContinuousClock.Instant) -> [(count: Int, word: String)] {
        if queued.isEmpty, stopped.isEmpty, refused.isEmpty { return [] }
        let count = (account.map { [$0] } ?? Array(queued.keys)).reduce(0) { $0 + waiting($1, frame) }
        return [(count, "queued"), (sum(stopped, account), "stopped"), (sum(refused, account), "refused")].filter {
            $0.0 > 0
        }
    }

    private func sign(_ parts: [(count: Int, word: String)], _ glyphs: Glyphs) -> String {
        Glyphs.lead(parts.first?.word == "queued" ? glyphs.queued : glyphs.warning)
    }

    /// Returns the total, with a sign for whether all is well; where signs are words, in the shortest form.
    private func shortQueue(for account: AccountID?, _ glyphs: Glyphs, _ frame: ContinuousClock.Instant) -> String {
        let parts = parts(account, frame)
        guard let first = parts.first else { return "" }
        let sum = parts.reduce(0) { $0 + $1.count }
        let count = Wording.number(sum)
        if glyphs.areWords { return parts.count == 1 ? "\(count) \(first.word)" : "\(count) in outbox" }
        return sign(parts, glyphs) + count
    }

    private func told(
        for account: AccountID?, glyphs: Glyphs, spinner: String, now: Date, frame: ContinuousClock.Instant
    ) -> StatusText {
        let parts = parts(account, frame)
        let counts = parts.map { "\(Wording.number($0.count)) \($0.word)" }.joined(separator: ", ")
        let queue = parts.isEmpty ? "" : sign(parts, glyphs) + counts
        if let account {
            let status = statuses[account] ?? AccountStatus(account: account)
            return StatusText(
                connection: connection(status, glyphs, spinner, now), queue: queue, isGood: isGood(status),
                remedy: remedy(status), isGettingMail: isGettingMail(status), offline: offline(status))
        }
        // The account in the worst state speaks for all.
        let worst = statuses.values.max { rank($0) == rank($1) ? $0.account > $1.account : rank($0) < rank($1) }
        guard let worst else { return StatusText(connection: "", queue: queue, isGood: true) }
        return StatusText(
            connection: connection(worst, glyphs, spinner, now), queue: queue, isGood: isGood(worst),
            remedy: remedy(worst), isGettingMail: statuses.values.contains(where: isGettingMail),
            offline: offline(worst))
    }

    private func offline(_ status: AccountStatus) -> String? {
        if case .offline(let error, _) = status.phase { error.summary } else { nil }
    }

    private func isGettingMail(_ status: AccountStatus) -> Bool {
        status.isConnected && status.progress?.work == .messages
    }

    /// Whether the status has a moving sign.
    var isBusy: Bool {
        statuses.values.contains { $0.progress != nil || $0.phase == .connecting } || !transfers.isEmpty
    }

    private func isGood(_ status: AccountStatus) -> Bool {
        switch status.phase {
        case .idle, .paused, .connecting, .live, .polling: true
        case .offline, .signedOut, .noSecret, .storeFailed: false
        }
    }

    private func remedy(_ status: AccountStatus) -> String {
        switch status.phase {
        case .idle, .paused, .connecting, .live, .polling: ""
        case .offline: status.unapprovedOrigins.isEmpty ? "try now" : "approve"
        case .signedOut, .noSecret: "sign in"
        case .storeFailed: "try again"
        }
    }

    private func upload(for account: AccountID) -> FileTransfer? {
        transfers.first { $0.account == account && $0.direction == .upload }
    }

    /// Returns how long a server has been away, such as ` 3 days`; empty on the first day.
    private func absence(_ account: AccountID, _ now: Date) -> String {
        guard let last = lastContacts[account] else { return "" }
        let days = Int(now.timeIntervalSince(last) / 86_400)
        return days < 1 ? "" : days == 1 ? " since yesterday" : " \(days) days"
    }

    private func rank(_ status: AccountStatus) -> Int {
        switch status.phase {
        case .storeFailed: 7
        case .signedOut, .noSecret: 6
        case .offline: status.unapprovedOrigins.isEmpty ? 5 : 6
        case .connecting: 4
        default: status.progress != nil || upload(for: status.account) != nil ? 3 : status.phase == .polling ? 2 : 1
        }
    }

    private func connection(_ status: AccountStatus, _ glyphs: Glyphs, _ spinner: String, _ now: Date) -> String {
        if status.isConnected, let upload = upload(for: status.account) {
            return "\(spinner) uploading \(upload.percent)%"
        }
        if status.isConnected, let progress = status.progress {
            return "\(spinner) \(Wording.getting(progress))"
        }
        switch status.phase {
        case .idle: return isFollowing ? "\(Glyphs.lead(glyphs.offline))synced elsewhere" : ""
        case .paused: return "\(Glyphs.lead(glyphs.offline))paused"
        case .connecting: return "\(spinner) connecting"
        case .live: return "\(Glyphs.lead(glyphs.live))live"
        case .polling: return "\(Glyphs.lead(glyphs.offline))polling"
        case .offline where !status.unapprovedOrigins.isEmpty:
            return "\(Glyphs.lead(glyphs.warning))server moved"
        case .offline where status.isMissing: return "\(Glyphs.lead(glyphs.warning))account gone"
        case .offline where status.hasLostAddress: return "\(Glyphs.lead(glyphs.warning))address lost"
        case .offline where status.isRefused: return "\(Glyphs.lead(glyphs.warning))server refuses"
        case .offline: return "\(Glyphs.lead(glyphs.offline))offline" + absence(status.account, now)
        case .signedOut, .noSecret: return "\(Glyphs.lead(glyphs.warning))sign in again"
        case .storeFailed(.diskFull): return "\(Glyphs.lead(glyphs.warning))disk full"
        case .storeFailed(.quotaUsed): return "\(Glyphs.lead(glyphs.warning))disk quota used up"
        case .storeFailed(.locked): return "\(Glyphs.lead(glyphs.warning))mailbox locked"
        case .storeFailed: return "\(Glyphs.lead(glyphs.warning))can't store mail"
        }
    }
}
