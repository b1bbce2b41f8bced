public import Foundation

extension MailPredicate {
    /// Returns the predicate as a readable tree, one line per node, indented by two blanks per level.
    public func tree(calendar: Calendar = .current) -> [String] {
        switch self {
        case .everything: ["everything"]
        case .unread: ["is:unread"]
        case .all(let parts): branch("all of", parts, calendar)
        case .any(let parts): parts.isEmpty ? ["nothing"] : branch("any of", parts, calendar)
        case .not(.unread): ["is:read"]
        case .not(let part): branch("not", [part], calendar)
        default: [QueryWriter(timeZone: calendar.timeZone).text(self)]
        }
    }

    private func branch(_ name: String, _ parts: [MailPredicate], _ calendar: Calendar) -> [String] {
        [name] + parts.flatMap { $0.tree(calendar: calendar) }.map { "  " + $0 }
    }
}
