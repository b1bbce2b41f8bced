import Foundation
import Synchronization

/// The listeners to a sequence of events. Nothing is dropped; a listener that stops is forgotten.
final class EventStreams<Event: Sendable>: Sendable {
    private let continuations = Mutex<[UUID: AsyncStream<Event>.Continuation]>([:])

    func make() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
        let id = UUID()
        continuations.withLock { $0[id] = continuation }
        continuation.onTermination = { [weak self] _ in self?.continuations.withLock { $0[id] = nil } }
        return stream
    }

    func yield(_ event: Event) {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(event) }
    }

    func finish() {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
    }
}
