import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What the user wrote last in threads, and when: rows of sent mail show that, not others' answers.
@UI
final class SentWords {
    struct Words: Hashable, Sendable {
        var snippet: String
        var date: Date
        /// The people to whom the user wrote in the thread, the last first.
        var recipients: [MailAddress]
    }

    /// The state of a thread when it was read; a thread that has changed is read again.
    private struct Stamp: Hashable, Sendable {
        var date: Date
        var count: Int
    }

    private let session: MailSession
    private let changed: () -> Void
    private var known: [ThreadID: (stamp: Stamp, words: Words?)] = [:]
    private var task: Task<Void, Never>?
    /// How often something new was read.
    private(set) var timesRead = 0

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit { task?.cancel() }

    subscript(thread: ThreadID) -> Words? { known[thread]?.words }

    /// Reads the threads whose current state is not known yet, in the background.
    func want(_ threads: [MailThread], in sent: Set<MailboxID>) {
        let new = threads.compactMap { thread -> (ThreadID, Stamp)? in
            let stamp = Stamp(date: thread.lastDate, count: thread.messageCount)
            return known[thread.id]?.stamp == stamp ? nil : (thread.id, stamp)
        }
        task?.cancel()
        guard !new.isEmpty else { return }
        let session = session
        task = Task { [weak self] in
            let read = await Task.detached { new.map { ($0.0, $0.1, Self.words(of: $0.0, sent, session)) } }.value
            guard let self, !Task.isCancelled else { return }
            for (id, stamp, words) in read { self.known[id] = (stamp, words) }
            self.timesRead += 1
            self.changed()
        }
    }

    nonisolated private static func words(
        of thread: ThreadID, _ sent: Set<MailboxID>, _ session: MailSession
    ) -> Words? {
        let messages = (try? session.messages(of: thread)) ?? []
        let own = messages.filter { !$0.isDraft && !$0.mailboxes.isDisjoint(with: sent) }
        return own.last.map { last in
            Words(
                snippet: last.snippet, date: last.receivedAt,
                recipients: own.reversed().flatMap { $0.to + $0.cc + $0.bcc })
        }
    }
}
