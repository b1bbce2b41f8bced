import InboxKit
import InboxModel
import TerminalUI

/// A message that was sent and can still be taken back.
struct UnsentMessage: Hashable {
    var action: ActionID
    /// Nil for one that was passed on as it is.
    var draft: MessageID?
    var until: ContinuousClock.Instant
}

extension Shell {
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int) {
        count(.sendDraft, 1)
        guard seconds > 0 else { return say("On its way", kind: .done, undo: false) }
        let now = ContinuousClock.now
        unsent = UnsentMessage(action: action, draft: draft, until: now + .seconds(seconds))
        let key = keyName(of: .undo, in: flows.screens.last?.keyContext ?? .list)
        toasts.countDown("Sending", seconds: seconds, undoKey: key, at: now)
        setNeedsDraw()
    }

    /// Takes the last message back and opens it again. Returns whether there was one to take back.
    func takeBackUnsent() -> Bool {
        guard let message = unsent, ContinuousClock.now < message.until else { return false }
        unsent = nil
        toasts.clear()
        jobs.add { [weak self, session] in
            do throws(SessionError) {
                try await session.discard(message.action)
                self?.count(.sendDraft, -1)
                if let draft = message.draft {
                    self?.reopen(draft)
                } else {
                    self?.say("Not passed on", kind: .done, undo: false)
                }
            } catch {
                self?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
        return true
    }

    private func reopen(_ draft: MessageID) {
        guard let screen = make.compose(.draft(draft), self) else {
            return say("Too late: it is being sent", kind: .warning, undo: false)
        }
        push(screen)
        say("Not sent; here it is again", kind: .done, undo: false)
    }
}
