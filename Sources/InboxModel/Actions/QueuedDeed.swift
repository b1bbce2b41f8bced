/// One thing that the user did, as the outbox shows it: saving a message and uploading its files are steps of sending it.
public struct QueuedDeed: Hashable, Identifiable, Sendable {
    /// The last step, which is what is retried, held or discarded.
    public var action: Action
    /// The steps before it that no server has answered yet.
    public var steps: [Action] = []
    /// Whether the user has to decide about something that it waits for.
    public var waitsForUser = false

    /// The id of its last step.
    public var id: ActionID { action.id }

    /// The step that a server, or damage, has stopped.
    public var trouble: Action? { ([action] + steps).first(where: \.isStoppedByTrouble) }

    /// - Parameter actions: with what each waits for.
    /// - Returns: each at the place of its first step.
    public static func all(_ actions: [Action]) -> [QueuedDeed] {
        let queue = Queue(actions)
        var places: [ActionID: Int] = [:]
        var deeds: [QueuedDeed] = []
        for action in actions {
            let last = queue.last(of: action)
            let place = places[last.id] ?? deeds.count
            if place == deeds.count {
                places[last.id] = place
                deeds.append(QueuedDeed(action: last, waitsForUser: queue.waitsForUser(last)))
            }
            if action.id != last.id { deeds[place].steps.append(action) }
        }
        return deeds
    }

    private struct Queue {
        private let byID: [ActionID: Action]
        /// The newest unanswered step of each draft.
        private var newest: [Action.Object: Action] = [:]
        /// What a file is sent for.
        private var users: [ActionID: Action] = [:]

        init(_ actions: [Action]) {
            byID = Dictionary(actions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            for action in actions where action.command == .saveDraft || action.isSendingDraft {
                guard action.canBeStep, let object = action.object else { continue }
                // What sends it is the end of it, whatever was written down after.
                let known = newest[object]
                let isLater = known.map {
                    $0.isSendingDraft
                        ? action.isSendingDraft && $0.id < action.id : action.isSendingDraft || $0.id < action.id
                }
                if isLater ?? true { newest[object] = action }
                for id in action.waitsFor where byID[id]?.command == .uploadFile { users[id] = action }
            }
        }

        func last(of action: Action) -> Action {
            guard action.canBeStep else { return action }
            switch action.command {
            case .saveDraft: return action.object.flatMap { newest[$0] } ?? action
            case .uploadFile: return users[action.id].map { last(of: $0) } ?? action
            default: return action
            }
        }

        func waitsForUser(_ action: Action) -> Bool {
            var met: Set<ActionID> = []
            var rest = [action]
            while let next = rest.popLast() {
                if next.needsUser { return true }
                rest += next.waitsFor.filter { met.insert($0).inserted }.compactMap { byID[$0] }
            }
            return false
        }
    }
}

extension Action {
    fileprivate var isSendingDraft: Bool { command == .sendDraft }
    /// What can't be read is let go by itself.
    fileprivate var canBeStep: Bool { isUnanswered && state != .unreadable }
}
