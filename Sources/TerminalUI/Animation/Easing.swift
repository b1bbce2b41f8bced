/// The course of a movement: what part of the way is done after a part of the time.
public enum Easing: Hashable, Sendable {
    /// Fast at first, gentle at the end: things that come.
    case out
    /// Gentle at first: things that go.
    case `in`
    case linear

    /// - Parameter part: 0…1, clamped.
    public func callAsFunction(_ part: Double) -> Double {
        let time = min(1, max(0, part))
        switch self {
        case .out: return 1 - (1 - time) * (1 - time) * (1 - time)
        case .in: return time * time
        case .linear: return time
        }
    }
}

extension Duration {
    /// As a part of another duration; 1 when that is none.
    func part(of whole: Duration) -> Double {
        whole > .zero ? self / whole : 1
    }
}

extension Double {
    /// The nearest whole number.
    var cell: Int { Int(rounded()) }
}
