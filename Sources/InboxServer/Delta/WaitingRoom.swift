import Synchronization

/// Counts the requests that wait for changes, and refuses those beyond its capacity.
final class WaitingRoom: Sendable {
    private let capacity: Int
    private let count = Mutex(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// A place in the room; its holder must give it back.
    struct Ticket: Sendable {
        fileprivate let room: WaitingRoom

        func giveBack() {
            room.count.withLock { $0 -= 1 }
        }
    }

    func ticket() throws -> Ticket {
        let isLetIn = count.withLock { count in
            guard count < capacity else { return false }
            count += 1
            return true
        }
        guard isLetIn else { throw APIError.busy("Too many requests wait for changes") }
        return Ticket(room: self)
    }

    /// Throws when the room is currently full.
    func checkForPlace() throws {
        try ticket().giveBack()
    }

    func enter<Value>(_ body: () async throws -> Value) async throws -> Value {
        let ticket = try ticket()
        defer { ticket.giveBack() }
        return try await body()
    }
}
