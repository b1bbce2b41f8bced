import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A draft with a scheduled send order that the user edits. Once a change is kept the order is held, so that nothing half written is
/// sent. If the user leaves without sending, the message is queued again for the same time.
extension ComposeScreen {
    /// The order to send a draft, in its state when the draft was opened.
    struct Order: Hashable {
        var draft: MessageID
        var due: Date
        /// Whether the order waits until the user releases it, whatever the time.
        var isHeld: Bool

        /// - Parameter wasWaiting: Whether the order is held only while its draft is open.
        /// - Returns: Nil where the order has no time of its own, or may have been sent.
        init?(_ draft: MessageID, among actions: [Action], wasWaiting: Bool) {
            let order = actions.last { $0.command == .sendDraft && $0.object == .draft(draft) }
            guard let order, let due = order.due, !order.mayHaveBeenSent else { return nil }
            guard order.state.isAtRest else { return nil }
            (self.draft, self.due, isHeld) = (draft, due, order.state == .stopped && !wasWaiting)
        }
    }

    /// The shortest time, in seconds, for requeuing: a message due sooner would leave while the user reads what became of it.
    private static let soonest: TimeInterval = 60

    /// The order's time in the form in which it is typed, as the offer when the user is asked for a time.
    var orderedTime: String {
        guard let order, order.due > around.clock.now() else { return "" }
        let parts = around.clock.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: order.due)
        let day = [parts.year, parts.month, parts.day].map { WallClock.two($0 ?? 0) }.joined(separator: "-")
        return "\(day) \(WallClock.two(parts.hour ?? 0)):\(WallClock.two(parts.minute ?? 0))"
    }

    /// What becomes of an order once its draft is kept.
    private enum Way {
        /// The order stays as it was.
        case unchanged
        /// The draft is queued again for the order's time.
        case again
        /// Another program or account is involved: this text is sent only when the user says so.
        case none
    }

    private var presentOrder: Action? {
        guard let draft else { return nil }
        return ((try? around.session.actions()) ?? []).last { $0.command == .sendDraft && $0.object == .draft(draft) }
    }

    /// Whether a change was kept.
    var hasWritten: Bool { writer.seen == writer.name }

    private func way(of order: Order, now there: Action?) -> Way {
        if let there, !hasWritten || there.state != .stopped { return .unchanged }
        return draft == order.draft && order.due.timeIntervalSince(around.clock.now()) > Self.soonest ? .again : .none
    }

    /// Whether the message must be signed or encrypted again before it is requeued.
    var signsAnew: Bool {
        guard let order, form.seal != nil else { return false }
        return isUnkept || way(of: order, now: presentOrder) == .again
    }

    /// Keeps the draft and signs or encrypts it as an errand, before it is requeued for its time. Stopping the errand also leaves the
    /// composer, with the order held.
    func leaveSigned() {
        guard let number = beginSigning(.signingAnew) else { return }
        around.start(
            Errand("Signing", for: self) { [self] in
                let isKept = await around.inTurn { await self.storeUnkept() } ?? false
                let sealed = isKept && !Task.isCancelled ? await sealedAnew() : nil
                let isStopped = Task.isCancelled
                let leave: @UI @Sendable () -> Void = {
                    guard self.stopSigning(number), isKept || isStopped else { return }
                    self.finish(.keeping) { screen in
                        let isSame = !screen.isUnkept
                        guard await screen.storeUnkept() else { return }
                        screen.leaveKept(await screen.putBack(isSame ? sealed : nil))
                    }
                }
                if isStopped { leave() }
                return leave
            })
    }

    /// - Returns: Nil where it need not be sealed, or could not be, which the user is told.
    private func sealedAnew() async -> SealedDraft? {
        guard let draft, let order, way(of: order, now: presentOrder) == .again else { return nil }
        do throws(SessionError) { return try await sealed(draft, leaving: order.due) } catch {
            around.say(Wording.sentence(error), kind: .failure)
            return nil
        }
    }

    /// What became of the order of a draft that the user left.
    struct PutBack {
        /// The words for the user.
        var words: String
        /// Whether a new order was given that undo takes back.
        var isOrdered = false
    }

    /// Queues the kept draft again for its original time. An unchanged draft goes on as it was before it was opened.
    /// - Parameter sealed: The signed or encrypted message; a message that should be sealed but is not is not queued.
    func putBack(_ sealed: SealedDraft?) async -> PutBack {
        let kept = "The draft is saved\(missing)"
        let there = presentOrder
        if isHeldForWriting, !hasWritten, let there, there.state == .stopped { return await release(there, kept) }
        let key = around.keyName(of: .send, in: .compose).map { "; \($0) in it sends it" } ?? ""
        guard let draft, let order else {
            // Keeping a change took the order away.
            let isOff = isHeldForWriting && hasWritten && there == nil
            return PutBack(words: isOff ? "\(kept), and is not sent by itself\(key)" : kept)
        }
        let time = MessageDates(clock: around.clock).long(order.due)
        switch way(of: order, now: there) {
        case .unchanged:
            let how = order.isHeld ? "held in the outbox" : "leaves \(time)"
            return PutBack(words: "\(kept), and \(how) as before")
        case .none:
            if let there { try? await around.session.discard(there.id) }
            return PutBack(words: "\(kept), and is not sent by itself\(key)")
        case .again: break
        }
        guard sealed != nil || form.seal == nil else {
            return PutBack(words: "\(kept), and is not sent by itself\(key)")
        }
        do throws(SessionError) {
            let wait = order.due.timeIntervalSince(around.clock.now())
            let action = try await around.session.send(
                draft, sealed: sealed, after: .seconds(wait), isScheduled: !order.isHeld)
            guard order.isHeld else { return PutBack(words: "\(kept), and leaves \(time) as before", isOrdered: true) }
            try await around.session.hold(action)
            return PutBack(words: "\(kept), and held in the outbox as before")
        } catch {
            return PutBack(words: "\(kept), and is not sent by itself: \(Wording.sentence(error))")
        }
    }

    private static func held(_ kept: String) -> String { "\(kept), and held in the outbox" }

    /// Lets an order that was held only while the composer was open wait as before.
    private func release(_ order: Action, _ kept: String) async -> PutBack {
        let queue = Dictionary(((try? around.session.actions()) ?? []).map { ($0.id, $0) }) { first, _ in first }
        // What waits for the user's decision is not tried again just because the user looked at it.
        let isBlocked = OutboxScreen.blocker(of: order, in: queue)?.needsUser == true
        guard order.lastError == nil, !order.mayHaveBeenSent, !isBlocked else {
            return PutBack(words: Self.held(kept))
        }
        do throws(SessionError) { try await around.session.retry(order.id) } catch {
            return PutBack(words: "\(Self.held(kept)): \(Wording.sentence(error))")
        }
        return PutBack(words: "\(kept), and goes out as before")
    }

    /// Requeues the draft at the end of the program, after the last changes are kept.
    func leaveAtEnd() {
        if ending == .signing {
            around.say("Not sent: it was still being signed. It is kept as a draft", kind: .failure)
        }
        // Nothing else waits for gpg any more.
        stopSigning()
        guard order != nil || isHeldForWriting, !isOver else { return }
        around.run { [self] in
            guard !isUnkept, !isOver else { return }
            _ = await putBack(await sealedAnew())
        }
    }
}
