import InboxModel
import InboxRemote
import Synchronization

/// What all looks of a service share: one runs at a time, and each remembers what it saw for the next.
final class LookKeeper: Sendable {
    /// After this time all folders are looked at: what waits for news hears of one folder only.
    static let pause: Duration = .seconds(60)
    /// Each so many looks, what seems to be the same is compared as well.
    private static let thorough = 10

    private struct State {
        var begun = 0
        /// The number of the last look that came to its end.
        var done = 0
        var lastBegan: Duration?
        var isAskedFor = false
        var isListed = false
        var memories: [Int64: FolderMemory] = [:]
        /// Ids of folders are never used again, not even for one that is numbered anew.
        var deleted: [Int64: UIDSet] = [:]
    }

    /// Held by whoever compares folders with the index.
    let lock = LookLock()
    /// Held by whoever outlines old mail, between whose steps looks run.
    let outlining = LookLock()
    private let timeline: Timeline
    private let state = Mutex(State())

    init(clock: any Clock<Duration>) { timeline = Timeline(clock) }

    /// The time since creation.
    var now: Duration { timeline.now }

    // MARK: Looks at all folders

    /// How many looks have begun.
    var begun: Int { state.withLock(\.begun) }

    /// Whether a look that began after so many others came to its end.
    func hasLooked(after begun: Int) -> Bool { state.withLock { $0.done > begun } }

    /// - Returns: the number of the look, and whether it is to be a thorough one.
    func begin() -> (number: Int, isThorough: Bool) {
        let now = now
        return state.withLock { state in
            state.begun += 1
            state.lastBegan = now
            return (state.begun, state.begun.isMultiple(of: Self.thorough))
        }
    }

    func end(_ number: Int) { state.withLock { $0.done = max($0.done, number) } }

    /// How long until the next look at all folders is due; zero if it is.
    var untilDue: Duration {
        let now = now
        return state.withLock { state in
            guard let last = state.lastBegan, state.done == state.begun else { return .zero }
            return max(.zero, last + Self.pause - now)
        }
    }

    // MARK: Wishes

    /// Makes the next request for changes look at once.
    func ask() { state.withLock { $0.isAskedFor = true } }

    func takeAsking() -> Bool {
        state.withLock { state in
            defer { state.isAskedFor = false }
            return state.isAskedFor
        }
    }

    // MARK: The first list

    /// The list of folders was taken for the state, which goes with the list.
    func noteListing() { state.withLock { $0.isListed = true } }

    /// - Returns: whether the list need not be taken for this call.
    func takeListing() -> Bool {
        state.withLock { state in
            defer { state.isListed = false }
            return state.isListed
        }
    }

    // MARK: What was seen

    func memory(of folder: IndexedFolder) -> FolderMemory? {
        state.withLock { state in
            state.memories[folder.id].flatMap { $0.uidValidity == folder.uidValidity ? $0 : nil }
        }
    }

    func remember(_ memory: FolderMemory, of folder: IndexedFolder) {
        state.withLock { $0.memories[folder.id] = memory }
    }

    /// Messages that were marked as deleted, so that the index does not have them.
    func deleted(in folder: IndexedFolder) -> UIDSet { state.withLock { $0.deleted[folder.id] ?? [] } }

    func noteDeleted(_ outlines: [IMAPOutline], in folder: IndexedFolder) {
        state.withLock { state in
            let known = state.deleted[folder.id] ?? []
            let deleted = UIDSet(outlines.lazy.filter { FlagText.isDeleted($0.flags) }.map(\.uid))
            guard !known.isEmpty || !deleted.isEmpty else { return }
            let told = known.subtracting(UIDSet(outlines.lazy.map(\.uid))).union(deleted)
            state.deleted[folder.id] = told.isEmpty ? nil : told
        }
    }
}
