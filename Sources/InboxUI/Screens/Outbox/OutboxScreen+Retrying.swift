import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Sending what waits, or is held, before its time, and again what was refused or may have been sent.
extension OutboxScreen {
    /// Retries the selected action. A message that may have been sent already, or is to leave later, is sent only when the user confirms
    /// it: its row may have come under the cursor because the row above it has just gone.
    func retry() {
        guard let id = list.selection, let action = actions[id] else { return }
        guard !isInDoubt(action) else { return askToSendAgain(action) }
        guard let due = timeToSkip(of: action) else { return send(id) }
        let time = MessageDates(clock: around.clock).long(due)
        ask(
            "Send it now?", action, "It is to leave \(time). Once it has left, nothing takes it back.",
            deed: "send it now", takesEnter: false
        ) { [weak self] in
            // It may have begun to leave since the question was asked.
            guard let self, let action = actions[id] else { return }
            isInDoubt(action) ? askToSendAgain(action) : send(id)
        }
    }

    private func isInDoubt(_ action: Action) -> Bool { action.mayHaveBeenSent && !action.wasSent }

    private func askToSendAgain(_ action: Action) {
        let text =
            "The connection was lost while it went out. Look in your sent mail first: if it is there, discard it here."
        // The key that opens must not confirm this.
        ask(
            "It may have been sent. Send it again?", action, text, deed: "send it again", takesEnter: false
        ) { [weak self] in self?.send(action.id) }
    }

    private func send(_ id: ActionID) {
        guard let action = actions[id] else { return }
        let session = around.session
        run(retried(action)) { () async throws(SessionError) in
            try await session.retry(id)
        }
    }

    /// In seconds: a message due sooner leaves in any case, once its countdown has run out.
    private static let soon: TimeInterval = 120

    /// The time of a message that would leave before it if it is retried.
    private func timeToSkip(of action: Action) -> Date? {
        guard action.command.sends, action.state == .waiting, keptTime(of: action) == nil else { return nil }
        return action.due.flatMap { $0.timeIntervalSince(around.clock.now()) > Self.soon ? $0 : nil }
    }

    /// The time at which a message leaves although it is retried: it, or a step of it, was stopped.
    private func keptTime(of action: Action) -> Date? {
        let now = around.clock.now()
        guard deeds[action.id]?.steps.contains(where: { $0.state == .stopped }) == true else {
            return action.heldTime(after: now)
        }
        return action.due.flatMap { $0 > now ? $0 : nil }
    }

    /// Returns what comes of retrying: nothing is sent before its server can be reached.
    private func retried(_ action: Action) -> String {
        if action.wasSent { return "The server is asked again to take it out of the drafts" }
        if action.state == .refused { return "Queued again" }
        if let later = keptTime(of: action) {
            return "Goes out \(MessageDates(clock: around.clock).long(later))"
        }
        let status = around.session.status(of: action.account)
        if status.needsSignIn { return "It waits until you sign in again" }
        if status.phase == .paused { return "It waits until you resume its account" }
        return isOffline(action) ? "Trying the server; it goes out once that answers" : "Sending now"
    }
}
