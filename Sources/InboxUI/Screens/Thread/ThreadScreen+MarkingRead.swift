import InboxKit
import InboxModel
import TerminalUI

/// Marking messages as read.
extension ThreadScreen {
    /// Marks as read what has been visible, when the thread is left or as soon as it is seen, as the settings say.
    func markShown() {
        switch around.settings.markRead {
        case .open, .leave: markRead(pane.shown)
        case .never, .after: break
        }
    }

    private func markRead(_ messages: Set<MessageID>) {
        let read = pane.items.filter { $0.isUnread && messages.contains($0.id) && !keptUnread.contains($0.id) }
        guard !keepsUnread, let account = read.first?.account,
            around.session.knownAccounts.contains(where: { $0.id == account && !$0.isReadOnly })
        else { return }
        order?.linger(thread)
        around.markRead(read.map(\.id))
    }

    /// - Parameter count: how many messages had been visible before this frame.
    func noteShown(_ count: Int, _ frame: inout Frame) {
        switch around.settings.markRead {
        case .open: if count != pane.shown.count { markShown() }
        case .after(let seconds): markRested(for: .seconds(seconds), &frame)
        case .leave, .never: break
        }
    }

    /// Marks as read what has been visible for some time without a break, once per visit: a server that refuses is not asked
    /// again and again.
    private func markRested(for wait: Duration, _ frame: inout Frame) {
        let waiting = pane.drawn.texts.filter { pane.messages[$0]?.isUnread == true && !rested.contains($0) }
        readAt = waiting.reduce(into: [:]) { $0[$1] = readAt[$1] ?? frame.now + wait }
        let ripe = Set(readAt.filter { $0.value <= frame.now }.keys)
        if !ripe.isEmpty {
            rested.formUnion(ripe)
            markRead(ripe)
            readAt = readAt.filter { !ripe.contains($0.key) }
        }
        if let next = readAt.values.min() { frame.redraw(at: next) }
    }
}
