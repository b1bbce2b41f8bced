import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A message that waits for a time of its own while it is written on: once something is kept of it its order is held, so that nothing
/// half written leaves. Who goes without sending it lets it go for the same time.
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

    /// What becomes of an order once its draft is kept.
    private enum Way {
        /// It is what it was.
        case unchanged
        /// It goes back for the time that it had.
        case again
        /// Another program had its hands in it, or another account has it: only the user says that this text leaves.
        case none
    }

    private var presentOrder: Action? {
        guard let draft else { return nil }
        return ((try? around.session.actions()) ?? []).last { $0.command == .sendDraft && $0.object == .draft(draft) }
    }

    private func way(of order: Order, now there: Action?) -> Way {
        let hasWritten = writer.seen == writer.name
        if let there, !hasWritten || there.state != .stopped { return .unchanged }
        return draft == order.draft && order.due.timeIntervalSince(around.clock.now()) > Self.soonest ? .again : .none
    }

    /// Whether what goes back is to be signed or encrypted before.
    var signsAnew: Bool {
        guard let order, form.seal != nil else { return false }
        return isUnkept || way(of: order, now: presentOrder) == .again
    }

    /// Keeps the draft, and has it signed or encrypted beside everything else, before it goes back for the time that it had. Who stops
    /// that leaves all the same, and it is held.
    func leaveSigned() {
        guard beginSigning(.signingAnew) else { return }
        around.start(
            Errand("Signing", for: self) { [self] in
                let isKept = await around.inTurn { await self.storeUnkept() } ?? false
                let bytes = isKept && !Task.isCancelled ? await sealedAnew() : nil
                let isStopped = Task.isCancelled
                let leave: @UI @Sendable () -> Void = {
                    guard self.stopSigning(), isKept || isStopped else { return }
                    self.finish(.keeping) { screen in
                        let isSame = !screen.isUnkept
                        guard await screen.storeUnkept() else { return }
                        screen.leaveKept(await screen.putBack(isSame ? bytes : nil))
                    }
                }
                if isStopped { leave() }
                return leave
            })
    }

    /// - Returns: nil where it need not be sealed, or could not be, which is said.
    private func sealedAnew() async -> [UInt8]? {
        guard let draft, let order, way(of: order, now: presentOrder) == .again else { return nil }
        do throws(SessionError) { return try await sealed(draft, leaving: order.due) } catch {
            around.say(Wording.sentence(error), kind: .failure, undo: false)
            return nil
        }
    }

    /// What became of the order of a draft that is left.
    struct PutBack {
        /// What is to be said of it.
        var words: String
        /// It leaves by an order that was given now, which undo takes back.
        var isOrdered = false
    }

    /// Lets what is kept go for the time that it had.
    /// - Parameter bytes: what leaves, signed or encrypted; what should be and is not does not go.
    func putBack(_ bytes: [UInt8]?) async -> PutBack {
        let kept = "The draft is kept\(missing)"
        guard let draft, let order else { return PutBack(words: kept) }
        let time = MessageDates(clock: around.clock).long(order.due)
        let there = presentOrder
        let key = around.keyName(of: .send, in: .compose).map { "; \($0) in it sends it" } ?? ""
        switch way(of: order, now: there) {
        case .unchanged:
            let how = order.isHeld ? "held in the outbox" : "leaves \(time)"
            return PutBack(words: "\(kept), and \(how) as before")
        case .none:
            if let there { try? await around.session.discard(there.id) }
            return PutBack(words: "\(kept), and does not leave by itself\(key)")
        case .again: break
        }
        guard bytes != nil || form.seal == nil else {
            return PutBack(words: "\(kept), and does not leave by itself\(key)")
        }
        do throws(SessionError) {
            let wait = order.due.timeIntervalSince(around.clock.now())
            let action = try await around.session.send(
                draft, sealed: bytes, after: .seconds(wait), isScheduled: !order.isHeld)
            guard order.isHeld else { return PutBack(words: "\(kept), and leaves \(time) as before", isOrdered: true) }
            try await around.session.hold(action)
            return PutBack(words: "\(kept), and held in the outbox as before")
        } catch {
            return PutBack(words: "\(kept), and does not leave by itself: \(Wording.sentence(error))")
        }
    }

    /// At the end of the program, after what was typed last is kept.
    func leaveAtEnd() {
        if ending == .signing {
            around.say("Not sent: it was still being signed. It is kept as a draft", kind: .failure, undo: false)
        }
        // Nothing else waits for gpg any more.
        stopSigning()
        guard order != nil, !isOver else { return }
        around.run { [self] in
            guard !isUnkept, !isOver else { return }
            _ = await putBack(await sealedAnew())
        }
    }
}
