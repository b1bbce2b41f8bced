/// Identifies a set of screens.
public struct FlowKey: Hashable, Sendable {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    public static let login = FlowKey("login")
    public static let main = FlowKey("main")
}
