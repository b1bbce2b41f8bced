import InboxModel

/// A place that the user went to, with the scroll position then, while texts in view are still being fetched. It is gone to again once they
/// are here, unless the user has moved on.
enum AwaitedPlace {
    /// The message with the first match of the search that opened the thread.
    case hit(MessageID, RowScroll)
    /// The end of the thread.
    case end(RowScroll)
    case message(MessageID, RowScroll)
}

/// How a thread was left before, until that is restored.
struct WantedSight {
    let sight: ThreadSight
    /// The scroll position while its text is awaited.
    var awaited: RowScroll?
}
