/// What a server did of what was to be deleted for good.
public struct RemoteDestroyed: Hashable, Sendable {
    /// So many of the messages, from the first on, were looked at; it is asked again for the rest.
    public var asked: Int
    public var gone: Set<RemoteID>

    public init(asked: Int, gone: Set<RemoteID>) {
        self.asked = asked
        self.gone = gone
    }
}
