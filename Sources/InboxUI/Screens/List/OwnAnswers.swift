import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The times of the newest unread messages from others in threads where the user wrote last, as the user's own mail is not new to them.
@UI
final class OwnAnswers {
    /// The state of a thread when it was read; a thread that has changed is read again.
    private struct Stamp: Hashable, Sendable {
        var date: Date
        var count: Int
        var unread: Int
    }

    private let session: MailSession
    private let changed: () -> Void
    private var known: [ThreadID: (stamp: Stamp, date: Date)] = [:]
    private var task: Task<Void, Never>?
    /// How often something new was read.
    private(set) var timesRead = 0

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit { task?.cancel() }

    /// Returns when the newest message that is not the user's arrived; nil until that is known.
    func date(of thread: MailThread) -> Date? {
        known[thread.id].flatMap { $0.stamp == Self.stamp(thread) ? $0.date : nil }
    }

    /// Reads the threads whose current state is not known yet, in the background.
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
            self.timesRead += 1
            self.changed()
        }
    }

    private static func stamp(_ thread: MailThread) -> Stamp {
        Stamp(date: thread.lastDate, count: thread.messageCount, unread: thread.unreadCount)
    }

    /// - Parameter last: The thread's own date, which counts if somebody else wrote last, or the thread woke from a snooze.
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
