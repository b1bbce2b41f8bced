/// The server's answer to a request to delete messages for good.
public struct RemoteDestroyed: Hashable, Sendable {
    /// The number of messages covered, from the first one on. The caller must ask again for the rest.
    public var asked: Int
    public var gone: Set<RemoteID>
    /// Why some of the covered messages were not deleted; nil if the server kept none.
    public var refusal: RemoteError?

    public init(asked: Int, gone: Set<RemoteID>, refusal: RemoteError? = nil) {
        self.asked = asked
        self.gone = gone
        self.refusal = refusal
    }
}
