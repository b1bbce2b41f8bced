import Synchronization

/// Hands out the current faults, one for each write, in their given order.
final class FaultInjector: Sendable {
    private let faults: Mutex<[Fault]>
    /// Times slow writes.
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

    /// Whether there are no faults.
    var isIdle: Bool { faults.withLock(\.isEmpty) }

    /// Returns the fault for the next write; nil for none.
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

    /// Returns the error for a refused write, in the form that a real server uses.
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
        case .refuse, .drop, .lost, .gateway, .slow: APIError.invalid("Refused, as this server was told to")
        }
    }
}
