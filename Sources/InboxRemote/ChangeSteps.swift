/// The steps in which a server tells its changes, up to the last one.
struct ChangeSteps: Sendable {
    private static let most = 10_000
    /// What was written meanwhile may have some of them read again.
    private static let mostTimes = 10

    private var times: [String: Int] = [:]

    /// Changes were told in a step that is not the last, as the server says.
    /// - Returns: whether it leads on: not where the same states come again and again, nor where there is no end of them.
    mutating func leadsOn(to state: String) -> Bool {
        let count = times[state, default: 0] + 1
        times[state] = count
        let leadsOn = count <= Self.mostTimes && times.count < Self.most
        if !leadsOn { end() }
        return leadsOn
    }

    /// All changes were told.
    mutating func end() { times = [:] }
}
