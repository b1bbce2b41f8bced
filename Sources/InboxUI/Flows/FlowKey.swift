/// Identifies a set of screens.
enum FlowKey: Hashable, Sendable {
    case login, main
}
