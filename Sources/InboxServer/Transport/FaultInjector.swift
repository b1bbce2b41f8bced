import Synchronization

/// Hands out the faults that are in force, one a write, in the order in which they were given.
final class FaultInjector: Sendable {
    private let faults: Mutex<[Fault]>
    /// Passes the time of slow writes.
    let clock: any Clock<Duration>

    /// How long a slow write takes.
    static let slowness = Duration.seconds(5)

    init(_ faults: [Fault], clock: any Clock<Duration>) {
        self.faults = Mutex(faults)
        self.clock = clock
    }

    func set(_ new: [Fault]) {
        faults.withLock { $0 = new }
    }

    /// Whether nothing is to be spoiled.
    var isIdle: Bool { faults.withLock(\.isEmpty) }

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

    /// What a write that is not done is answered, in the form of the real thing.
    static func refusal(_ fault: Fault.Kind) -> APIError {
        let words = [JSONMember("server_error", .text("451 4.3.0 This server was told to refuse"))]
        return switch fault {
        case .limit:
            APIError(
                status: 429, type: "api_error", message: "Too many requests, as this server was told to say",
                details: words, retryAfter: 2)
        case .busy:
            APIError(
                status: 503, type: "api_error", message: "Busy, as this server was told to be", details: words,
                retryAfter: 1)
        case .refuse, .drop, .lost, .slow: APIError.invalid("Refused, as this server was told to")
        }
    }
}
