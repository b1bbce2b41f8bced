import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Moving messages to another account, or copying them. First a copy is made there; the original goes only when the copy is known
/// to be whole. Each step is stored before the next begins, so whatever is lost in between, a moved message is in at least one of
/// the two accounts, and at the end in one.
extension ActionSender {
    /// The number of messages that are copied and deleted together.
    private static let portion = 50

    private struct Open: Sendable {
        var message: MessageID
        var original: RemoteID
        var places: Set<RemoteID>
    }

    /// What is left to do for the messages of a transfer.
    private struct Plan: Sendable {
        var open: [Open] = []
        /// Copied before: the originals must be deleted.
        var landed: [MessageID] = []
        /// The message is gone: nothing can be done any more.
        var lost: Set<MessageID> = []
        /// Messages whose mailbox is gone.
        var homeless: Set<MessageID> = []
        var target: AccountID?
    }

    /// Transfers some of the messages; the rest follows when nothing else of the account is due.
    func transfer(_ queued: Action) async throws(Failure) -> Outcome {
        let plan = try read { try Self.plan(for: queued, reader: $0) }
        var there: (any RemoteService)?
        if let target = plan.target {
            switch await reach(target) {
            case .success(let service): there = service
            case .failure(let reason):
                let address = Self.address(queued)
                let words = reason == .paused ? "\(address) is paused" : "sign in to \(address) first"
                try await wait(queued, until: nil, words, mayHaveArrived: queued.state == .unknown)
                return .settled
            }
        }
        // If the user takes it back before this, nothing is requested.
        let action = try await begin(queued)
        try await drop(plan.lost, of: action, queued, because: Self.goneText)
        try await drop(plan.homeless, of: action, queued, because: Self.homelessText)
        var failures: [RemoteError] = []
        let portion = Array(plan.open.prefix(Self.portion))
        if let there, let target = plan.target {
            failures = try await copy(portion, of: action, queued, to: (target, there))
        }
        let unsure = try await letGo(of: action, queued)
        guard let failure = unsure ?? failures.first else {
            let isDone = plan.open.count == portion.count
            try await write { transaction in
                guard isDone else { return try transaction.setState(.waiting, of: action.id) }
                try transaction.answered(action.id, of: [])
            }
            return .settled
        }
        // It can be taken back as long as no copy was requested.
        let now = try read { try $0.action(action.id) }?.transfer
        let isOpen =
            queued.state == .unknown || now?.landed.isEmpty == false
            || failures.contains { $0.call == RemoteError.copying }
        let whose = unsure == nil ? "\(Self.address(queued)): " : ""
        try await wait(queued, until: failure.retryAfter, whose + failure.summary, mayHaveArrived: isOpen)
        return unsure?.nextStep == .signIn ? .signedOut(failure.summary) : .settled
    }

    /// - Returns: why some copies could not be requested; refused messages are dropped.
    private func copy(
        _ some: [Open], of action: Action, _ queued: Action, to there: (account: AccountID, service: any RemoteService)
    ) async throws(Failure) -> [RemoteError] {
        guard !some.isEmpty else { return [] }
        let account = there.account
        let since = try read { try $0.syncState(AccountSync.Key.state, account: account) }
        let wanted = Dictionary(some.map { ($0.original, $0.places) }, uniquingKeysWith: { $1 })
        let answers = await there.service.take(wanted, from: service, mayBeHere: queued.state == .unknown)
        var copies: [MessageID: RemoteCopy] = [:]
        var failures: [RemoteError] = []
        for open in some {
            switch answers[open.original] {
            case .success(let copy): copies[open.message] = copy
            case .failure(let error) where error.nextStep == .drop:
                try await drop(
                    [open.message], of: action, queued, because: error.isNotFound ? Self.goneText : error.summary)
            case .failure(let error): failures.append(error)
            case nil:
                failures.append(
                    RemoteError(.unreadableAnswer(detail: "no answer to a copy"), call: RemoteError.copying))
            }
        }
        let made = copies
        try await write { transaction in
            if action.command == .copy {
                try transaction.copied(action.id, made, in: account)
            } else {
                try transaction.landed(action.id, made.mapValues(\.message), in: account)
            }
            try transaction.readAgain(since: since, account: account)
        }
        return failures
    }

    /// Deletes the originals of messages that are known to be in the other account.
    /// - Returns: why it is not known whether they are gone, in which case this is repeated.
    private func letGo(of action: Action, _ queued: Action) async throws(Failure) -> RemoteError? {
        let landed = try read { reader in
            try Self.plan(for: action, reader: reader).landed
                .compactMap { message in try reader.remoteID(ofMessage: message).map { (message, $0) } }
        }
        guard !landed.isEmpty else { return nil }
        var failed: [RemoteID: RemoteError] = [:]
        do throws(RemoteError) {
            failed = try await service.letGo(landed.map(\.1))
        } catch {
            for (_, id) in landed { failed[id] = error }
        }
        let gone = landed.filter { failed[$0.1] == nil }.map(\.0)
        let refused = landed.filter { failed[$0.1]?.nextStep == .drop }
        let reason = refused.first.flatMap { failed[$0.1] }
        try await write { transaction in
            try transaction.departed(gone, of: action.id)
            try transaction.stayed(refused.map(\.0), of: action.id)
            if !refused.isEmpty { try transaction.drop(action.id, only: Set(refused.map(\.0))) }
        }
        if let reason { board.tell(.leftBehind(queued, message: reason.summary)) }
        return failed.values.first { $0.nextStep != .drop }
    }

    private func drop(_ messages: Set<MessageID>, of action: Action, _ queued: Action, because reason: String)
        async throws(Failure)
    {
        guard !messages.isEmpty else { return }
        let now = now()
        try await write { try $0.refuse(action.id, only: messages, reason: reason, now: now) }
        board.tell(.refused(queued, message: reason))
    }

    // MARK: Waiting

    /// Postpones only this action: an account that can't be reached does not delay the rest of the queue.
    private func wait(_ action: Action, until delay: Duration?, _ reason: String, mayHaveArrived: Bool)
        async throws(Failure)
    {
        let delay = delay ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        try await write { transaction in
            try transaction.postpone(action.id, until: next, error: reason, mayHaveArrived: mayHaveArrived)
        }
    }

    private static func address(_ action: Action) -> String {
        action.transfer?.to ?? "the other account"
    }

    private static func plan(for action: Action, reader: StoreReader) throws -> Plan {
        let transfer = try reader.action(action.id)?.transfer
        let landed = transfer?.landed ?? [:]
        let mailboxes = try reader.mailboxes()
        var plan = Plan()
        for edit in try reader.edits(in: action.id) {
            if landed[edit.message.rawValue] != nil {
                plan.landed.append(edit.message)
                continue
            }
            let places = mailboxes.filter { $0.id == transfer?.mailbox || edit.patch.addMailboxes.contains($0.id) }
            let names = Set(places.compactMap(\.remoteID))
            guard let original = try reader.remoteID(ofMessage: edit.message) else {
                plan.lost.insert(edit.message)
                continue
            }
            guard !names.isEmpty else {
                plan.homeless.insert(edit.message)
                continue
            }
            plan.target = places.first?.account
            plan.open.append(Open(message: edit.message, original: original, places: names))
        }
        return plan
    }
}
