/// How much of an account's mail is kept here automatically.
public struct SyncPolicy: Hashable, Sendable {
    /// The number of days whose mail is kept; older mail comes page by page on demand. Nil keeps everything.
    public var days: Int?

    public init(days: Int? = nil) {
        self.days = days
    }

    /// All mail, however old.
    public static let everything = SyncPolicy()
}
