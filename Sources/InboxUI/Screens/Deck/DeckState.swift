import InboxModel

/// Which card lies on top of the deck, and what became of those before it.
struct DeckState: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case done(ThreadID, Action.Command)
        case kept(ThreadID)
        /// Laid aside, and something was done to it that leaves it among the unread.
        case left(ThreadID)
        /// Gone past: it is done with, and nothing was done to it.
        case passed(ThreadID)
        /// Something was done to it, and it stayed on top.
        case marked(ThreadID)

        var thread: ThreadID {
            switch self {
            case .done(let id, _), .kept(let id), .left(let id), .passed(let id), .marked(let id): id
            }
        }

        var isLaidAside: Bool {
            switch self {
            case .kept, .left: true
            case .done, .passed, .marked: false
            }
        }

        /// Whether another card lies on top after it.
        var leadsOn: Bool { if case .marked = self { false } else { true } }
    }

    /// The card on top. It stays there when mail arrives; only the user, or its leaving, puts another one there.
    private(set) var current: ThreadID?
    private(set) var steps: [Step] = []
    /// Unread threads, from the top of the deck.
    private var unread: [ThreadID] = []
    /// How many more there are below those.
    private var beyond = 0
    /// Dealt with, but still among the unread: the store has not told yet.
    private var leaving: Set<ThreadID> = []
    /// Dealt with and gone; what comes back from there was taken back or refused, or there is news of it.
    private var gone: Set<ThreadID> = []
    /// Came back while another card lay on top, and is dealt again below it, unless undo brought it back.
    private var cameBack: Set<ThreadID> = []
    private var later: Set<ThreadID> = []
    /// Taken back: it comes to lie on top as soon as, and as often as, the store tells that it is there.
    private var awaited: ThreadID?

    init() {}

    /// The unread threads are these now.
    /// - Parameters:
    ///   - count: how many there are in all, where these are only the uppermost; nil where they are all.
    ///   - isTurned: whether the deck was turned over: another card lies on top then.
    mutating func take(_ ids: [ThreadID], of count: Int? = nil, isTurned: Bool = false) {
        beyond = max(0, (count ?? 0) - ids.count)
        let known = Set(ids)
        if isTurned {
            current = nil
            // Those that were dealt with come back where read ones are dealt, too.
            leaving.formUnion(gone.intersection(known))
            gone.subtract(known)
        }
        unread = ids
        gone.formUnion(leaving.subtracting(known))
        leaving.formIntersection(known)
        let back = gone.intersection(known)
        gone.subtract(back)
        cameBack = cameBack.union(back).intersection(known)
        if let returned = steps.last(where: { back.contains($0.thread) })?.thread {
            steps.removeAll { back.contains($0.thread) }
            // Under the eyes of the user no other card takes the place of the one that is read.
            if !current.map(isOffered) { current = returned }
        }
        if let awaited, known.contains(awaited) { current = awaited }
        if !current.map(isOffered) { current = next(after: nil) }
    }

    /// Deals with the card on top. Returns its thread, or nil when there is no card.
    mutating func act(_ command: Action.Command) -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(.done(id, command))
        awaited = nil
        leaving.insert(id)
        current = next(after: id)
        return id
    }

    /// What was done to a card last could not be done: it lies on top again.
    mutating func refuse(_ id: ThreadID) {
        guard let place = steps.lastIndex(where: { if case .done(id, _) = $0 { true } else { false } }) else { return }
        steps.remove(at: place)
        leaving.remove(id)
        if unread.contains(id) { current = id }
    }

    /// Something was done to the card on top, which stays there.
    mutating func mark() { if let current { steps.append(.marked(current)) } }

    /// Goes past the card on top, for good. Returns its thread, or nil when there is no card.
    mutating func pass() -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(.passed(id))
        awaited = nil
        leaving.insert(id)
        current = next(after: id)
        return id
    }

    /// Lays the card on top aside. Returns its thread, or nil when there is no card.
    /// - Parameter isActed: something was done to it as well, which is taken back with it.
    mutating func keep(isActed: Bool = false) -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(isActed ? .left(id) : .kept(id))
        awaited = nil
        later.insert(id)
        current = next(after: id)
        return id
    }

    /// Lays the last card on top again, where it was only kept for later or gone past. False when something was done last: that is to be
    /// undone, and what that was for is known only then, for other screens do things, too.
    mutating func takeBack() -> Bool {
        switch steps.last {
        case .kept(let id): later.remove(id)
        case .passed(let id): leaving.remove(id)
        default: return false
        }
        let id = steps.removeLast().thread
        if unread.contains(id) { current = id }
        return true
    }

    /// What was done to these was undone: the card that it was done to comes back.
    mutating func wentBack(_ threads: [ThreadID]) {
        let place = steps.lastIndex { step in
            switch step {
            case .kept, .passed: return false
            default: break
            }
            return threads.contains(step.thread)
        }
        guard let place else {
            guard let returned = threads.first(where: cameBack.contains) else { return }
            cameBack.remove(returned)
            (current, awaited) = (returned, returned)
            return
        }
        let step = steps.remove(at: place)
        if case .marked = step { return }
        leaving.remove(step.thread)
        gone.remove(step.thread)
        later.remove(step.thread)
        if unread.contains(step.thread) { current = step.thread }
        awaited = step.thread
    }

    /// Lays the card on top again that was kept for later last. False when none was.
    mutating func goBack() -> Bool {
        let isKept: (Step) -> Bool = { $0.isLaidAside && self.unread.contains($0.thread) }
        guard let place = steps.lastIndex(where: isKept) else { return false }
        let step = steps.remove(at: place)
        awaited = nil
        later.remove(step.thread)
        current = step.thread
        return true
    }

    /// Offers what was kept for later once more. Returns whether there was something.
    mutating func startOver() -> Bool {
        guard current == nil, !later.isEmpty else { return false }
        later = []
        steps.removeAll(where: \.isLaidAside)
        current = next(after: nil)
        return current != nil
    }

    /// The place of the card on top among all of this sitting, from 1, and how many there are.
    var position: (place: Int, count: Int) {
        let left = unread.count(where: isOffered)
        let gone = steps.count { $0.leadsOn }
        return (gone + 1, gone + left + beyond)
    }

    var keptCount: Int { later.intersection(unread).count }

    /// What was done in this sitting, most often done first: “3 shaken · 1 archived”.
    var summary: String {
        let words: [(Action.Command, String)] = [
            (.shake, "shaken"), (.archive, "archived"), (.trash, "to the trash"), (.junk, "to junk"),
            (.notJunk, "not junk"), (.move, "moved"),
            (.snooze, "snoozed"), (.replyLater, "to be answered"),
        ]
        var parts = words.compactMap { command, word in
            let count = steps.count { if case .done(_, command) = $0 { true } else { false } }
            return count > 0 ? "\(Wording.number(count)) \(word)" : nil
        }
        if keptCount > 0 { parts.append("\(Wording.number(keptCount)) kept for later") }
        return parts.joined(separator: " · ")
    }

    private func isOffered(_ id: ThreadID) -> Bool {
        !leaving.contains(id) && !later.contains(id) && unread.contains(id)
    }

    /// The card below a thread in the deck, else the uppermost one.
    private func next(after id: ThreadID?) -> ThreadID? {
        let place = id.flatMap { unread.firstIndex(of: $0) } ?? -1
        return unread.dropFirst(place + 1).first(where: isOffered) ?? unread.first(where: isOffered)
    }
}

private prefix func ! (flag: Bool?) -> Bool { flag != true }
