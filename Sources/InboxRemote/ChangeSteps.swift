/// The steps in which a server reports its changes, until the last one.
struct ChangeSteps: Sendable {
    private static let most = 10_000
    /// Writes meanwhile may make the server report some states again.
    private static let mostTimes = 10

    private var times: [String: Int] = [:]

    /// Records that the server reported changes in a step and announced more.
    /// - Returns: whether to continue. False if the same state keeps coming back, or if the steps never end.
    mutating func leadsOn(to state: String) -> Bool {
        let count = times[state, default: 0] + 1
        times[state] = count
        let leadsOn = count <= Self.mostTimes && times.count < Self.most
        if !leadsOn { end() }
        return leadsOn
    }

    /// Records that all changes were reported.
    mutating func end() { times = [:] }
}
