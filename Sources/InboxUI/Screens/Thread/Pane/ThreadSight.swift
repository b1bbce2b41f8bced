import InboxModel

/// How a thread was left, for whoever comes back to it: what was open in it, and what was in sight.
public struct ThreadSight: Hashable, Sendable, Codable {
    var folding: ThreadFolding
    /// Messages whose quotes were unfolded.
    var withQuotes: Set<MessageID>
    var current: MessageID?
    /// The first message in sight, and its lines above that.
    var top: MessageID?
    var line: Int
    /// Columns of the text: of another width these are other lines.
    var width: Int
    /// Those that were there then.
    var known: Set<MessageID>
}

/// The sights of the threads that were left last. They last as long as the program runs, but for that of the thread that is open
/// at its end.
public struct ThreadSights: Sendable {
    private var sights: [ThreadID: ThreadSight] = [:]
    /// The one that was left last comes last.
    private var order: [ThreadID] = []
    private static let most = 200

    public init() {}

    subscript(thread: ThreadID) -> ThreadSight? {
        get { sights[thread] }
        set {
            order.removeAll { $0 == thread }
            sights[thread] = newValue
            guard newValue != nil else { return }
            order.append(thread)
            if order.count > Self.most { sights[order.removeFirst()] = nil }
        }
    }
}

extension ThreadPane {
    /// How it is now; nil when nothing of it was drawn.
    var sight: ThreadSight? {
        guard !isFresh, rows.indices.contains(scroll.row) else { return nil }
        return ThreadSight(
            folding: folding, withQuotes: withQuotes, current: current, top: rows[scroll.row].first, line: scroll.line,
            width: textWidth, known: Set(messages.keys))
    }

    /// Makes it as it was left. A search that found some of its messages counts for more, and so does what came since.
    func restore(_ sight: ThreadSight) {
        guard !hits.tellsApart(items) else { return }
        folding = sight.folding
        folding.see(items)
        folding.unfold(items.filter { isNew($0) && !sight.known.contains($0.id) }.map(\.id))
        withQuotes = sight.withQuotes
        arrange()
        newcomer = items.first { ($0.isUnread || isNew($0)) && !sight.known.contains($0.id) }?.id
        if newcomer == nil { wantedSight = sight }
    }

    /// Goes to where it was left. Where that text has still to come, it is gone to once more when it is here.
    func goToWantedSight() -> Bool {
        guard let sight = wantedSight else { return false }
        guard awaitedSight == nil || awaitedSight == scroll else {
            // The user has gone on.
            (wantedSight, awaitedSight) = (nil, nil)
            return true
        }
        guard let top = sight.top.flatMap({ row(of: $0) }) else {
            wantedSight = nil
            return false
        }
        if let id = sight.current, row(of: id) != nil { current = id }
        scroll.go(toRow: top, line: sight.width == textWidth ? sight.line : 0)
        settle()
        let message = rows[top].isOpen ? messages[rows[top].first] : nil
        let isHere = message.map { bodies.state(of: $0).state.isHere } ?? true
        if isHere { wantedSight = nil }
        awaitedSight = isHere ? nil : scroll
        return true
    }
}
