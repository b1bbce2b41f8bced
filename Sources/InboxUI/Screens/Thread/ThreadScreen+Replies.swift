import InboxKit
import InboxModel

/// From a message to the one that it answers, and back.
extension ThreadScreen {
    func goToParent() {
        guard let message = pane.currentMessage, !pane.goToParent() else { return }
        surroundings.say(whereParentIs(of: message), kind: .info, undo: false)
    }

    func goToReply() {
        if !pane.goToReply() { surroundings.say("No answer to this message is here", kind: .info, undo: false) }
    }

    private func whereParentIs(of message: Message) -> String {
        guard let header = message.inReplyToHeader else { return "This message answers no other, as far as is known" }
        let found = try? surroundings.session.message(messageIDHeader: header, account: message.account)
        guard let found, found.thread != thread else { return "What this message answers is not here" }
        return "What this message answers is in another thread: \(Wording.title(found.subject))"
    }
}
