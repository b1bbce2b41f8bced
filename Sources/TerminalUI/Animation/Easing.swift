/// An easing curve: maps a fraction of the time to the fraction of the way that is done by then.
public enum Easing: Hashable, Sendable {
    /// Fast at first, gentle at the end: for things that appear.
    case out
    /// Gentle at first: for things that disappear.
    case `in`

    /// - Parameter part: 0…1, clamped.
    public func callAsFunction(_ part: Double) -> Double {
        let time = min(1, max(0, part))
        switch self {
        case .out: return 1 - (1 - time) * (1 - time) * (1 - time)
        case .in: return time * time
        }
    }
}

extension Duration {
    /// Returns the fraction of another duration; 1 when that is not positive.
    func part(of whole: Duration) -> Double {
        whole > .zero ? self / whole : 1
    }
}

extension Double {
    /// The nearest whole number.
    var cell: Int { Int(rounded()) }
}
