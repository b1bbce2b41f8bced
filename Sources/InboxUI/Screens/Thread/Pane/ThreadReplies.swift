import InboxModel

/// Which message of a thread answers which, according to their headers (RFC 5322 §3.6.4). Nothing is guessed from subjects or
/// dates.
struct ThreadReplies {
    /// The messages in the order shown.
    private(set) var shown: [Message]
    /// The place of each message in that order.
    private(set) var places: [MessageID: Int] = [:]
    /// The message that each one answers, where it is in the thread.
    private(set) var parents: [MessageID: MessageID] = [:]
    /// Whom a message answers, for those that do not answer the message right above.
    private(set) var notes: [MessageID: ReplyNote] = [:]
    /// In a tree, the depth of each message below one that answers none.
    private(set) var depths: [MessageID: Int] = [:]

    /// - Parameters:
    ///   - messages: oldest first.
    ///   - isTree: whether each stands below the one that it answers, oldest first among answers to the same one.
    init(_ messages: [Message] = [], isTree: Bool = false) {
        shown = messages
        let hasReplies = messages.contains { $0.inReplyToHeader != nil }
        if hasReplies { findParents() }
        if hasReplies, isTree { makeTree() }
        places.reserveCapacity(shown.count)
        for (place, message) in shown.enumerated() { places[message.id] = place }
        if hasReplies { findNotes() }
    }

    /// Finds the parents. Among several copies of the answered message, that is the last one before the answer, else the last.
    private mutating func findParents() {
        var named: [String: MessageID] = [:]
        var early: [(id: MessageID, answered: String)] = []
        for message in shown {
            if let header = message.inReplyToHeader, header != message.messageIDHeader {
                if let parent = named[header] {
                    parents[message.id] = parent
                } else {
                    early.append((message.id, header))
                }
            }
            if let header = message.messageIDHeader, !message.isDraft { named[header] = message.id }
        }
        for (id, answered) in early { parents[id] = named[answered] }
    }

    private mutating func makeTree() {
        let oldestFirst = shown
        var answers: [MessageID: [Message]] = [:]
        for message in oldestFirst {
            if let parent = parents[message.id] { answers[parent, default: []].append(message) }
        }
        shown = []
        // Messages that answer each other in a circle are below none of the others.
        for root in oldestFirst.filter({ parents[$0.id] == nil }) + oldestFirst {
            var next = [(message: root, depth: 0)]
            while let (message, depth) = next.popLast() {
                guard depths[message.id] == nil else { continue }
                depths[message.id] = depth
                shown.append(message)
                for answer in (answers[message.id] ?? []).reversed() { next.append((answer, depth + 1)) }
            }
        }
    }

    private mutating func findNotes() {
        // Two copies of a message, such as one that was sent to a list, count as one: what matters is the message above both.
        var (above, before): (String?, String?)
        for (place, message) in shown.enumerated() {
            let own = message.messageIDHeader
            let isCopy = own != nil && own == above
            if let parent = parents[message.id].flatMap({ places[$0] }),
                message.inReplyToHeader != (isCopy ? before : above)
            {
                notes[message.id] = ReplyNote(from: shown[parent].from.first, distance: place - parent)
            }
            // A draft does not separate two messages.
            guard !message.isDraft else { continue }
            if !isCopy { (above, before) = (own, above) }
        }
    }
}
