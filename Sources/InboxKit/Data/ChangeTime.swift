/// When a change was made, by a clock that counts changes instead of seconds.
///
/// Ask a `DataManager` for one before asking a cache or a server, and hand it in with the answer: what has changed since
/// then wins over the answer, however late that comes.
public struct ChangeTime: Hashable, Comparable, Sendable {
    let count: Int

    /// Before every change.
    static let never = ChangeTime(count: 0)

    var next: ChangeTime { ChangeTime(count: count + 1) }

    public static func < (lhs: ChangeTime, rhs: ChangeTime) -> Bool { lhs.count < rhs.count }
}
