/// Bytes in the order in which they are to be sent; taking some costs no more than their number.
struct ByteQueue: Sendable {
    private var chunks: [[UInt8]] = []
    /// The first chunk that is not taken completely, and how much of it is.
    private var first = 0
    private var taken = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        chunks.append(bytes)
        count += bytes.count
    }

    mutating func removeAll() { self = ByteQueue() }

    /// Moves as many bytes as there are and fit.
    /// - Returns: their number.
    mutating func take(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var filled = 0
        while filled < room.count, first < chunks.count {
            let size = min(room.count - filled, chunks[first].count - taken)
            _ = UnsafeMutableBufferPointer(rebasing: room[filled..<filled + size])
                .update(fromContentsOf: chunks[first][taken..<taken + size])
            filled += size
            taken += size
            if taken == chunks[first].count { dropFirst() }
        }
        count -= filled
        return filled
    }

    private mutating func dropFirst() {
        chunks[first] = []
        first += 1
        taken = 0
        if first > chunks.count / 2 {
            chunks.removeFirst(first)
            first = 0
        }
    }
}
