import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A message that waits for a time of its own while it is written on: what is kept of it takes its order out of the outbox, so that
/// nothing half written leaves. Who goes without sending it puts it back for the same time.
extension ComposeScreen {
    /// The order to send a draft, as it was when the draft was opened.
    struct Order: Hashable {
        var draft: MessageID
        var due: Date
        /// It waits until the user lets it go, whatever the time.
        var isHeld: Bool

        /// - Returns: nil where it has no time of its own, or may have been sent.
        init?(_ draft: MessageID, among actions: [Action]) {
            let order = actions.last { $0.command == .sendDraft && $0.object == .draft(draft) }
            guard let order, let due = order.due, !order.mayHaveBeenSent else { return nil }
            guard order.state == .waiting || order.state == .stopped else { return nil }
            (self.draft, self.due, isHeld) = (draft, due, order.state == .stopped)
        }
    }

    /// What is nearer leaves while one reads where it went.
    private static let soonest: TimeInterval = 60

    /// For the line that asks when: the time that it had, as it is typed.
    var orderedTime: String {
        guard let order, order.due > around.clock.now() else { return "" }
        let parts = around.clock.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: order.due)
        let day = [parts.year, parts.month, parts.day].map { WallClock.two($0 ?? 0) }.joined(separator: "-")
        return "\(day) \(WallClock.two(parts.hour ?? 0)):\(WallClock.two(parts.minute ?? 0))"
    }

    /// Gives what is kept back to the outbox for the time that it had.
    /// - Returns: what is to be said of it.
    func putBack() async -> String {
        let kept = "The draft is kept\(missing)"
        guard let draft, let order else { return kept }
        let time = MessageDates(clock: around.clock).long(order.due)
        let actions = (try? around.session.actions()) ?? []
        guard !actions.contains(where: { $0.command == .sendDraft && $0.object == .draft(draft) }) else {
            return order.isHeld ? "\(kept), and held in the outbox as before" : "\(kept), and leaves \(time) as before"
        }
        let wait = order.due.timeIntervalSince(around.clock.now())
        let key = around.keyName(of: .send, in: .compose).map { "; \($0) in it sends it" } ?? ""
        // Another program had its hands in it, or another account has it: only the user says that this text leaves.
        guard draft == order.draft, wait > Self.soonest else { return "\(kept), and does not leave by itself\(key)" }
        do throws(SessionError) {
            let bytes = try await sealed(draft, leaving: order.due)
            guard bytes != nil || form.seal == nil else { return "\(kept), and does not leave by itself\(key)" }
            let action = try await around.session.send(draft, sealed: bytes, after: .seconds(wait))
            guard order.isHeld else { return "\(kept), and leaves \(time) as before" }
            try await around.session.hold(action)
            return "\(kept), and held in the outbox as before"
        } catch {
            return "\(kept), and does not leave by itself: \(Wording.sentence(error))"
        }
    }

    /// At the end of the program, after what was typed last is kept.
    func leaveAtEnd() {
        guard order != nil, !isOver else { return }
        around.run { [self] in
            if !isUnkept { _ = await putBack() }
        }
    }
}
