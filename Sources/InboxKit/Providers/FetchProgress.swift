/// How far a provider is with reading its rows and with asking servers for them.
struct FetchProgress {
    /// Whether the rows were read from the store.
    var isLoaded = false
    /// How the accounts fare.
    var servers = FetchState.complete
    /// Why the last fetch failed; nil once one did not.
    var lastFailure: FetchFailure?
    /// Whether a refresh is under way.
    private(set) var isRefreshing = false
    private var wantsAnother = false

    var state: FetchState {
        if isRefreshing || !isLoaded && lastFailure == nil { return .loading }
        return lastFailure.map { .failed($0) } ?? servers
    }

    /// - Returns: false where a refresh is under way: another is due after it.
    mutating func beginRefresh() -> Bool {
        guard !isRefreshing else {
            wantsAnother = true
            return false
        }
        isRefreshing = true
        return true
    }

    /// - Returns: whether another was wanted meanwhile.
    mutating func endRefresh() -> Bool {
        isRefreshing = false
        defer { wantsAnother = false }
        return wantsAnother
    }
}
