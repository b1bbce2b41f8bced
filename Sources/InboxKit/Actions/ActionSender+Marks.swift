import InboxModel
import InboxRemote
import InboxStore

/// Actions on messages: many at once, in as few requests as the server allows.
extension ActionSender {
    /// So many messages are asked for and settled together: the store is not held longer than a key may wait.
    private static let portion = 500

    private struct Request: Sendable {
        var message: MessageID
        var remoteID: RemoteID
        var update: RemoteUpdate
    }

    func sendMarks(_ queued: Action) async throws(Failure) -> Outcome {
        // One transaction: what the user takes back before it is not asked, and what comes after waits for the answer.
        let begun = try await write { transaction in
            try transaction.begin(queued.id).map { action in
                (action: action, requests: try Self.requests(for: action, reader: transaction.reader))
            }
        }
        guard let (action, requests) = begun else { throw .takenBack }
        var unsendable = Set(action.edits.map(\.message)).subtracting(requests.map(\.message))
        var refusal: RemoteError?
        for start in stride(from: 0, to: requests.count, by: Self.portion) {
            let portion = Array(requests[start..<min(start + Self.portion, requests.count)])
            let answers = await service.update(
                Dictionary(portion.map { ($0.remoteID, $0.update) }, uniquingKeysWith: { first, _ in first }))
            let refused = try await settle(action, portion, answers)
            unsendable.formUnion(refused.keys)
            refusal = refusal ?? refused.values.first { !$0.isNotFound }
            // Only what was not answered is asked again.
            if let failure = answers.values.lazy.compactMap(\.failure).first(where: { $0.nextStep != .drop }) {
                tell(refusal, queued)
                try await drop(unsendable, of: action)
                throw .remote(failure)
            }
        }
        try await drop(unsendable, of: action)
        try await write { try $0.answered(action.id, of: []) }
        tell(refusal, queued)
        return .settled
    }

    private func tell(_ refusal: RemoteError?, _ action: Action) {
        if let refusal { board.tell(.refused(action, message: refusal.summary)) }
    }

    private func drop(_ messages: Set<MessageID>, of action: Action) async throws(Failure) {
        guard !messages.isEmpty else { return }
        try await write { transaction in
            try transaction.drop(action.id, only: messages)
            try transaction.forgetDeed(action.id, of: messages)
        }
    }

    /// What each message should become: base with every action up to this one played over it.
    private static func requests(for action: Action, reader: StoreReader) throws -> [Request] {
        let names = try reader.remoteMailboxIDs(account: action.account)
        func remote(_ ids: Set<MailboxID>) -> Set<RemoteID> { Set(ids.compactMap { names[$0] }) }
        return try action.edits.compactMap { edit in
            guard let remoteID = try reader.remoteID(ofMessage: edit.message),
                let base = try reader.base(of: edit.message)
            else { return nil }
            let earlier = try reader.pendingPatches(of: edit.message).filter { $0.action <= action.id }
            let marks = earlier.reduce(base) { $0.applying($1.patch) }
            let update = RemoteUpdate(
                addKeywords: edit.patch.addKeywords, removeKeywords: edit.patch.removeKeywords,
                addMailboxes: remote(edit.patch.addMailboxes), removeMailboxes: remote(edit.patch.removeMailboxes),
                resultingMailboxes: remote(marks.mailboxes))
            return Request(message: edit.message, remoteID: remoteID, update: update)
        }
    }

    /// - Returns: what the server refused.
    private func settle(
        _ action: Action, _ requests: [Request], _ answers: [RemoteID: Result<RemoteMessage?, RemoteError>]
    ) async throws(Failure) -> [MessageID: RemoteError] {
        var done: [MessageID] = []
        var refused: [MessageID: RemoteError] = [:]
        for request in requests {
            switch answers[request.remoteID] {
            case .success: done.append(request.message)
            case .failure(let error) where error.nextStep == .drop: refused[request.message] = error
            case .failure, nil: break
            }
        }
        let answered = done
        try await write { try $0.take(answered, of: action.id) }
        return refused
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
