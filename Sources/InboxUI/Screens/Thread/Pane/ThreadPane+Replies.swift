import InboxKit
import InboxModel
import TerminalUI

extension ThreadPane {
    /// Orders each message below the one that it answers, or all by date.
    func order(byReplies: Bool) {
        guard byReplies != messages.isByReplies else { return }
        messages.isByReplies = byReplies
        take()
        if !isFresh, let row = current.flatMap({ row(of: $0) }) { go(toRow: row) }
    }

    /// Returns the indentation of a folded message in columns; 0 for screen readers, for which it means nothing.
    func indent(of id: MessageID) -> Int {
        guard !space.glyphs.areWords else { return 0 }
        return min(Self.mostSteps, messages.replies.depths[id] ?? 0) * (space.isNarrow ? 1 : 2)
    }

    private static var mostSteps: Int { 4 }

    /// Goes to the message that the current one answers. Returns whether that is in the thread.
    func goToParent() -> Bool {
        guard let id = current, let parent = messages.replies.parents[id] else { return false }
        cameFrom[parent] = id
        return open(parent)
    }

    /// Goes to the answer that the user came from, else to the first one. Returns whether there is any.
    func goToReply() -> Bool {
        guard let message = currentMessage else { return false }
        if let reply = cameFrom[message.id], open(reply) { return true }
        guard let header = message.messageIDHeader,
            let reply = provider.items.first(where: { $0.inReplyToHeader == header && $0.messageIDHeader != header })
        else { return false }
        return open(reply.id)
    }
}
