import InboxKit
import InboxModel
import TerminalUI

/// Answers, forwards and new messages.
extension ThreadScreen {
    func write(_ command: Command) -> Bool {
        switch command {
        case .compose: open(.new(account: pane.items.first?.account))
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .replyList:
            guard pane.currentMessage?.listAddress != nil else {
                surroundings.say("This message came through no mailing list", kind: .warning, undo: false)
                return true
            }
            answer(.replyList)
        case .forward: answer(.forward)
        case .forwardAttached: if let message = pane.currentMessage { open(.forwardAttached(message)) }
        case .editAsNew: if let message = pane.currentMessage { open(.again(message)) }
        default: return false
        }
        return true
    }

    private func answer(_ kind: Answer.Kind) {
        if let message = pane.currentMessage { open(.answer(kind, message)) }
    }

    func open(_ request: ComposeRequest) {
        guard let screen = ComposeScreen(request, around: surroundings) else {
            return surroundings.say("That can't be written now", kind: .warning, undo: false)
        }
        surroundings.push(screen)
    }
}
