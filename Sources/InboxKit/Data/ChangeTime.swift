/// The time of a change, by a clock that counts changes instead of seconds.
///
/// Get one from a `DataManager` before asking a cache or a server, and pass it in with the answer: changes since then win over the
/// answer, however late that arrives.
public struct ChangeTime: Hashable, Comparable, Sendable {
    let count: Int

    /// Before every change.
    static let never = ChangeTime(count: 0)

    var next: ChangeTime { ChangeTime(count: count + 1) }

    public static func < (lhs: ChangeTime, rhs: ChangeTime) -> Bool { lhs.count < rhs.count }
}
