extension UIDSet {
    /// The highest UIDs, no more than a number of them.
    func newest(_ count: Int) -> UIDSet {
        var (kept, room) = ([ClosedRange<UInt32>](), Swift.max(count, 0))
        for range in ranges.reversed() where room > 0 {
            let taken = Swift.min(range.count, room)
            kept.append((range.upperBound - UInt32(taken - 1))...range.upperBound)
            room -= taken
        }
        return UIDSet(ranges: kept.reversed())
    }

    func union(_ other: UIDSet) -> UIDSet { other.isEmpty ? self : UIDSet(ranges: ranges + other.ranges) }
}
