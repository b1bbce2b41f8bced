import InboxModel

/// One row of a thread: a message, open or folded, or several read ones folded into one line.
enum MessageRow: Hashable, Sendable {
    case message(MessageID, isOpen: Bool)
    /// Read messages that one line stands for, the oldest first; at least two.
    case run([MessageID])

    /// The message that the row is known by.
    var first: MessageID {
        switch self {
        case .message(let id, _): id
        case .run(let ids): ids[0]
        }
    }

    var isOpen: Bool { if case .message(_, true) = self { true } else { false } }
}

/// Which messages of a thread are open. Decided once for each message, when it is first seen; then it is the user's.
struct ThreadFolding: Hashable, Sendable, Codable {
    private(set) var isOpen: [MessageID: Bool] = [:]
    private var unfoldedRuns: Set<MessageID> = []
    /// Messages of a long run that still have a line of their own.
    static let linesBeforeRun = 2

    init() {}

    /// Takes notice of messages that are new here: unread ones are open, and the last.
    /// - Parameter hits: what a search found; at the first time only that is open, where it is anything.
    mutating func see(_ messages: [Message], hits: [MessageID] = []) {
        let isFirst = isOpen.isEmpty
        if isFirst, !hits.isEmpty {
            for message in messages { isOpen[message.id] = false }
            for id in hits { isOpen[id] = true }
            return
        }
        for message in messages where isOpen[message.id] == nil {
            isOpen[message.id] = message.isUnread || message.isDraft
        }
        if isFirst, let last = messages.last(where: { !$0.isDraft }) ?? messages.last { isOpen[last.id] = true }
    }

    mutating func toggle(_ id: MessageID) {
        isOpen[id] = !(isOpen[id] ?? false)
        unfoldedRuns.insert(id)
    }

    mutating func open(_ id: MessageID) { isOpen[id] = true }

    mutating func unfold(_ run: [MessageID]) { unfoldedRuns.formUnion(run) }

    /// The rows, oldest first. Read, folded messages that follow each other share a line after the first two.
    func rows(_ messages: [Message]) -> [MessageRow] {
        var rows: [MessageRow] = []
        var run: [MessageID] = []
        func endRun() {
            let hidden = run.count - Self.linesBeforeRun
            let alone = hidden >= 2 ? Self.linesBeforeRun : run.count
            rows += run.prefix(alone).map { .message($0, isOpen: false) }
            if alone < run.count { rows.append(.run(Array(run[alone...]))) }
            run = []
        }
        for message in messages {
            let open = isOpen[message.id] ?? false
            if !open, !message.isUnread, !unfoldedRuns.contains(message.id) {
                run.append(message.id)
            } else {
                endRun()
                rows.append(.message(message.id, isOpen: open))
            }
        }
        endRun()
        return rows
    }
}
