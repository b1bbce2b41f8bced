import InboxModel
import InboxRemote
import InboxStore

/// Actions on messages: many at once, in as few requests as the server allows.
extension ActionSender {
    /// So many messages are asked for and settled together: the store is not held longer than a key may wait.
    private static let portion = 500
    static let goneText = "it is no longer on the server"
    static let homelessText = "its mailbox is gone"

    private struct Request: Sendable {
        var message: MessageID
        var remoteID: RemoteID
        var update: RemoteUpdate
    }

    private struct Asked {
        /// Those of messages that are not there, or not under that id any more.
        var missing: [Request]
        /// What the server cannot do now to some of them, which says nothing of the others.
        var trouble: RemoteError?
    }

    func sendMarks(_ queued: Action) async throws(Failure) -> Outcome {
        // One transaction: what the user takes back before it is not asked, and what comes after waits for the answer.
        let begun = try await write { transaction in
            try transaction.begin(queued.id).map { action in
                (action: action, requests: try Self.requests(for: action, reader: transaction.reader))
            }
        }
        guard let (action, requests) = begun else { throw .takenBack }
        try await drop(Set(action.edits.map(\.message)).subtracting(requests.map(\.message)), of: action)
        let first = try await ask(requests, of: action, queued)
        // Of those that a change has taken out meanwhile the user has heard.
        let (moved, gone) = try await follow(first.missing, of: action)
        let second = try await ask(moved, of: action, queued)
        let lost = gone.union(second.missing.map(\.message))
        // Whoever wanted a message away has what they wanted.
        try await drop(lost, of: action, because: action.command == .trash ? nil : Self.goneText)
        if action.command != .trash, !lost.isEmpty {
            tellRefused(queued, Self.goneText)
        }
        // The others are done; these are asked for again.
        if let trouble = first.trouble ?? second.trouble { throw .remote(trouble) }
        try await write { try $0.answered(action.id, of: []) }
        return .settled
    }

    /// Asks for all of them, a portion at a time; what is refused is dropped, and the user hears of it.
    /// - Parameter queued: the action as the user knows it.
    private func ask(_ requests: [Request], of action: Action, _ queued: Action) async throws(Failure) -> Asked {
        var refused: [MessageID: RemoteError] = [:]
        var failure: RemoteError?
        var trouble: RemoteError?
        for start in stride(from: 0, to: requests.count, by: Self.portion) where failure == nil {
            let portion = Array(requests[start..<min(start + Self.portion, requests.count)])
            let answers = await service.update(
                Dictionary(portion.map { ($0.remoteID, $0.update) }, uniquingKeysWith: { first, _ in first }))
            refused.merge(try await settle(action, portion, answers)) { $1 }
            let open = answers.values.compactMap(\.failure).filter { !$0.isRefusal }
            failure = open.first { !$0.isAboutObject }
            trouble = trouble ?? open.first
        }
        let missing = Set(refused.filter { $0.value.isNotFound }.keys)
        let refusal = refused.values.first { !$0.isNotFound }
        try await drop(Set(refused.keys).subtracting(missing), of: action, because: refusal?.summary)
        if let refusal {
            tellRefused(queued, refusal.summary)
        }
        // Only what was not answered is asked again.
        if let failure { throw .remote(failure) }
        return Asked(missing: requests.filter { missing.contains($0.message) }, trouble: trouble)
    }

    /// A server may have given a message another id: where it is now, by its Message-ID.
    /// - Returns: what is to be asked of those that were found, and the messages that were not.
    private func follow(_ missing: [Request], of action: Action) async throws(Failure) -> ([Request], Set<MessageID>) {
        guard !missing.isEmpty else { return ([], []) }
        let since = try state()
        let asked = Dictionary(missing.map { ($0.message, $0.remoteID) }, uniquingKeysWith: { $1 })
        // Changes that were read meanwhile may have told.
        let lost = try read { reader in try asked.keys.sorted().compactMap { try reader.message($0) } }
            .filter { $0.remoteID == asked[$0.id] }
        let headers = Set(lost.compactMap(\.messageIDHeader)).sorted()
        if !headers.isEmpty {
            let service = service
            let found = try await remote { () async throws(RemoteError) in
                try await service.messages(withMessageIDs: headers)
            }
            try await keep(since: since) { transaction in
                for message in lost { try transaction.follow(message.id, among: found) }
            }
        }
        let now = try read { try Self.requests(for: action, reader: $0) }.filter { asked[$0.message] != nil }
        let moved = now.filter { $0.remoteID != asked[$0.message] }
        return (moved, Set(now.map(\.message)).subtracting(moved.map(\.message)))
    }

    /// - Parameter reason: what the outbox says of it; nil: nothing.
    private func drop(_ messages: Set<MessageID>, of action: Action, because reason: String? = nil)
        async throws(Failure)
    {
        guard !messages.isEmpty else { return }
        do throws(StoreError) {
            try await takeBack(action, of: messages, because: reason)
        } catch {
            throw .store(error)
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
            case .failure(let error) where error.isRefusal: refused[request.message] = error
            case .failure, nil: break
            }
        }
        if !done.isEmpty { answered() }
        let taken = done
        try await write { try $0.take(taken, of: action.id) }
        return refused
    }
}

extension RemoteError {
    /// Whether the server said no to this one, whatever it says to others.
    fileprivate var isRefusal: Bool { nextStep == .drop && type != Self.accountReadOnly }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
