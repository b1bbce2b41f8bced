package enum IndexedSubmission: Hashable, Sendable {
    /// The message was about to be given to the submission server.
    case begun
    /// The server took it, but for some recipients, with its reasons.
    case taken(refusals: [String: String])
    /// It certainly did not take it.
    case failed
}
