/// Unique ids of a folder's messages (RFC 9051 §2.3.1.1), as ranges: `1:3,7`.
package struct UIDSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
    /// Ascending, apart from each other by at least one.
    package private(set) var ranges: [ClosedRange<UInt32>] = []

    package init() {}
    package init(_ uids: some Sequence<UInt32>) { self.init(ranges: uids.map { $0...$0 }) }
    package init(_ range: ClosedRange<UInt32>) { ranges = [range] }
    package init(arrayLiteral elements: UInt32...) { self.init(elements) }

    /// - Parameter ranges: in any order; they may touch and overlap.
    init(ranges unordered: [ClosedRange<UInt32>]) {
        let isOrdered = zip(unordered, unordered.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
        let ordered = isOrdered ? unordered : unordered.sorted { $0.lowerBound < $1.lowerBound }
        for range in ordered { append(range) }
    }

    /// - Parameter range: begins no earlier than the last one.
    private mutating func append(_ range: ClosedRange<UInt32>) {
        guard let last = ranges.last, last.upperBound == .max || last.upperBound + 1 >= range.lowerBound else {
            ranges.append(range)
            return
        }
        ranges[ranges.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }

    package var isEmpty: Bool { ranges.isEmpty }
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ uid: UInt32) -> Bool {
        let index = firstIndex(endingAtOrAfter: uid)
        return index < ranges.count && ranges[index].contains(uid)
    }

    package mutating func insert(_ uid: UInt32) {
        guard let last = ranges.last, uid <= last.upperBound else { return append(uid...uid) }
        let index = firstIndex(endingAtOrAfter: uid)
        guard !ranges[index].contains(uid) else { return }
        let joinsNext = uid + 1 == ranges[index].lowerBound
        let joinsLast = index > 0 && ranges[index - 1].upperBound + 1 == uid
        let joined = (joinsLast ? ranges[index - 1].lowerBound : uid)...(joinsNext ? ranges[index].upperBound : uid)
        ranges.replaceSubrange((joinsLast ? index - 1 : index)..<(joinsNext ? index + 1 : index), with: [joined])
    }

    package func subtracting(_ other: UIDSet) -> UIDSet {
        var left = UIDSet()
        var cuts = other.ranges[...]
        for range in ranges {
            var start: UInt32? = range.lowerBound
            while let cut = cuts.first, cut.upperBound < range.lowerBound { cuts.removeFirst() }
            for cut in cuts {
                guard let from = start, cut.lowerBound <= range.upperBound else { break }
                if from < cut.lowerBound { left.ranges.append(from...(cut.lowerBound - 1)) }
                start = cut.upperBound < range.upperBound ? cut.upperBound + 1 : nil
            }
            if let start { left.ranges.append(start...range.upperBound) }
        }
        return left
    }

    /// Ascending.
    package func makeIterator() -> AnyIterator<UInt32> { AnyIterator(ranges.lazy.joined().makeIterator()) }

    /// The index of the first range that does not end before a UID.
    private func firstIndex(endingAtOrAfter uid: UInt32) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < uid { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
