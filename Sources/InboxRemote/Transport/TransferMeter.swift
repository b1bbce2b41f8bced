import Synchronization

/// How many bytes of a file have gone or come so far. Whoever has it moved looks, the transport writes.
public final class TransferMeter: Sendable {
    public enum Direction: Hashable, Sendable { case upload, download }

    public let direction: Direction
    private let count = Atomic(0)

    public init(_ direction: Direction) {
        self.direction = direction
    }

    /// Of the request or answer that carries the file: what a dialect wraps around it is counted too.
    public var bytes: Int { count.load(ordering: .relaxed) }

    /// How much of the request's body is gone, in all.
    public func sent(_ bytes: Int) {
        if direction == .upload { count.store(bytes, ordering: .relaxed) }
    }

    /// How much of the answer's body has come, decompressed, in all.
    public func received(_ bytes: Int) {
        if direction == .download { count.store(bytes, ordering: .relaxed) }
    }
}

/// Each is only like itself.
extension TransferMeter: Hashable {
    public static func == (one: TransferMeter, other: TransferMeter) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
