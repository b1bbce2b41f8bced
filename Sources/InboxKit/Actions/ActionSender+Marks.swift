import InboxModel
import InboxRemote
import InboxStore

/// Actions on messages, many at once, in as few requests as the server allows.
extension ActionSender {
    /// The number of messages that are requested and settled together, so that the store is not held longer than a key may wait.
    private static let portion = 500
    static let goneText = Notice.goneText
    static let homelessText = "its mailbox is gone"

    private struct Request: Sendable {
        var message: MessageID
        var remoteID: RemoteID
        var update: RemoteUpdate
    }

    private struct Asked {
        /// The requests for messages that are gone, or no longer have that id.
        var missing: [Request]
        /// What the server can't do now to some of the messages, which says nothing about the others.
        var trouble: RemoteError?
    }

    func sendMarks(_ queued: Action) async throws(Failure) -> Outcome {
        var isDoubtful = false
        do throws(Failure) {
            return try await sendMarks(queued, &isDoubtful)
        } catch .remote(let error) where isDoubtful {
            throw .remote(error.ofPart)
        }
    }

    /// - Parameter isDoubtful: whether the server may have done a part of it without an answer.
    private func sendMarks(_ queued: Action, _ isDoubtful: inout Bool) async throws(Failure) -> Outcome {
        // From here on, later actions wait for the answer.
        guard let action = try await write({ try $0.begin(queued.id) }) else { throw .takenBack }
        let first = try await ask(action.edits.map(\.message), of: action, queued, &isDoubtful)
        // The user already knows of messages that a change removed meanwhile.
        let (moved, gone) = try await follow(first.missing, of: action)
        let second = try await ask(moved, of: action, queued, &isDoubtful)
        let lost = gone.union(second.missing.map(\.message))
        // A user who wanted a message away has what they wanted.
        try await drop(lost, of: action, because: action.command == .trash ? nil : Self.goneText)
        if action.command != .trash, !lost.isEmpty {
            tellRefused(part(of: queued, with: lost), Self.goneText)
        }
        // The others are done; these are requested again.
        if let trouble = first.trouble ?? second.trouble { throw .remote(trouble) }
        try await write { try $0.answered(action.id, of: []) }
        return .settled
    }

    /// Requests all changes, a portion at a time; refused messages are dropped, and the user is told. Each portion is put together
    /// just before its request, so that it leaves out what was taken back meanwhile, and no other writer has to wait.
    /// - Parameter queued: the action as the user knows it.
    private func ask(
        _ messages: [MessageID], of action: Action, _ queued: Action, _ isDoubtful: inout Bool
    ) async throws(Failure) -> Asked {
        var asked: [Request] = []
        var refused: [MessageID: RemoteError] = [:]
        var failure: RemoteError?
        var trouble: RemoteError?
        for wanted in try portions(of: messages) where failure == nil {
            let changesThreads = service.changesThreads
            let (portion, threads) = try read { reader -> ([Request], KnownThreads?) in
                let portion = try Self.requests(for: wanted, of: action, reader: reader)
                let messages = portion.map(\.message)
                return (
                    portion, changesThreads ? try reader.knownThreads(of: messages, account: action.account) : nil
                )
            }
            try await drop(Set(wanted).subtracting(portion.map(\.message)), of: action)
            guard !portion.isEmpty else { continue }
            asked += portion
            let answers = await service.update(
                Dictionary(portion.map { ($0.remoteID, $0.update) }, uniquingKeysWith: { first, _ in first }),
                knowing: threads)
            refused.merge(try await settle(action, portion, answers)) { $1 }
            let open = answers.values.compactMap(\.failure).filter { !$0.isRefusal }
            isDoubtful = isDoubtful || open.contains { !$0.didNothing }
            failure = open.first { !$0.isAboutObject }
            trouble = trouble ?? open.first
        }
        let missing = Set(refused.filter { $0.value.isNotFound }.keys)
        let refusal = refused.values.first { !$0.isNotFound }
        try await drop(Set(refused.keys).subtracting(missing), of: action, because: refusal?.summary)
        if let refusal {
            tellRefused(part(of: queued, with: Set(refused.keys).subtracting(missing)), refusal.summary)
        }
        // Only what was not answered is requested again.
        if let failure { throw .remote(failure) }
        return Asked(missing: asked.filter { missing.contains($0.message) }, trouble: trouble)
    }

    /// Returns the messages in portions, those of a thread together if the server changes a thread with one request.
    private func portions(of messages: [MessageID]) throws(Failure) -> [[MessageID]] {
        guard messages.count > Self.portion else { return messages.isEmpty ? [] : [messages] }
        guard service.changesThreads else {
            return stride(from: 0, to: messages.count, by: Self.portion).map {
                Array(messages[$0..<min($0 + Self.portion, messages.count)])
            }
        }
        let threads = try read { try $0.threads(of: messages) }
        let sorted = messages.map { (thread: threads[$0], message: $0) }
            .sorted { ($0.thread?.rawValue ?? 0, $0.message) < ($1.thread?.rawValue ?? 0, $1.message) }
        var portions: [[MessageID]] = [[]]
        for (place, each) in sorted.enumerated() {
            let count = portions[portions.count - 1].count
            let isWithin = place > 0 && each.thread == sorted[place - 1].thread && count < 2 * Self.portion
            if count >= Self.portion, !isWithin { portions.append([]) }
            portions[portions.count - 1].append(each.message)
        }
        return portions
    }

    /// Finds messages to which a server may have given another id, by their Message-ID.
    /// - Returns: those that were found, and those that were not.
    private func follow(_ missing: [Request], of action: Action) async throws(Failure)
        -> ([MessageID], Set<MessageID>)
    {
        guard !missing.isEmpty else { return ([], []) }
        let since = try state()
        let asked = Dictionary(missing.map { ($0.message, $0.remoteID) }, uniquingKeysWith: { $1 })
        // Changes that were read meanwhile may have reported the new id.
        let lost = try read { reader in try asked.keys.sorted().compactMap { try reader.message($0) } }
            .filter { $0.remoteID == asked[$0.id] }
        let headers = Set(lost.compactMap(\.messageIDHeader)).sorted()
        if !headers.isEmpty {
            let found = try await remote { () async throws(RemoteError) in
                try await service.messages(withMessageIDs: headers)
            }
            try await keep(since: since) { transaction in
                for message in lost { try transaction.follow(message.id, among: found) }
            }
        }
        let now = try read { try Self.requests(for: asked.keys.sorted(), of: action, reader: $0) }
        let moved = now.filter { $0.remoteID != asked[$0.message] }.map(\.message)
        return (moved, Set(now.map(\.message)).subtracting(moved))
    }

    /// - Parameter reason: what the outbox says about it; nil for nothing.
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

    /// Returns what each message should become: its base with every action up to this one applied.
    /// - Returns: no requests for messages for which the action was taken back.
    private static func requests(for messages: some Sequence<MessageID>, of action: Action, reader: StoreReader) throws
        -> [Request]
    {
        let names = try reader.remoteMailboxIDs(account: action.account)
        func remote(_ ids: Set<MailboxID>) -> Set<RemoteID> { Set(ids.compactMap { names[$0] }) }
        return try messages.compactMap { message in
            guard let remoteID = try reader.remoteID(ofMessage: message), let base = try reader.base(of: message)
            else { return nil }
            let pending = try reader.pendingPatches(of: message).filter { $0.action <= action.id }
            guard let patch = pending.last(where: { $0.action == action.id })?.patch else { return nil }
            let marks = pending.reduce(base) { $0.applying($1.patch) }
            let update = RemoteUpdate(
                addKeywords: patch.addKeywords, removeKeywords: patch.removeKeywords,
                addMailboxes: remote(patch.addMailboxes), removeMailboxes: remote(patch.removeMailboxes),
                resultingMailboxes: remote(marks.mailboxes))
            return Request(message: message, remoteID: remoteID, update: update)
        }
    }

    /// - Returns: the messages that the server refused.
    private func settle(
        _ action: Action, _ requests: [Request], _ answers: UpdateAnswers
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
    /// Whether the server refused this one, whatever it says to others.
    fileprivate var isRefusal: Bool { nextStep == .drop && type != Self.accountReadOnly }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
