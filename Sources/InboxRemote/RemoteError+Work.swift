package import InboxModel

extension RemoteError {
    /// The call that copies messages to another account. An error of an earlier call means that nothing was changed.
    package static let copying = "Email/copy"

    /// The error of a request that only prepares work.
    package var beforeWork: RemoteError {
        var error = self
        error.isBeforeWork = true
        return error
    }

    /// The error of a request before a submission: it can be repeated, because nothing was submitted yet.
    package var beforeOrder: RemoteError {
        if case .retry = nextStep { beforeWork } else { self }
    }

    /// The error of a request that followed successful work. It must never suggest that nothing was done.
    package var afterWork: RemoteError {
        RemoteError(.unreachable(detail: summary), call: call, retryAfter: retryAfter)
    }

    /// The error of one request of several, of which others may have done a part of the work: that this one did nothing is then not
    /// true of all.
    package var ofPart: RemoteError { didNothing ? afterWork : self }
}
