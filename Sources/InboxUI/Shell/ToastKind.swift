/// The kind of a message, which determines its colour and how long it stays.
enum ToastKind: Hashable, Sendable {
    /// Something was done.
    case done
    /// Why a key did nothing, or plain information: nothing is wrong.
    case info
    case warning, failure
}
