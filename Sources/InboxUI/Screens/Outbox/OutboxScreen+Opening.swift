import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Opening what a row of the outbox is about, which sends or retries nothing.
extension OutboxScreen {
    func open() {
        guard let id = list.selection, let action = actions[id] else { return }
        if let draft = draft(of: action), isForWriting(action) { return write(draft, action) }
        if case .mailbox = action.object {
            return around.say(
                "It is about the mailbox \(Wording.title(action.title)) itself, not about mail", kind: .info)
        }
        if action.command == .bounce {
            return around.say("It is redirected unchanged: there is nothing to edit", kind: .info)
        }
        let threads: [ThreadID]
        do throws(SessionError) { threads = try around.session.threads(of: id) } catch {
            return around.say(Wording.sentence(error), kind: .failure)
        }
        guard let first = threads.first else {
            return around.say("What it is about is no longer there.", kind: .warning)
        }
        around.push(ThreadScreen(thread: first, order: FixedOrder(threads), around: around))
    }

    /// Whether it is a message that can still be changed before it is sent.
    func isForWriting(_ action: Action) -> Bool {
        guard draft(of: action) != nil, !action.mayHaveBeenSent else { return false }
        switch action.state {
        case .waiting, .stopped, .refused: return true
        // Held, being sent, or perhaps sent: an edited text would be a different message.
        case .sending, .unknown, .held, .recalling, .sent, .unreadable: return false
        }
    }

    /// Returns the draft that an action is about; for a file, the draft that waits for its upload.
    private func draft(of action: Action) -> MessageID? {
        if case .draft(let id) = action.object { return id }
        guard action.command == .uploadFile else { return nil }
        return actions.values.lazy.filter { $0.waitsFor.contains(action.id) }.compactMap { waiting in
            if case .draft(let id) = waiting.object { id } else { nil }
        }.first
    }

    /// Opens a draft in the composer. Its order is held while it is open, so that it does not leave while the user edits
    /// it; the composer releases it if nothing was changed. An order that is due much later keeps waiting for its time, as
    /// long as the draft is not changed.
    private func write(_ draft: MessageID, _ action: Action) {
        let session = around.session
        let order = actions.values.first { $0.command == .sendDraft && $0.object == .draft(draft) }
        let waiting = order.flatMap { $0.state == .waiting ? $0 : nil }
        let clock = around.clock
        let later = waiting?.leavesMuchLater(than: clock.now()) == true ? waiting?.due : nil
        let held = later == nil ? waiting?.id : nil
        around.attempt { [weak self] () async throws(SessionError) in
            // If the screen is gone, the user does not edit the message, and it must not be held.
            guard let self else { return }
            if let held { try await session.hold(held) }
            var words: (text: String, kind: ToastKind)?
            if let reason = [action, order].compactMap(\.self).first(where: { $0.state != .waiting })?.lastError {
                words = ("It was not sent: \(Wording.reason(reason))", .warning)
            } else if let later {
                let time = MessageDates(clock: clock).long(later)
                words = ("It goes out \(time), with what you change in it", .done)
            } else if held != nil {
                words = ("Held while you write; left unchanged, it goes out as before", .done)
            }
            // It is held, so the user must know even if another screen has been opened meanwhile.
            if held != nil, !around.isInFront(self) {
                around.say("It is held here until you go on with it, or release it", kind: .done)
            }
            around.answer(self, tookText: false) { [around] in
                let screen = ComposeScreen(.draft(draft), around: around, isHeldForWriting: held != nil)
                guard let screen else {
                    return around.say("Too late: it is being sent", kind: .warning)
                }
                around.push(screen)
                if let words { around.say(words.text, kind: words.kind) }
            }
        }
    }
}

/// Some threads in a given order.
@UI
final class FixedOrder: ThreadOrder {
    private let threads: [ThreadID]

    init(_ threads: [ThreadID]) {
        self.threads = threads
    }

    func thread(after id: ThreadID) -> ThreadID? { neighbour(of: id, 1) }
    func thread(before id: ThreadID) -> ThreadID? { neighbour(of: id, -1) }
    func follow(_ id: ThreadID) {}
    func linger(_ id: ThreadID) {}
    func letGo(_ id: ThreadID) {}

    private func neighbour(of id: ThreadID, _ step: Int) -> ThreadID? {
        threads.firstIndex(of: id).map { $0 + step }.flatMap { threads.indices.contains($0) ? threads[$0] : nil }
    }
}
