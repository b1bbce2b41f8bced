extension UIDSet {
    /// Reads `1:3,7`; nil for anything else. `*` is not understood.
    package init?(text: some StringProtocol) {
        guard let ranges = Self.ranges(text.utf8) else { return nil }
        self.init(ranges: ranges.map { Swift.min($0.0, $0.1)...Swift.max($0.0, $0.1) })
    }

    package var text: String { Self.text(ranges[...]) }

    /// Parts whose `text` has at most some length: servers refuse lines of more than 8000 bytes.
    package func pieces(longest: Int = 4000) -> [UIDSet] {
        var pieces: [UIDSet] = []
        var start = 0
        var length = 0
        for (index, range) in ranges.enumerated() {
            let more = Self.text(range).utf8.count
            if index > start, length + 1 + more > longest {
                pieces.append(UIDSet(ranges: Array(ranges[start..<index])))
                (start, length) = (index, more)
            } else {
                length += (index > start ? 1 : 0) + more
            }
        }
        if start < ranges.count { pieces.append(UIDSet(ranges: Array(ranges[start...]))) }
        return pieces
    }

    /// Parts of at most so many UIDs, ascending.
    func pieces(of most: Int) -> [UIDSet] {
        var pieces: [UIDSet] = []
        var (piece, room): ([ClosedRange<UInt32>], Int) = ([], most)
        for range in ranges {
            var start = range.lowerBound
            while true {
                let end = UInt32(clamping: Swift.min(Int(range.upperBound), Int(start) + room - 1))
                piece.append(start...end)
                room -= Int(end - start) + 1
                if room == 0 {
                    pieces.append(UIDSet(ranges: piece))
                    (piece, room) = ([], most)
                }
                guard end < range.upperBound else { break }
                start = end + 1
            }
        }
        return piece.isEmpty ? pieces : pieces + [UIDSet(ranges: piece)]
    }

    /// Reads `304,320:319` in the order in which it is written, which matters where two sets belong together (RFC 4315 §3).
    /// - Returns: nil for anything else, and for more than `most` UIDs.
    static func ordered(_ text: some Sequence<UInt8>, most: Int) -> [UInt32]? {
        guard let ranges = ranges(text) else { return nil }
        var uids: [UInt32] = []
        for (first, second) in ranges {
            // `320:319` is the same as `319:320`.
            let range = Swift.min(first, second)...Swift.max(first, second)
            guard range.count <= most - uids.count else { return nil }
            uids += range
        }
        return uids
    }

    private static func ranges(_ text: some Sequence<UInt8>) -> [(UInt32, UInt32)]? {
        var ranges: [(UInt32, UInt32)] = []
        var first: UInt32?
        var number: UInt32?
        func end() -> Bool {
            guard let last = number, last > 0 else { return false }
            ranges.append((first ?? last, last))
            (first, number) = (nil, nil)
            return true
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let (tens, isTooMuch) = (number ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, isTooHigh) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
                guard !isTooMuch, !isTooHigh else { return nil }
                number = sum
            case UInt8(ascii: ":"):
                guard first == nil, let begin = number, begin > 0 else { return nil }
                (first, number) = (begin, nil)
            case UInt8(ascii: ","):
                guard end() else { return nil }
            default: return nil
            }
        }
        return end() ? ranges : nil
    }

    private static func text(_ ranges: ArraySlice<ClosedRange<UInt32>>) -> String {
        ranges.map(text).joined(separator: ",")
    }

    private static func text(_ range: ClosedRange<UInt32>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound):\(range.upperBound)"
    }
}
