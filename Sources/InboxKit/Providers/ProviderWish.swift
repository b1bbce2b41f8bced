/// What the owner of a provider wants to see, and what was last requested for it.
struct ProviderWish<Row: ProviderRow> {
    enum Request {
        case linger(Set<Row.ID>)
        case move(Range<Int>)
        /// Other rows, or these in another order.
        case show(asChanges: Bool)
    }

    private(set) var configuration: ListConfiguration<Row>
    /// The configuration with which the rows were last requested.
    private var asked: ListConfiguration<Row>
    /// Whether filter or sort were changed, even if they were changed back at once: the caller then expects a reset.
    private(set) var isAwaited = false
    /// Whether the requested rows are to be reported as changes of those shown.
    private var isWidening = false

    init(_ configuration: ListConfiguration<Row>) {
        self.configuration = configuration
        asked = configuration
    }

    /// Whether something is still to be requested.
    var isOpen: Bool { configuration != asked || isAwaited }

    /// Whether the rows wanted differ from those last requested by more than the window.
    var selectsOthers: Bool { configuration.filter != asked.filter || configuration.sort != asked.sort }

    /// - Parameter isWidening: whether the filter selects mostly the same rows.
    mutating func select(_ filter: Row.Filter, isWidening: Bool = false) {
        if configuration.filter != filter { configuration.lingering = [] }
        configuration.filter = filter
        self.isWidening = isWidening
        expectReset()
    }

    mutating func sort(_ sort: Row.Sort) {
        configuration.sort = sort
        expectReset()
    }

    mutating func move(to window: Range<Int>) {
        configuration.window = window
        expectReset()
    }

    mutating func linger(_ rows: Set<Row.ID>) { configuration.lingering = rows }

    /// Takes a window that was found on request, unless another one was requested behind it.
    mutating func moved(from window: Range<Int>, to new: Range<Int>) {
        if configuration.window == window, asked.window == window {
            (configuration.window, asked.window) = (new, new)
        }
    }

    /// Returns what is to be requested now.
    mutating func takeRequests() -> [Request] {
        guard isOpen else { return [] }
        defer { (asked, isAwaited, isWidening) = (configuration, false, false) }
        if selectsOthers || isAwaited { return [.show(asChanges: isWidening)] }
        let rows: Request? = configuration.lingering == asked.lingering ? nil : .linger(configuration.lingering)
        let window: Request? = configuration.window == asked.window ? nil : .move(configuration.window)
        return [rows, window].compactMap(\.self)
    }

    private mutating func expectReset() {
        if selectsOthers { isAwaited = true }
    }
}
