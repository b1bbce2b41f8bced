import InboxModel

/// Which card is on top of the deck, and what became of the cards before it.
struct DeckState: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case done(ThreadID, Action.Command)
        case kept(ThreadID)
        /// Laid aside, with an action that leaves it unread.
        case left(ThreadID)
        /// Passed: done with, without any action.
        case passed(ThreadID)
        /// Stayed on top, with an action performed on it.
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

        /// Whether the step moves on to another card.
        var leadsOn: Bool { if case .marked = self { false } else { true } }
    }

    /// The card on top. It stays there when mail arrives; only the user, or its removal, puts another one on top.
    private(set) var current: ThreadID?
    private(set) var steps: [Step] = []
    /// The unread threads, from the top of the deck.
    private var unread: [ThreadID] = []
    /// The number of further threads below those.
    private var beyond = 0
    /// Threads done with, but still among the unread ones, since the store has not reported the change yet.
    private var leaving: Set<ThreadID> = []
    /// Threads done with and gone. One that returns was undone or refused, or has new mail.
    private var gone: Set<ThreadID> = []
    /// Threads that left the deck without a key here: read or moved in their own screen, in the list before, or elsewhere.
    private var left: Set<ThreadID> = []
    /// Threads that returned while another card was on top. They are dealt again below it, unless undo brought them back.
    private var cameBack: Set<ThreadID> = []
    private var later: Set<ThreadID> = []
    /// A thread that was taken back: it goes on top as soon as, and whenever, the store reports it.
    private var awaited: ThreadID?

    init() {}

    /// Updates the unread threads.
    /// - Parameters:
    ///   - count: The total number, if these are only the uppermost; nil if these are all.
    ///   - isTurned: Whether the deck was turned over, which puts another card on top.
    mutating func take(_ ids: [ThreadID], of count: Int? = nil, isTurned: Bool = false) {
        beyond = max(0, (count ?? 0) - ids.count)
        let known = Set(ids)
        if isTurned {
            current = nil
            // Where read threads are dealt, those done with come back, too.
            leaving.formUnion(gone.intersection(known))
            gone.subtract(known)
        }
        left.formUnion(Set(unread).subtracting(known).subtracting(leaving))
        cameBack.formUnion(left.intersection(known))
        left.subtract(known)
        unread = ids
        gone.formUnion(leaving.subtracting(known))
        leaving.formIntersection(known)
        let back = gone.intersection(known)
        gone.subtract(back)
        cameBack = cameBack.union(back).intersection(known)
        if let returned = steps.last(where: { back.contains($0.thread) })?.thread {
            steps.removeAll { back.contains($0.thread) }
            // No other card may replace the one that the user is reading.
            if !hasCard { current = returned }
        }
        if let awaited, known.contains(awaited) { current = awaited }
        if !hasCard { current = next(after: nil) }
    }

    /// Performs an action on the top card. Returns its thread, or nil when there is no card.
    mutating func act(_ command: Action.Command) -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(.done(id, command))
        awaited = nil
        leaving.insert(id)
        current = next(after: id)
        return id
    }

    /// Puts a card back on top because its last action failed.
    mutating func refuse(_ id: ThreadID) {
        guard let place = steps.lastIndex(where: { if case .done(id, _) = $0 { true } else { false } }) else { return }
        steps.remove(at: place)
        leaving.remove(id)
        if unread.contains(id) { current = id }
    }

    /// Records an action on the top card that leaves it there.
    mutating func mark() { if let current { steps.append(.marked(current)) } }

    /// Passes the top card for good. Returns its thread, or nil when there is no card.
    mutating func pass() -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(.passed(id))
        awaited = nil
        leaving.insert(id)
        current = next(after: id)
        return id
    }

    /// Lays the top card aside. Returns its thread, or nil when there is no card.
    /// - Parameter isActed: Whether an action was performed on it as well, which undo takes back with it.
    mutating func keep(isActed: Bool = false) -> ThreadID? {
        guard let id = current else { return nil }
        steps.append(isActed ? .left(id) : .kept(id))
        awaited = nil
        later.insert(id)
        current = next(after: id)
        return id
    }

    /// Puts a card back on top that was only kept for later or passed. Returns false if it has come back already.
    mutating func takeBack(_ id: ThreadID) -> Bool {
        guard let place = steps.lastIndex(where: { $0 == .kept(id) || $0 == .passed(id) }) else { return false }
        steps.remove(at: place)
        later.remove(id)
        leaving.remove(id)
        awaited = nil
        if unread.contains(id) { current = id }
        return true
    }

    /// Handles an undone action: the card that it was performed on comes back. Only the undo tells which thread it was on, as other
    /// screens perform actions, too.
    mutating func wentBack(_ threads: [ThreadID]) {
        let place = steps.lastIndex { step in
            switch step {
            case .kept, .passed: return false
            default: break
            }
            return threads.contains(step.thread)
        }
        guard let place else {
            guard let returned = threads.first(where: { cameBack.contains($0) || left.contains($0) }) else { return }
            cameBack.remove(returned)
            awaited = returned
            if unread.contains(returned) { current = returned }
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

    /// Puts the card that was last kept for later back on top. Returns false if there is none.
    mutating func goBack() -> Bool {
        let isKept: (Step) -> Bool = { $0.isLaidAside && self.unread.contains($0.thread) }
        guard let place = steps.lastIndex(where: isKept) else { return false }
        let step = steps.remove(at: place)
        awaited = nil
        later.remove(step.thread)
        current = step.thread
        return true
    }

    /// Offers the cards kept for later again. Returns whether there were any.
    mutating func startOver() -> Bool {
        guard current == nil, !later.isEmpty else { return false }
        later = []
        steps.removeAll(where: \.isLaidAside)
        current = next(after: nil)
        return current != nil
    }

    /// The position of the top card in this sitting, from 1, and the total number of cards.
    var position: (place: Int, count: Int) {
        let left = unread.count(where: isOffered)
        let gone = steps.count { $0.leadsOn }
        return (gone + 1, gone + left + beyond)
    }

    var keptCount: Int { later.intersection(unread).count }

    /// What was done in this sitting, in words: “3 shaken · 1 archived”.
    var summary: String {
        let words: [(Action.Command, String)] = [
            (.shake, "shaken"), (.archive, "archived"), (.trash, "to the trash"), (.junk, "to junk"),
            (.notJunk, "not junk"), (.move, "moved"),
            (.snooze, "snoozed"), (.replyLater, "set aside"),
        ]
        var parts = words.compactMap { command, word in
            let count = steps.count { if case .done(_, command) = $0 { true } else { false } }
            return count > 0 ? "\(Wording.number(count)) \(word)" : nil
        }
        if keptCount > 0 { parts.append("\(Wording.number(keptCount)) kept for later") }
        return parts.joined(separator: " · ")
    }

    /// Whether the current card can stay on top.
    private var hasCard: Bool { current.map(isOffered) ?? false }

    private func isOffered(_ id: ThreadID) -> Bool {
        !leaving.contains(id) && !later.contains(id) && unread.contains(id)
    }

    /// Returns the next card below a thread in the deck, otherwise the uppermost one.
    private func next(after id: ThreadID?) -> ThreadID? {
        let place = id.flatMap { unread.firstIndex(of: $0) } ?? -1
        return unread.dropFirst(place + 1).first(where: isOffered) ?? unread.first(where: isOffered)
    }
}
