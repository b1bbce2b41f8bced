/// How far a provider has got with reading its rows and fetching from servers.
struct FetchProgress {
    /// Whether the rows have been read from the store.
    var isLoaded = false
    /// The fetch state of the accounts.
    var servers = FetchState.complete
    /// Why the last fetch failed; nil if it succeeded.
    var lastFailure: FetchFailure?
    /// Whether a refresh is under way.
    private(set) var isRefreshing = false
    private var wantsAnother = false

    var state: FetchState {
        if isRefreshing || !isLoaded && lastFailure == nil { return .loading }
        return lastFailure.map { .failed($0) } ?? servers
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
