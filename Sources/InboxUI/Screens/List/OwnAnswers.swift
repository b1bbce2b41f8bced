import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// When threads in which the user wrote last got their newest unread message: what the user wrote is not new to them.
@UI
final class OwnAnswers {
    /// How a thread was when it was read: what has changed is read anew.
    private struct Stamp: Hashable, Sendable {
        var date: Date
        var count: Int
        var unread: Int
    }

    private let session: MailSession
    private let changed: () -> Void
    private var known: [ThreadID: (stamp: Stamp, date: Date)] = [:]
    private var task: Task<Void, Never>?

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit { task?.cancel() }

    /// When the newest came that is not the user's; nil until that is known.
    func date(of thread: MailThread) -> Date? {
        known[thread.id].flatMap { $0.stamp == Self.stamp(thread) ? $0.date : nil }
    }

    /// Reads those that are not known as they are now, beside the keys.
    func want(_ threads: [MailThread], own: Set<String>) {
        let new = threads.filter { date(of: $0) == nil }.map { ($0.id, Self.stamp($0)) }
        guard !new.isEmpty else { return }
        task?.cancel()
        let session = session
        task = Task { [weak self] in
            let read = await Task.detached { new.map { ($0.0, $0.1, Self.date(of: $0.0, $0.1.date, own, session)) } }
                .value
            guard let self, !Task.isCancelled else { return }
            for (id, stamp, date) in read { self.known[id] = (stamp, date) }
            self.changed()
        }
    }

    private static func stamp(_ thread: MailThread) -> Stamp {
        Stamp(date: thread.lastDate, count: thread.messageCount, unread: thread.unreadCount)
    }

    /// - Parameter last: the thread's own date, which counts where somebody else wrote last, or it woke.
    nonisolated private static func date(
        of thread: ThreadID, _ last: Date, _ own: Set<String>, _ session: MailSession
    ) -> Date {
        let messages = ((try? session.messages(of: thread)) ?? []).filter { !$0.isDraft }
        func isOwn(_ message: Message) -> Bool { message.from.areOwn(own) }
        guard let newest = messages.max(by: { $0.receivedAt < $1.receivedAt }), isOwn(newest),
            newest.receivedAt >= last
        else { return last }
        return messages.filter { !isOwn($0) && $0.isUnread }.map(\.receivedAt).max() ?? .distantPast
    }
}
