import Synchronization

/// Hands out the faults that are in force, one a write, in the order in which they were given.
final class FaultInjector: Sendable {
    private let faults: Mutex<[Fault]>

    init(_ faults: [Fault]) {
        self.faults = Mutex(faults)
    }

    func set(_ new: [Fault]) {
        faults.withLock { $0 = new }
    }

    /// What spoils the next write; nil when it goes well.
    func next() -> Fault.Kind? {
        faults.withLock { faults in
            guard let fault = faults.first else { return nil }
            if let count = fault.count {
                faults[0].count = count - 1
                if count <= 1 { faults.removeFirst() }
            }
            return fault.kind
        }
    }
}
