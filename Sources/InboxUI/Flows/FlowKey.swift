/// Identifies a set of screens.
public enum FlowKey: Hashable, Sendable {
    case login, main
}
