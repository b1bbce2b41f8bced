import InboxModel

/// One row of a thread: a message, open or folded, or several read ones folded into one line.
enum MessageRow: Hashable, Sendable {
    case message(MessageID, isOpen: Bool)
    /// Read messages in one line, the oldest first; at least two.
    case run([MessageID])

    /// The message that identifies the row.
    var first: MessageID {
        switch self {
        case .message(let id, _): id
        case .run(let ids): ids[0]
        }
    }

    var all: [MessageID] {
        switch self {
        case .message(let id, _): [id]
        case .run(let ids): ids
        }
    }

    var isOpen: Bool { if case .message(_, true) = self { true } else { false } }
}

/// Which messages of a thread are open. The default is decided when a message is first seen; after that the user decides.
struct ThreadFolding: Hashable, Sendable, Codable {
    private(set) var isOpen: [MessageID: Bool] = [:]
    private var unfoldedRuns: Set<MessageID> = []
    /// The number of messages in a long run that keep a line of their own.
    static let linesBeforeRun = 2

    init() {}

    /// Decides about new messages: unread ones and the last one are open.
    /// - Parameter hits: what a search found. On the first call only these are open, unless there are none.
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

    /// Returns the rows, oldest first. Consecutive read and folded messages share a line after the first two.
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
