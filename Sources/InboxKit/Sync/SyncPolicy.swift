/// How much of an account's mail is kept here automatically.
public struct SyncPolicy: Hashable, Sendable {
    /// Mail of the last so many days, and older mail page by page when it is wanted; nil keeps everything.
    public var days: Int?

    public init(days: Int? = nil) {
        self.days = days
    }

    /// All mail, however old.
    public static let everything = SyncPolicy()
}
