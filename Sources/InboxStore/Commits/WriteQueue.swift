import Synchronization

/// A counter of waiting writers, so that a long write can end early for them.
final class WriteQueue: Sendable {
    private let waiting = Atomic<Int>(0)

    /// The number of waiting writers.
    var count: Int { waiting.load(ordering: .relaxed) }

    func enter() -> Place {
        waiting.add(1, ordering: .relaxed)
        return Place(self)
    }

    /// A waiting writer, until `leave`: when its turn comes, or when it gives up.
    final class Place: Sendable {
        private let queue: WriteQueue
        private let isThere = Atomic<Bool>(true)

        fileprivate init(_ queue: WriteQueue) { self.queue = queue }

        func leave() {
            if isThere.exchange(false, ordering: .relaxed) { queue.waiting.subtract(1, ordering: .relaxed) }
        }
    }
}
