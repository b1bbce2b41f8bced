import InboxModel

/// How a thread was left, to restore on return: what was open in it, and what was visible.
struct ThreadSight: Hashable, Sendable, Codable {
    var folding: ThreadFolding
    /// Messages whose quotes were unfolded.
    var withQuotes: Set<MessageID>
    var current: MessageID?
    /// The first visible message, and how many of its lines were above the view.
    var top: MessageID?
    var line: Int
    /// The width of the text in columns: at another width the lines differ.
    var width: Int
    /// The messages that were there then.
    var known: Set<MessageID>
}

/// The sights of the threads that were left last. They last for one run of the program, except that of the thread that is open
/// at its end.
struct ThreadSights: Sendable {
    private var sights: [ThreadID: ThreadSight] = [:]
    /// The thread that was left last comes last.
    private var order: [ThreadID] = []
    private static let most = 200

    init() {}

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
    /// The current sight; nil when nothing of the thread was drawn.
    var sight: ThreadSight? {
        guard !isFresh, rows.indices.contains(scroll.row) else { return nil }
        return ThreadSight(
            folding: folding, withQuotes: withQuotes, current: current, top: rows[scroll.row].first, line: scroll.line,
            width: textWidth, known: messages.ids)
    }

    /// Restores the thread as it was left. A search that found some of its messages takes precedence, and so do new messages.
    func restore(_ sight: ThreadSight) {
        guard !hits.tellsApart(items) else { return }
        folding = sight.folding
        folding.see(items)
        folding.unfold(items.filter { isNew($0) && !sight.known.contains($0.id) }.map(\.id))
        withQuotes = sight.withQuotes
        arrange()
        newMessages.first = items.first { ($0.isUnread || isNew($0)) && !sight.known.contains($0.id) }?.id
        if newMessages.first == nil { wanted = WantedSight(sight: sight) }
    }

    /// Goes to where the thread was left; once more when the text there arrives.
    func goToWantedSight() -> Bool {
        guard let wanted else { return false }
        guard wanted.awaited == nil || wanted.awaited == scroll else {
            // The user has moved on.
            self.wanted = nil
            return true
        }
        let sight = wanted.sight
        guard let top = sight.top.flatMap({ row(of: $0) }) else {
            self.wanted = nil
            return false
        }
        if let id = sight.current, row(of: id) != nil { current = id }
        scroll.go(toRow: top, line: sight.width == textWidth ? sight.line : 0)
        settle()
        let message = rows[top].isOpen ? messages[rows[top].first] : nil
        let isHere = message.map { bodies.state(of: $0).state.isHere } ?? true
        self.wanted = isHere ? nil : WantedSight(sight: sight, awaited: scroll)
        return true
    }
}
