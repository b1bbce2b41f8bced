import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Sending later: the server holds the order until its time if it can; otherwise the order waits here.
extension ActionSender {
    /// In seconds. A message due sooner waits here, because taking it back must not need a network.
    static let shortestHold: TimeInterval = 150
    /// How long after its time, in seconds, a server is asked again whether it has sent a message.
    private static let askAgain: TimeInterval = 30

    /// Returns the next action that is due, by its time, or else the next one that the server can hold.
    func nextAction() async throws(StoreError) -> Action? {
        let now = now()
        if let due = try nextDue() { return due }
        guard let holdable = await holdable else { return nil }
        return try store.read { try $0.nextToHold(account: account, due: holdable, now: now) }
    }

    /// Brings forward messages that were to wait only as long as they can be taken back, if the clock was set back meanwhile: their time
    /// would now be far away, which nobody intended. They can be taken back as long as before.
    func hurry() async throws(StoreError) {
        let (now, moments) = (now(), Self.shortestHold)
        guard try store.read({ try $0.isLate(account: account, moments: moments, now: now) }) else { return }
        try await store.write { try $0.hurry(account: account, moments: moments, now: now) }
    }

    /// Returns when `nextAction` may have something.
    func nextDate() async throws(StoreError) -> Date? {
        let wakes = try !holdsWakeBack
        let holdable = await holdable
        return try store.read { reader in
            let due = try reader.nextDueDate(account: account, wakes: wakes)
            guard let holdable, let hold = try reader.nextHoldDate(account: account, due: holdable) else { return due }
            return due.map { min($0, hold) } ?? hold
        }
    }

    private func nextDue() throws(StoreError) -> Action? {
        let now = now()
        let due = try store.read { try $0.nextDueAction(account: account, now: now) }
        guard let due, due.command == .wake, !sendsWake(due) else { return due }
        return try store.read { try $0.nextDueAction(account: account, now: now, wakes: false) }
    }

    /// Whether a waking action is due that may not be sent yet.
    private var holdsWakeBack: Bool {
        get throws(StoreError) {
            let now = now()
            let due = try store.read { try $0.nextDueAction(account: account, now: now) }
            return due.map { $0.command == .wake && !sendsWake($0) } ?? false
        }
    }

    /// Returns until when the server should hold an action; nil if it is sent at once, or waits here.
    func holdTime(of action: Action) async -> Date? {
        guard let due = action.due, let holdable = await holdable, holdable.contains(due) else { return nil }
        return due
    }

    /// The range of times for which the server can hold an order.
    private var holdable: ClosedRange<Date>? {
        get async {
            let longest = await service.longestHold.seconds
            guard longest > Self.shortestHold else { return nil }
            let now = now()
            return now.addingTimeInterval(Self.shortestHold)...now.addingTimeInterval(longest)
        }
    }

    func keep(
        _ action: Action, _ order: RemoteSubmission, held hold: RemoteHold, as message: RemoteMessage?, since: String?
    ) async throws(Failure) {
        var order = order
        order.hold = hold
        let detail = order.detail ?? ""
        try await keep(since: since) { try $0.held(action, as: message, left: hold.message, detail: detail) }
        board.tell(.held(action, until: hold.until))
    }

    /// Asks about every message that the server holds, whatever its time: another program may have taken it back. What cannot be answered
    /// now is asked again with the next look, and at the message's time.
    func lookAtHeld() async throws(StoreError) {
        for id in try store.read({ try $0.heldActions(account: account) }) {
            guard let action = try store.read({ try $0.action(id) }), action.state == .held else { continue }
            do throws(Failure) { try await askAboutHold(action) } catch {
                if case .store(let error) = error { throw error }
            }
        }
    }

    /// Asks whether the server still holds a message: at its time, it should have left.
    func askAboutHold(_ action: Action) async throws(Failure) {
        guard let order = action.order, let hold = order.hold else {
            return try await write { try $0.released(action) }
        }
        let since = try self.state()
        let state = try await remote { () async throws(RemoteError) in try await service.state(of: hold) }
        try await settle(action, order, state, since: since)
    }

    /// Takes back a held message for the user.
    func recall(_ action: Action) async throws(Failure) {
        guard let order = action.order else {
            return try await write { try $0.drop(action.id) }
        }
        let since = try self.state()
        guard let hold = try await hold(of: action, order, since: since) else { return }
        let state = try await remote { () async throws(RemoteError) in try await service.takeBack(hold) }
        if state == .held, order.hold == nil {
            try await keep(action, order, held: hold, as: nil, since: since)
        } else {
            try await settle(action, order, state, since: since)
        }
        switch state {
        case .held: board.tell(.notTakenBack(action))
        case .sent: board.tell(.tooLate(action))
        case .takenBack: break
        }
    }

    private func settle(_ action: Action, _ order: RemoteSubmission, _ state: RemoteHoldState, since: String?)
        async throws(Failure)
    {
        let now = now()
        switch state {
        case .held:
            // Before its time, it is asked about at its time, as it was.
            let isEarly = action.state == .held && action.due.map { $0 > now } ?? false
            if !isEarly {
                try await write { try $0.stillHeld(action, askAgain: now.addingTimeInterval(Self.askAgain)) }
            }
        case .sent(let sent):
            try await keep(since: since) { transaction in
                try transaction.released(action)
                guard let message = sent.message else { return }
                try transaction.receive(message, account: account, bodyText: nil, confirms: false)
            }
            // A user who wanted it back is told instead that it is too late.
            guard action.state == .held else { return tellRefusals(action, sent.refusals) }
            tellSent(action, order, sent)
        case .takenBack(let message):
            try await keep(since: since) { transaction in
                try transaction.takenBack(action, as: message, recipients: order.recipients, now: now)
            }
            board.tell(.takenBack(action))
        }
    }

    /// Returns what the server holds for an order whose answer may have been lost; nil if it holds nothing, which settles the
    /// action.
    private func hold(of action: Action, _ order: RemoteSubmission, since: String?) async throws(Failure)
        -> RemoteHold?
    {
        if let hold = order.hold { return hold }
        let found = try await remote { () async throws(RemoteError) in
            try await service.whereabouts(of: order.draft, messageIDHeader: order.messageIDHeader, sending: order)
        }
        switch found {
        case .held(_, let hold): return hold
        case .draft:
            if try await mayComeLate(action, order) { return nil }
            try await write { try $0.drop(action.id) }
            board.tell(.takenBack(action))
        case .sent(let sent):
            try await keep(since: since) { try $0.sent(action, as: sent.message, left: sent.id) }
            tellRefusals(action, sent.refusals)
            board.tell(.tooLate(action))
        case .leftover(let leftover):
            tellRefusals(action, leftover.refusals)
            try await leave(action, order, leftover)
            board.tell(.tooLate(action))
        case .nowhere, .uncertain:
            try await stop(
                action, whileSending: "it may have been sent: look in your sent mail before you send it again")
        }
        return nil
    }
}
