public import InboxModel
import Foundation
import InboxStore

/// The queue, as the user sees and controls it.
extension MailSession {
    /// Sends an action now, together with those it waits for, regardless of back-off, and even if it was stopped. A refused action
    /// is queued again; an action on hold, or behind a step that was stopped, returns to its own time, if that is still to come.
    /// - Throws: `ActionError.heldByServer` for what only the server can send, at its time; `.nothingLeft` if there is nothing to
    ///   do again; `.unreadable` for an action that can't be read, or waits for one.
    public func retry(_ id: ActionID) async throws(SessionError) {
        let origin = origin
        try await act { transaction in
            if let refused = try transaction.reader.refusal(id) {
                return try transaction.queueAgain(refused, by: origin, now: Date())
            }
            let now = Date()
            let state = try transaction.reader.action(id)?.state
            if state == .held || state == .recalling { throw ActionError.heldByServer }
            let queue = Dictionary(uniqueKeysWithValues: try transaction.reader.queue().map { ($0.id, $0) })
            var wanted = [id]
            var met: Set<ActionID> = []
            while let next = wanted.popLast() {
                guard met.insert(next).inserted else { continue }
                if queue[next]?.state == .unreadable { throw ActionError.unreadable }
                // A message that may have been sent is sent again only if it is retried itself.
                wanted += (queue[next]?.waitsFor ?? []).filter { queue[$0]?.isSending == false }
            }
            // What was stopped is what is tried again: a message that it kept waiting still leaves at its own time.
            let isStopped = met.contains { queue[$0]?.state == .stopped }
            for step in met { try transaction.retry(step, keepsTime: isStopped && step == id, now: now) }
        }
        retryNow()
    }

    /// Holds an action that has not begun until `retry` releases it.
    /// - Throws: `ActionError.beingSent` if the action is being sent, or done; `.beingHandedOver` while the server is receiving it
    ///   for sending later.
    public func hold(_ id: ActionID) async throws(SessionError) {
        try await act { transaction in
            guard try !transaction.hold(id) else { return }
            throw try transaction.reader.action(id)?.whyOnItsWay(at: Date()) ?? .beingSent
        }
    }

    /// Removes an action from the queue and reverts what it showed, but never what the user wrote. A server that holds the message
    /// is asked to return it, and a notice reports the outcome. Of a refused action, only the entry goes.
    /// - Throws: `ActionError.beingSent` while it is being sent, `.beingHandedOver` while the server receives it for later,
    ///   `.isDone` if the server has done it.
    public func discard(_ id: ActionID) async throws(SessionError) {
        try await act { try Self.takeOut(id, $0) }
    }

    static func takeOut(_ id: ActionID, _ transaction: StoreTransaction) throws {
        guard let action = try transaction.reader.action(id), action.state != .sent else {
            guard try transaction.reader.refusal(id) != nil else { throw ActionError.isDone }
            return try transaction.letGoRefusal(id)
        }
        if let reason = action.whyOnItsWay(at: Date()) { throw reason }
        let isMoving = action.command == .transfer && action.state != .unreadable && !action.canStillStay
        if isMoving { throw ActionError.beingMoved }
        if action.mayBeHeldByServer { return try transaction.recall(id) }
        let asleep = action.command == .wake ? try transaction.reader.edits(in: id).map(\.message) : []
        try transaction.drop(id)
        if !asleep.isEmpty { try Waking.failed(action, asleep, transaction, now: Date()) }
    }

    /// Sets aside actions that are damaged or from a newer version, so that they are shown as such from the beginning. Does nothing
    /// if the store can't be written now.
    func putUnreadableAside() {
        guard (try? store.read { try $0.hasUnreadableActions() }) == true else { return }
        let found = (try? store.writeNow { try $0.putUnreadableAside() }) ?? []
        for action in found { board.log?.putAside(action) }
    }
}

extension Action {
    fileprivate var isSending: Bool { command == .sendDraft || command == .bounce }

    /// Why a send can't be taken back at this moment; nil if it can.
    fileprivate func whyOnItsWay(at now: Date) -> ActionError? {
        guard isSending, state == .sending else { return nil }
        return due.map { $0 > now } == true ? .beingHandedOver : .beingSent
    }
}
