/// What a server did of what was to be deleted for good.
public struct RemoteDestroyed: Hashable, Sendable {
    /// So many of the messages, from the first on, were looked at; it is asked again for the rest.
    public var asked: Int
    public var gone: Set<RemoteID>
    /// Why some of the others, which were to go, did not; nil where none was kept.
    public var refusal: RemoteError?

    public init(asked: Int, gone: Set<RemoteID>, refusal: RemoteError? = nil) {
        self.asked = asked
        self.gone = gone
        self.refusal = refusal
    }
}
