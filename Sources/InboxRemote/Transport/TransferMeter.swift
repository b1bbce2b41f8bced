import Synchronization

/// The number of bytes of a file transferred so far. The transport writes it, and the caller reads it.
public final class TransferMeter: Sendable {
    public enum Direction: Hashable, Sendable { case upload, download }

    public let direction: Direction
    private let count = Atomic(0)

    public init(_ direction: Direction) {
        self.direction = direction
    }

    /// The bytes of the request or answer with the file, including what the dialect adds around it.
    public var bytes: Int { count.load(ordering: .relaxed) }

    /// Records how much of the request's body was sent, in all.
    public func sent(_ bytes: Int) {
        if direction == .upload { count.store(bytes, ordering: .relaxed) }
    }

    /// Records how much of the answer's body arrived, decompressed, in all.
    public func received(_ bytes: Int) {
        if direction == .download { count.store(bytes, ordering: .relaxed) }
    }
}

/// Compared by identity.
extension TransferMeter: Hashable {
    public static func == (one: TransferMeter, other: TransferMeter) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
