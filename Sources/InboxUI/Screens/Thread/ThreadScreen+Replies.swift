import InboxKit
import InboxModel

/// Going from a message to the one that it answers, and back; and ordering the thread by replies.
extension ThreadScreen {
    static let orderKey = "thread.order"

    /// Whether messages stand below what they answer: the user's settings file takes precedence over what a key set.
    static func isByReplies(_ around: any Surroundings) -> Bool {
        let isSaid = around.settingsFile?.own.contains("threadOrder") ?? false
        let kept = isSaid ? nil : around.session.setting(orderKey).flatMap(Settings.MessageOrder.init)
        return (kept ?? around.settings.threadOrder) == .replies
    }

    func settingsChanged() {
        pane.followSettings(of: around)
        pane.order(byReplies: Self.isByReplies(around))
    }

    func changeOrder() {
        pane.order(byReplies: !pane.messages.isByReplies)
        let order = pane.messages.isByReplies ? Settings.MessageOrder.replies : .date
        around.keep(order.rawValue, for: Self.orderKey)
        let isKnown = !pane.messages.replies.parents.isEmpty || pane.items.count < 2
        let words = isKnown ? "Ordered by replies" : "Ordered by replies, but none are known here"
        around.sayHere(order == .date ? "Ordered by date" : words, kind: .done)
    }

    func goToParent() {
        guard let message = pane.currentMessage, !pane.goToParent() else { return }
        around.say(whereParentIs(of: message), kind: .info)
    }

    func goToReply() {
        if !pane.goToReply() { around.say("No reply to this message is here", kind: .info) }
    }

    private func whereParentIs(of message: Message) -> String {
        guard let header = message.inReplyToHeader else { return "This is not a reply, as far as is known" }
        let found = try? around.session.message(messageIDHeader: header, account: message.account)
        guard let found, found.thread != thread else { return "The message that this replies to is not here" }
        return "This replies to a message in another thread: \(Wording.title(found.subject))"
    }
}
