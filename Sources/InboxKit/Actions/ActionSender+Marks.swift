import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Actions on messages, many at once, in as few requests as the server allows.
extension ActionSender {
    /// The number of messages that are requested and settled together, so that the store is not held longer than a key may wait.
    private static let portion = 500
    static let goneText = Notice.goneText
    static let homelessText = "its mailbox is gone"

    /// Sends an action, and with it the younger ones that are due and about other messages. Whoever was offline for a while, or is
    /// faster than the line, has many.
    func sendMarks(of first: Action) async throws(StoreError) -> Outcome {
        // What failed before is requested in ever smaller groups, until what fails is alone.
        let most = Self.portion >> min(8, 2 * first.attempts)
        let now = now()
        let others = try store.read { try $0.dueMarks(besides: first, now: now, most: most - first.edits.count) }
        let due = [first] + others.filter { $0.command != .wake || sendsWake($0) }
        // From here on, later actions on these messages wait for the answers.
        let begun = try await store.write { transaction in
            try due.compactMap { action in
                try transaction.begin(action.id).map { (action: action, messages: $0.edits.map(\.message)) }
            }
        }
        guard !begun.isEmpty else { return .settled }
        var run = MarkRun(begun)
        let missing = try await ask(run.messages, &run)
        if !run.isBlocked, !missing.isEmpty { try await askAgain(missing, &run) }
        return try await settle(run)
    }

    /// Requests the changes of messages again that are gone, or that have another id now.
    private func askAgain(_ missing: [MarkRun.Request], _ run: inout MarkRun) async throws(StoreError) {
        let (moved, gone): ([MessageID], Set<MessageID>)
        do throws(Failure) {
            (moved, gone) = try await follow(missing, of: run)
        } catch {
            switch error {
            case .store(let error): throw error
            case .remote(let error): for request in missing { run.note(error, of: request.message) }
            case .takenBack: break
            }
            return
        }
        // The user already knows of messages that a change removed meanwhile.
        let lost = gone.union(try await ask(moved, &run).map(\.message))
        for (action, messages) in run.byAction(lost) {
            // A user who wanted a message away has what they wanted.
            let isWanted = action.command == .trash
            try await takeBack(action, of: messages, because: isWanted ? nil : Self.goneText)
            if !isWanted { tellRefused(part(of: action, with: messages), Self.goneText) }
        }
    }

    /// Settles each action by what became of its messages.
    private func settle(_ run: MarkRun) async throws(StoreError) -> Outcome {
        let failed = run.failed
        let failedIDs = Set(failed.map(\.action.id))
        let answered = run.actions.filter { !failedIDs.contains($0.id) }
        let unasked = try await store.write { try $0.answered(answered.map(\.id)) }
        for action in answered where !unasked.contains(action.id) { board.log?.answered(action) }
        for (action, error) in failed where error.isAboutObject {
            board.log?.answered(action, error)
            _ = try await settle(action, error)
        }
        let blocked = failed.filter { !$0.error.isAboutObject }
        guard let first = blocked.first else {
            if !unasked.isEmpty { try await rest() }
            return .settled
        }
        // If one of them may have reached the server, all of them may.
        let error = blocked.first { !$0.error.didNothing }?.error ?? first.error
        board.log?.answered(first.action, error)
        return try await settle(first.action, error, with: blocked.dropFirst().map(\.action))
    }

    /// Leaves a server alone for a while that fails at one message after another.
    private func rest() async throws(StoreError) {
        let delay = BackOff.delay(after: 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        try await store.write { try $0.holdBack(account, until: next) }
    }

    /// Requests all changes, a portion at a time; refused messages are dropped, and the user is told. Each portion is put together
    /// just before its request, so that it leaves out what was taken back meanwhile, and no other writer has to wait.
    /// - Returns: the requests for messages that are gone, or no longer have that id.
    private func ask(_ messages: [MessageID], _ run: inout MarkRun) async throws(StoreError) -> [MarkRun.Request] {
        var asked: [MarkRun.Request] = []
        var refused: [MessageID: RemoteError] = [:]
        for wanted in try portions(of: messages) where !run.isBlocked {
            let changesThreads = service.changesThreads
            let (portion, threads) = try store.read { reader -> ([MarkRun.Request], KnownThreads?) in
                let portion = try requests(for: wanted, of: run, reader: reader)
                let messages = portion.map(\.message)
                return (portion, changesThreads ? try reader.knownThreads(of: messages, account: account) : nil)
            }
            for (action, messages) in run.byAction(Set(wanted).subtracting(portion.map(\.message))) {
                try await takeBack(action, of: messages, because: nil)
            }
            guard !portion.isEmpty else { continue }
            asked += portion
            let answers = await service.update(
                Dictionary(portion.map { ($0.remoteID, $0.update) }, uniquingKeysWith: { first, _ in first }),
                knowing: threads)
            try await take(answers, to: portion, of: run)
            for request in portion {
                guard case .failure(let error) = answers[request.remoteID] else { continue }
                if error.isRefusal { refused[request.message] = error } else { run.note(error, of: request.message) }
            }
        }
        let missing = Set(refused.filter { $0.value.isNotFound }.keys)
        for (action, messages) in run.byAction(Set(refused.keys).subtracting(missing)) {
            let reason = messages.min().flatMap { refused[$0] }?.summary ?? ""
            try await takeBack(action, of: messages, because: reason)
            tellRefused(part(of: action, with: messages), reason)
        }
        return asked.filter { missing.contains($0.message) }
    }

    /// Returns the messages in portions, those of a thread together if the server changes a thread with one request.
    private func portions(of messages: [MessageID]) throws(StoreError) -> [[MessageID]] {
        guard messages.count > Self.portion else { return messages.isEmpty ? [] : [messages] }
        guard service.changesThreads else {
            return stride(from: 0, to: messages.count, by: Self.portion).map {
                Array(messages[$0..<min($0 + Self.portion, messages.count)])
            }
        }
        let threads = try store.read { try $0.threads(of: messages) }
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
    private func follow(_ missing: [MarkRun.Request], of run: MarkRun) async throws(Failure)
        -> ([MessageID], Set<MessageID>)
    {
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
        let now = try read { try requests(for: asked.keys.sorted(), of: run, reader: $0) }
        let moved = now.filter { $0.remoteID != asked[$0.message] }.map(\.message)
        return (moved, Set(now.map(\.message)).subtracting(moved))
    }

    /// Returns what each message should become: its base with every action up to this one applied.
    /// - Returns: no requests for messages for which the action was taken back.
    private func requests(for messages: [MessageID], of run: MarkRun, reader: StoreReader) throws -> [MarkRun.Request] {
        let names = try reader.remoteMailboxIDs(account: account)
        func remote(_ ids: Set<MailboxID>) -> Set<RemoteID> { Set(ids.compactMap { names[$0] }) }
        return try messages.compactMap { message in
            guard let action = run.action(of: message), let remoteID = try reader.remoteID(ofMessage: message),
                let base = try reader.base(of: message)
            else { return nil }
            let pending = try reader.pendingPatches(of: message).filter { $0.action <= action.id }
            guard let patch = pending.last(where: { $0.action == action.id })?.patch else { return nil }
            let marks = pending.reduce(base) { $0.applying($1.patch) }
            let update = RemoteUpdate(
                addKeywords: patch.addKeywords, removeKeywords: patch.removeKeywords,
                addMailboxes: remote(patch.addMailboxes), removeMailboxes: remote(patch.removeMailboxes),
                resultingMailboxes: remote(marks.mailboxes))
            return MarkRun.Request(message: message, remoteID: remoteID, update: update)
        }
    }

    /// Stores which of the requested changes were made.
    private func take(_ answers: UpdateAnswers, to requests: [MarkRun.Request], of run: MarkRun)
        async throws(StoreError)
    {
        let done = run.byAction(
            Set(requests.filter { if case .success = answers[$0.remoteID] { true } else { false } }.map(\.message)))
        if !done.isEmpty { answered() }
        try await store.write { for (action, messages) in done { try $0.take(messages.sorted(), of: action.id) } }
    }
}

extension RemoteError {
    /// Whether the server refused this one, whatever it says to others.
    fileprivate var isRefusal: Bool { nextStep == .drop && type != Self.accountReadOnly }
}
