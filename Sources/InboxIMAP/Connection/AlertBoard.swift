import Synchronization

/// What a server wants its user to read ([ALERT], RFC 9051 §7.1): each text once, as servers repeat it on every connection.
final class AlertBoard: Sendable {
    /// More are no news.
    private static let most = 20

    private let state = Mutex((new: [String](), known: Set<String>()))

    func add(_ text: String) {
        state.withLock { state in
            guard state.known.count < Self.most, state.known.insert(text).inserted else { return }
            state.new.append(text)
        }
    }

    /// What was not taken before.
    func take() -> [String] {
        state.withLock { state in
            defer { state.new = [] }
            return state.new
        }
    }
}

extension IMAPResponse {
    /// The text of an alert that answers no refused command: a refusal is told anyway.
    var alert: String? {
        switch self {
        case .condition(let condition) where condition.code == "ALERT" && condition.kind != .bye,
            .done(_, let condition) where condition.code == "ALERT" && condition.kind == .ok:
            RefusalJudge.message(condition)
        default: nil
        }
    }
}
