import InboxModel

/// How many objects to request at once: what the server has taken and refused, and what the line brings in time. Some servers take far
/// fewer of one kind than they say (five emails with their texts: James), and would refuse most requests; on some lines a long answer
/// holds up everything else, or never arrives whole.
struct PieceSize: Sendable {
    /// How long an answer may take.
    private static let span = Duration.seconds(4)
    /// The answer to a request for a few says more about the way to the server than about how much comes over it.
    private static let telling = 16

    private var taken = 0
    private var refused = Int.max
    /// What comes in time. It changes in large steps only, because pages that were requested ahead fit only pages of the same size.
    private var inTime = PieceSize.plenty
    private static let plenty = 1 << 20
    /// The fewest of which the answer did not arrive.
    private var lost = Int.max
    /// How many more answers are to arrive before as many as were lost are requested again, and how many it was last time. A line that
    /// breaks by the length of an answer would otherwise lose every second one.
    private var (patience, lastPatience) = (0, 16)

    mutating func note(taken count: Int, in time: Duration) {
        taken = max(taken, count)
        if count >= lost { (lost, patience) = (.max, 0) }
        guard count >= min(Self.telling, inTime) else { return }
        let brings = Int(min(max(Double(count) * (Self.span / time), 1), Double(Self.plenty)))
        if brings < inTime {
            inTime = 1 << (Int.bitWidth - 1 - brings.leadingZeroBitCount)
        } else if count >= inTime, brings / 4 >= inTime {
            if inTime * 2 > lost / 2, patience > 0 { patience -= 1 } else { inTime *= 2 }
        }
    }

    mutating func note(refused count: Int) { refused = min(refused, count) }

    /// Records that the answer did not arrive.
    mutating func note(lost count: Int) {
        inTime = min(inTime, max(1, count / 2))
        lost = min(lost, count)
        guard patience == 0 else { return }
        lastPatience = min(lastPatience * 2, 1 << 10)
        patience = lastPatience
    }

    func wanted(atMost most: Int) -> Int {
        let most = min(most, inTime)
        // If it has taken as many, it was not their number.
        guard refused > taken, refused < .max else { return most }
        return min(most, max(1, (taken + refused) / 2))
    }
}

extension RemoteError {
    /// Whether the same request for fewer objects may succeed.
    var asksForLess: Bool { isTooLarge || refusesNumber || type == "tooLarge" }

    /// Whether the server refuses so many objects at once.
    var refusesNumber: Bool { type == "limit" || type == "requestTooLarge" }

    /// Whether the connection broke before the answer was here. That of a shorter answer may last long enough.
    var brokeOff: Bool {
        if case .unreachable = reason { !isBeforeWork && finding == nil } else { false }
    }

    /// Whether the answer did not come in time, to us or to a gateway.
    var cameTooLate: Bool {
        if case .busy(status: 504, _) = reason { true } else { finding == .silent }
    }
}
