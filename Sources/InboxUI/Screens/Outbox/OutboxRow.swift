import Foundation
package import InboxModel
import MailContent
import TerminalUI

/// The outbox's words about an action.
package struct OutboxRow: Hashable, Sendable {
    /// `archive “Lunch on Friday?”`.
    package var what: String
    /// The account's address: `ann@example.test`.
    var owner: String
    /// `5 min ago`, for narrow screens.
    var age: String
    /// `5 min ago · tried twice`.
    package var history: String
    /// What the action waits for, or why it failed.
    package var state: String
    var isTroubled: Bool
    /// Whether it does not go on until the user decides how.
    var needsUser: Bool
    /// Whether it is unknown if the message was sent, so that only the user can decide how to go on.
    var mayHaveBeenSent: Bool

    /// - Parameters:
    ///   - blocker: The action that it ultimately waits for.
    ///   - step: The one of its steps that has failed.
    ///   - isOffline: Whether its server cannot be reached, which the screen shows once for all waiting actions.
    ///   - isSignedOut: Whether its server refuses the user's password.
    ///   - clock: The current time, and how to write times.
    package init(
        _ action: Action, account: Account?, after blocker: Action? = nil, step: Action? = nil,
        isOffline: Bool = false, isSignedOut: Bool = false, clock: WallClock
    ) {
        let dates = MessageDates(clock: clock)
        let verb = action.command == .copy ? "copy" : "move"
        let goal = action.transfer.map { "\(verb) to \(CleanText.line($0.to)):" }
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
        // While the server cannot be reached, every attempt fails for the same reason, so attempts are not shown.
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
        case .sent: state = "done; waiting for the server's changes"
        case .held: state = "held by the server · goes out on \(action.due.map(dates.long) ?? "its time")"
        case .recalling: state = (reason.map { "\($0) · " } ?? "") + "the server is asked to give it back"
        case .stopped where action.wasSent: state = reason ?? "it was sent"
        case .stopped where mayHaveBeenSent: state = "may have been sent: look in your sent mail, then decide"
        case .stopped where reason == nil && action.due.map { dates.seconds(until: $0) > Self.soon } == true:
            state = "held here; once released it goes out on \(action.due.map(dates.long) ?? "its time")"
        case .stopped:
            let deed = action.command == .sendDraft || action.command == .bounce ? "not sent" : "not done"
            state = reason.map { "\(deed): \($0)" } ?? "held here until you release it"
        case .unknown: state = reason.map { "\($0) · checking whether it arrived" } ?? "checking whether it arrived"
        case .waiting:
            let next = Self.next(action, after: blocker, isOffline: isOffline, isSignedOut: isSignedOut, dates)
            state = reason.map { "\($0) · \(next)" } ?? next
        }
    }

    /// Returns what must come before the action, or when it goes.
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

    /// The seconds that are counted down; for a time further away the date is shown.
    private static let soon = 600

    private static func order(after blocker: Action) -> String {
        // Without a name, these would end in the middle.
        let named: [Action.Command] = [.uploadFile, .renameMailbox, .unlabel, .unmark, .transfer]
        let name = named.contains(blocker.command) ? " " + CleanText.line(blocker.title) : ""
        let what = "“\(Wording.infinitive(blocker))\(name)”"
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
