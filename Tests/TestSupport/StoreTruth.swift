import Foundation
import InboxModel
package import InboxStore

/// Recomputes everything that a store derives from its messages, to compare it with the incrementally maintained data.
package struct StoreTruth {
    private let reader: StoreReader
    private let messages: [Message]

    package init(_ reader: StoreReader) throws {
        self.reader = reader
        messages = try reader.messages(MessageQuery(predicate: .everything, sort: .oldestFirst), limit: -1)
    }

    /// Returns the inconsistencies as text; empty if there are none.
    package func problems() throws -> [String] {
        try threadProblems() + mailboxProblems() + pendingProblems()
    }

    private func threadProblems() throws -> [String] {
        let shown = try reader.threads(ThreadQuery(predicate: .everything, sort: .oldestFirst), limit: -1)
        let groups = Dictionary(grouping: messages, by: \.thread)
        guard Set(shown.map(\.id)) == Set(groups.keys), shown.count == groups.count else {
            return ["threads \(shown.map(\.id)) for messages of \(groups.keys.sorted())"]
        }
        return shown.flatMap { thread in
            (groups[thread.id] ?? []).isEmpty ? [] : Self.problems(of: thread, groups[thread.id] ?? [])
        }
    }

    private static func problems(of thread: MailThread, _ all: [Message]) -> [String] {
        let sent = all.filter { !$0.isDraft }
        let shown = sent.isEmpty ? all : sent
        let expected: [(String, AnyHashable, AnyHashable)] = [
            ("subject", thread.subject, shown.first?.subject ?? ""),
            ("snippet", thread.snippet, shown.last?.snippet ?? ""),
            ("first date", thread.firstDate, shown.first?.receivedAt ?? .distantPast),
            (
                "last date", thread.lastDate,
                max(shown.last?.receivedAt ?? .distantPast, all.compactMap(\.marks.wokenAt).max() ?? .distantPast)
            ),
            ("awaits reply", thread.awaitsReply, all.contains { $0.keywords.contains(.replyLater) }),
            ("tags", thread.tags, Set(all.flatMap(\.keywords)).filter(\.isTag)),
            ("snoozed until", thread.snoozedUntil, all.compactMap(\.marks.snoozedUntil).max()),
            ("messages", thread.messageCount, sent.count),
            ("unread", thread.unreadCount, all.count { !$0.keywords.contains(.seen) && !$0.isDraft }),
            ("starred", thread.starredCount, all.count { $0.keywords.contains(.flagged) }),
            ("drafts", thread.draftCount, all.count - sent.count),
            ("size", thread.size, all.reduce(0) { $0 + $1.size }),
            ("files", thread.hasFiles, all.contains { !$0.files.isEmpty }),
            ("mailboxes", thread.mailboxes, Set(all.flatMap(\.mailboxes))),
            (
                "senders", Set(thread.senders.map { $0.email.lowercased() }),
                Set(shown.flatMap(\.from).map { $0.email.lowercased() })
            ),
        ]
        return expected.filter { $0.1 != $0.2 }.map { "thread \(thread.id): \($0.0) is \($0.1), should be \($0.2)" }
    }

    private func mailboxProblems() throws -> [String] {
        let mailboxes = try reader.mailboxes()
        let known = Set(try reader.mailboxesWithLeaving().map(\.id))
        let lost = messages.filter { !$0.mailboxes.isSubset(of: known) }.map {
            "message \($0.id) is in a mailbox that is gone"
        }
        return try lost + mailboxes.flatMap(problems)
    }

    private func problems(of mailbox: Mailbox) throws -> [String] {
        let here = MailPredicate.mailbox(.ids([mailbox.id]))
        let inside = messages.filter { $0.mailboxes.contains(mailbox.id) }
        var problems: [String] = []
        for (name, predicate, found) in [
            ("all", here, inside), ("unread", here && .unread, inside.filter(\.isUnread)),
            ("starred", here && .starred, inside.filter(\.isStarred)),
        ] {
            let wanted = Set(found.map(\.thread))
            let listed = try reader.threads(ThreadQuery(predicate: predicate, sort: .newestFirst), limit: -1)
            if listed.map(\.id) != order(wanted) {
                problems.append(
                    "mailbox \(mailbox.name), \(name): lists \(listed.map(\.id)), should be \(order(wanted))")
            }
            let count = try reader.count(ThreadQuery(predicate: predicate, sort: .newestFirst))
            if count != wanted.count {
                problems.append("mailbox \(mailbox.name), \(name): counts \(count), should be \(wanted.count)")
            }
        }
        return problems
    }

    /// Newest first.
    private func order(_ threads: Set<ThreadID>) -> [ThreadID] {
        var newest: [ThreadID: (sent: Date?, any: Date)] = [:]
        for message in messages where threads.contains(message.thread) {
            var dates = newest[message.thread] ?? (nil, message.receivedAt)
            dates.any = max(dates.any, message.receivedAt)
            if !message.isDraft { dates.sent = max(dates.sent ?? message.receivedAt, message.receivedAt) }
            newest[message.thread] = dates
        }
        for message in messages {
            guard let woken = message.marks.wokenAt, let dates = newest[message.thread] else { continue }
            newest[message.thread]?.sent = max(woken, dates.sent ?? dates.any)
        }
        return newest.map { ($0.value.sent ?? $0.value.any, $0.key) }.sorted { $0 > $1 }.map(\.1)
    }

    /// Checks that effective marks are base with the pending actions replayed over it, and that a base exists only with
    /// pending actions.
    private func pendingProblems() throws -> [String] {
        var problems: [String] = []
        for message in messages {
            let patches = try reader.pendingPatches(of: message.id).map(\.patch)
            let base = try reader.base(of: message.id)
            guard (base != nil) == !patches.isEmpty else {
                problems.append(
                    "message \(message.id) has \(patches.count) pending edits and base \(String(describing: base))")
                continue
            }
            if let base, patches.reduce(base, { $0.applying($1) }) != message.marks {
                problems.append("message \(message.id) shows \(message.marks), base \(base), pending \(patches)")
            }
        }
        let known = Set(messages.map(\.id))
        for action in try reader.actions() {
            if action.edits.isEmpty, action.object == nil { problems.append("action \(action.id) does nothing") }
            if !known.isSuperset(of: action.edits.map(\.message)) {
                problems.append("action \(action.id) acts on a message that is gone")
            }
        }
        return problems
    }
}
