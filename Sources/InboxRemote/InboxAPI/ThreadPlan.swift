import InboxModel

/// How many messages are changed in few requests: whole threads with one, where all that the server would change is meant.
struct ThreadPlan: Hashable {
    struct Whole: Hashable, Sendable {
        var thread: RemoteID
        var change: MarkChange
        /// The messages that are to change.
        var meant: Set<RemoteID>
        /// All messages of the thread, including drafts.
        var messages: [KnownThreads.Message]
        /// The mailboxes of messages that the server leaves where they are.
        var spared: Set<RemoteID>
    }

    /// Ordered by thread.
    private(set) var threads: [Whole] = []
    /// Messages to change one by one, whose labels need not be asked for.
    private(set) var messages: [RemoteID: MarkChange] = [:]
    /// Messages of which too little is known.
    private(set) var rest: [RemoteID: RemoteUpdate] = [:]

    /// - Parameter changed: threads that have changed since what is known.
    init(_ updates: [RemoteID: RemoteUpdate], _ known: KnownThreads, changed: Set<RemoteID> = [], hasLabels: Bool) {
        rest = updates
        for (thread, all) in known.threads.sorted(by: { $0.key < $1.key }) where !changed.contains(thread) {
            var changes: [RemoteID: MarkChange] = [:]
            for message in all {
                guard let update = rest[message.id], !message.isDraft,
                    let change = try? MarkChange(update, of: message, hasLabels: hasLabels), !change.isEmpty
                else { continue }
                changes[message.id] = change
                rest[message.id] = nil
            }
            if let whole = Self.whole(thread, all, changes, sent: known.sent) {
                threads.append(whole)
            } else {
                messages.merge(changes) { first, _ in first }
            }
        }
    }

    /// The number of requests that it saves.
    func saved(hasLabels: Bool) -> Int {
        let labelled =
            messages.values.count { $0.labels != nil }
            + threads.reduce(0) { $0 + ($1.change.labels == nil ? 0 : $1.meant.count) }
        return threads.reduce(0) { $0 + $1.meant.count - 1 } + (hasLabels ? labelled : 0)
    }

    /// Returns nil if one request for the thread would do something else than one for each message. It changes all messages but drafts,
    /// and moves none that were sent.
    private static func whole(
        _ thread: RemoteID, _ all: [KnownThreads.Message], _ changes: [RemoteID: MarkChange], sent: Set<RemoteID>
    ) -> Whole? {
        guard changes.count > 1, let change = changes.values.first, changes.values.allSatisfy({ $0 == change }) else {
            return nil
        }
        let isWhole = all.allSatisfy { message in
            var effect = change
            if message.isDraft { return true }
            if change.folder != nil, message.isSent(sent) {
                guard changes[message.id] == nil else { return false }
                effect.folder = nil
            }
            return changes[message.id] != nil || effect.isDone(in: message)
        }
        guard isWhole else { return nil }
        let spared = all.filter { $0.isDraft || $0.isSent(sent) }
        return Whole(
            thread: thread, change: change, meant: Set(changes.keys), messages: all,
            spared: spared.reduce(into: []) { $0.formUnion($1.mailboxes) })
    }
}

extension KnownThreads.Message {
    fileprivate var isDraft: Bool { keywords.contains(.draft) }

    fileprivate func isSent(_ sent: Set<RemoteID>) -> Bool { !mailboxes.isDisjoint(with: sent) }
}
