import Foundation
package import InboxModel
import MailContent
import TerminalUI

/// What the outbox says about an action.
package struct OutboxRow: Hashable, Sendable {
    /// `archive “Lunch on Friday?”`.
    package var what: String
    /// Whose it is: `ann@example.test`.
    var owner: String
    /// `5 min ago`, where there is no room for more.
    var age: String
    /// `5 min ago · tried twice`.
    package var history: String
    /// What it waits for, or why it did not go.
    package var state: String
    var isTroubled: Bool
    /// It does not go on before the user says how.
    var needsUser: Bool
    /// Nobody knows whether it went out: only the user can say how to go on.
    var mayHaveBeenSent: Bool

    /// - Parameters:
    ///   - blocker: what it waits for in the end.
    ///   - step: of what it consists of, that which has met something.
    ///   - isOffline: its server can't be reached, which is said once for all that waits for it.
    ///   - isSignedOut: its server does not let the user in.
    ///   - clock: says what time it is, and how times are written.
    package init(
        _ action: Action, account: Account?, after blocker: Action? = nil, step: Action? = nil,
        isOffline: Bool = false, isSignedOut: Bool = false, clock: WallClock
    ) {
        let dates = MessageDates(clock: clock)
        let verb = action.command == .copy ? "copy" : "move"
        let goal = Transfer(detail: action.detail).map { "\(verb) to \(CleanText.line($0.to)):" }
        what = goal.map { "\($0) \(Wording.title(action.title))" } ?? Wording.order(action)
        let tries =
            switch max(action.attempts, step?.attempts ?? 0) {
            case 0: ""
            case 1: " · tried once"
            case 2: " · tried twice"
            case let count: " · tried \(count) times"
            }
        age = "\(dates.age(action.createdAt)) ago"
        owner = CleanText.line(account?.address ?? "")
        mayHaveBeenSent = action.mayHaveBeenSent
        let hasStopped = action.isStoppedByTrouble || step?.isStoppedByTrouble == true
        needsUser = action.state == .refused || hasStopped || mayHaveBeenSent
        let isTold = isOffline && (action.state == .waiting || action.state == .unknown || action.state == .recalling)
        // While nobody is there, each try tells the same: that there is no connection.
        history = isTold ? age : age + tries
        let reason = isTold ? nil : (action.lastError ?? step?.lastError).map { Wording.reason($0) }
        isTroubled = reason != nil || needsUser || blocker?.needsUser == true
        if let step, step.isStoppedByTrouble, action.state == .waiting {
            state = "\(action.command == .sendDraft ? "not sent" : "not done"): \(Wording.reason(step.lastError ?? ""))"
            return
        }
        switch action.state {
        case .unreadable: state = Self.unreadable
        case .refused: state = reason.map { "refused: \($0)" } ?? "refused"
        case .sending: state = isSignedOut ? "waits until you sign in again" : "on its way"
        case .sent: state = "done; the server's changes are awaited"
        case .held: state = "held by the server · goes out on \(action.due.map(dates.long) ?? "its time")"
        case .recalling: state = (reason.map { "\($0) · " } ?? "") + "the server is asked to give it back"
        case .stopped where action.wasSent: state = reason ?? "it was sent"
        case .stopped where mayHaveBeenSent: state = "may have been sent: look in your sent mail, then say how to go on"
        case .stopped where reason == nil && action.due.map { dates.seconds(until: $0) > Self.soon } == true:
            state = "held here; once let go it goes out on \(action.due.map(dates.long) ?? "its time")"
        case .stopped:
            let deed = action.command == .sendDraft || action.command == .bounce ? "not sent" : "not done"
            state = reason.map { "\(deed): \($0)" } ?? "held here until you let it go"
        case .unknown: state = reason.map { "\($0) · asks whether it arrived" } ?? "asks whether it arrived"
        case .waiting:
            let next = Self.next(action, after: blocker, isOffline: isOffline, isSignedOut: isSignedOut, dates)
            state = reason.map { "\($0) · \(next)" } ?? next
        }
    }

    /// What has to come before it goes, or when it does.
    private static func next(
        _ action: Action, after blocker: Action?, isOffline: Bool, isSignedOut: Bool, _ dates: MessageDates
    ) -> String {
        let wait = action.notBefore.map { dates.seconds(until: $0) } ?? 0
        if let blocker, blocker.needsUser || wait <= 0 { return order(after: blocker) }
        if isSignedOut { return "waits until you sign in again" }
        if isOffline, wait <= soon { return "waits for the connection" }
        guard wait > 0 else { return "waits for the server" }
        return (action.attempts == 0 ? "goes out " : "tries again ") + time(wait, action.notBefore, dates)
    }

    package static let unreadable = "can't be read: damaged, or from a newer Maraca"

    /// Seconds that are counted down; of what is further away the time is told.
    private static let soon = 600

    private static func order(after blocker: Action) -> String {
        let upload = blocker.command == .uploadFile ? " " + CleanText.line(blocker.title) : ""
        let what = "“\(Wording.infinitive(blocker))\(upload)”"
        return switch blocker.state {
        case .unreadable: "waits until what can't be read is discarded"
        case .stopped: "waits until \(what) goes on"
        default: "goes after \(what)"
        }
    }

    private static func time(_ wait: Int, _ date: Date?, _ dates: MessageDates) -> String {
        guard wait > soon, let date else { return "in \(wait) s" }
        return "on \(dates.long(date))"
    }
}
