/// How far a provider has got with reading its rows and fetching from servers.
struct FetchProgress {
    /// Whether the rows have been read from the store.
    var isLoaded = false
    /// The fetch state of the accounts.
    private(set) var servers = FetchState.complete
    /// Why the store could not be read; nil once it was.
    private(set) var readFailure: FetchFailure?
    /// Why the last refresh failed; nil once one succeeded, or the accounts have said something newer.
    private(set) var refreshFailure: FetchFailure?
    /// Whether a refresh is under way.
    private(set) var isRefreshing = false
    private var wantsAnother = false

    var state: FetchState {
        let failure = readFailure ?? refreshFailure
        if isRefreshing || !isLoaded && failure == nil { return .loading }
        return failure.map { .failed($0) } ?? servers
    }

    /// Takes what has happened, in its order.
    mutating func take(_ step: FetchStep) {
        switch step {
        case .failed(let failure): readFailure = failure
        case .read: readFailure = nil
        case .refreshed(.success): refreshFailure = nil
        case .refreshed(.failure(let failure)): refreshFailure = failure
        case .servers(let state):
            servers = state
            refreshFailure = nil
        }
    }

    /// - Returns: false while a refresh is under way. Another one then follows it.
    mutating func beginRefresh() -> Bool {
        guard !isRefreshing else {
            wantsAnother = true
            return false
        }
        isRefreshing = true
        return true
    }

    /// - Returns: whether another refresh was requested meanwhile.
    mutating func endRefresh() -> Bool {
        isRefreshing = false
        defer { wantsAnother = false }
        return wantsAnother
    }
}

/// What happened to a provider's reading and fetching.
enum FetchStep: Sendable {
    /// The store could not be read.
    case failed(FetchFailure)
    /// The store was read again after a failure.
    case read
    case refreshed(Result<Void, FetchFailure>)
    /// The accounts' state has changed.
    case servers(FetchState)
}
