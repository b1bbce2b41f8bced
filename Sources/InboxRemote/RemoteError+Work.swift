package import InboxModel

extension RemoteError {
    /// The call that messages are copied with to another account; what failed before it has changed nothing.
    package static let copying = "Email/copy"

    /// The same, of a request that only prepares work.
    var beforeWork: RemoteError {
        var error = self
        error.isBeforeWork = true
        return error
    }

    /// The same, of a question before an order: it can be asked again, and nothing was ordered yet.
    package var beforeOrder: RemoteError {
        if case .retry = nextStep { beforeWork } else { self }
    }

    /// The same, of a request that came after work which was done: whatever this one met, nobody may take it for a word that
    /// nothing was done.
    var afterWork: RemoteError { RemoteError(.unreachable(detail: summary), call: call, retryAfter: retryAfter) }
}
