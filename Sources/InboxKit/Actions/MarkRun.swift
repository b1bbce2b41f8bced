import InboxModel
import InboxRemote

/// Actions on marks that are requested together. No two of them are about the same message.
struct MarkRun {
    /// What the server is asked for one message.
    struct Request: Sendable {
        var message: MessageID
        var remoteID: RemoteID
        var update: RemoteUpdate
    }

    /// As the user knows them, oldest first.
    let actions: [Action]
    /// The messages that are to change, as the actions began.
    let messages: [MessageID]
    private let owners: [MessageID: Action]
    private var failures: [ActionID: RemoteError] = [:]
    /// Those of which the server may have done a part without an answer.
    private var doubtful: Set<ActionID> = []
    /// Whether something keeps the server from doing anything now, so that the rest is not requested.
    private(set) var isBlocked = false

    /// - Parameter begun: each action with its messages.
    init(_ begun: [(action: Action, messages: [MessageID])]) {
        actions = begun.map(\.action)
        messages = begun.flatMap(\.messages)
        owners = begun.reduce(into: [:]) { owners, each in
            for message in each.messages { owners[message] = each.action }
        }
    }

    /// The messages by the action that is to change them, the oldest action first.
    func byAction(_ messages: Set<MessageID>) -> [(action: Action, messages: Set<MessageID>)] {
        let groups = Dictionary(grouping: messages) { owners[$0]?.id }
        return actions.compactMap { action in groups[action.id].map { (action, Set($0)) } }
    }

    func action(of message: MessageID) -> Action? { owners[message] }

    /// Notes what keeps the server from answering about a message; a refusal is an answer.
    mutating func note(_ error: RemoteError, of message: MessageID) {
        guard let id = owners[message]?.id else { return }
        if !error.didNothing { doubtful.insert(id) }
        if !error.isAboutObject { isBlocked = true }
        if failures[id].map({ $0.isAboutObject && !error.isAboutObject }) ?? true { failures[id] = error }
    }

    /// The actions that were not done, or only in part, without being refused.
    var failed: [(action: Action, error: RemoteError)] {
        actions.compactMap { action in
            failures[action.id].map { (action, doubtful.contains(action.id) ? $0.ofPart : $0) }
        }
    }
}
