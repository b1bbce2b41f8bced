/// What kind of thing is said: its colour and how long it stays follow from that.
public enum ToastKind: Hashable, Sendable {
    /// Something was done.
    case done
    /// Why a key did nothing, or what is so: nothing is wrong.
    case info
    case warning, failure
}
