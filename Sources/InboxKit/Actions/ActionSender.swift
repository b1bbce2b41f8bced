import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Sends the queued actions of one account, oldest first, and settles what the server says to each.
struct ActionSender: Sendable {
    let account: AccountID
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    /// The time that "not before" is compared with.
    let now: @Sendable () -> Date

    /// How many requests of one action may be under way at once.
    private static let width = 4

    enum Pause: Sendable {
        /// Nothing can be sent before this time, or before something new is queued.
        case until(Date?)
        case signedOut(message: String)
    }

    /// Sends what is due until nothing is.
    func sendAll() async throws(StoreError) -> Pause {
        while !Task.isCancelled {
            let (account, now) = (account, now())
            guard let action = try store.read({ try $0.nextDueAction(account: account, now: now) }) else { break }
            if case .signedOut(let message) = try await send(action) { return .signedOut(message: message) }
        }
        let account = account
        return .until(try store.read { try $0.nextDueDate(account: account) })
    }

    private enum Outcome {
        case settled
        case signedOut(String)
    }

    private func send(_ action: Action) async throws(StoreError) -> Outcome {
        let requests = try store.read { try Self.requests(for: action, reader: $0) }
        try await store.write { try $0.setState(.sending, of: action.id) }
        let answers = await perform(requests)
        return try await settle(action, requests: requests, answers: answers)
    }

    // MARK: What to ask

    private struct Request: Sendable {
        var message: MessageID
        var remoteID: RemoteID
        var update: RemoteUpdate
    }

    /// What each message should become: base with every action up to this one played over it.
    private static func requests(for action: Action, reader: StoreReader) throws -> [Request] {
        try action.edits.compactMap { edit in
            guard let message = try reader.message(edit.message), let remoteID = message.remoteID,
                let base = try reader.base(of: edit.message)
            else { return nil }
            let earlier = try reader.pendingPatches(of: edit.message).filter { $0.action <= action.id }
            let marks = earlier.reduce(base) { $0.applying($1.patch) }
            func remote(_ ids: Set<MailboxID>) throws -> Set<RemoteID> {
                Set(try ids.compactMap { try reader.remoteID(of: $0) })
            }
            let update = RemoteUpdate(
                addKeywords: edit.patch.addKeywords, removeKeywords: edit.patch.removeKeywords,
                addMailboxes: try remote(edit.patch.addMailboxes),
                removeMailboxes: try remote(edit.patch.removeMailboxes),
                resultingMailboxes: try remote(marks.mailboxes))
            return Request(message: edit.message, remoteID: remoteID, update: update)
        }
    }

    private typealias Answers = [(message: MessageID, result: Result<RemoteMessage, RemoteError>)]

    private func perform(_ requests: [Request]) async -> Answers {
        let service = service
        return await withTaskGroup(of: (MessageID, Result<RemoteMessage, RemoteError>).self) { group in
            var waiting = requests[...]
            var answers: Answers = []
            var goesOn = true
            func start() {
                guard goesOn, let request = waiting.popFirst() else { return }
                group.addTask {
                    do throws(RemoteError) {
                        return (request.message, .success(try await service.update(request.remoteID, request.update)))
                    } catch {
                        return (request.message, .failure(error))
                    }
                }
            }
            for _ in 0..<Self.width { start() }
            for await (message, result) in group {
                answers.append((message, result))
                // A server that cannot answer now is not asked for the rest.
                if case .failure(let error) = result, error.nextStep != .drop { goesOn = false }
                start()
            }
            return answers
        }
    }

    // MARK: What came back

    private func settle(_ action: Action, requests: [Request], answers: Answers) async throws(StoreError) -> Outcome {
        var messages: [RemoteMessage] = []
        var refused: [MessageID: RemoteError] = [:]
        var failure: RemoteError?
        for answer in answers {
            switch answer.result {
            case .success(let message): messages.append(message)
            case .failure(let error) where error.nextStep == .drop: refused[answer.message] = error
            case .failure(let error): failure = failure ?? error
            }
        }
        let asked = Set(requests.map(\.message))
        let unsendable = Set(action.edits.map(\.message)).subtracting(asked)
        let dropped = Set(refused.keys).union(unsendable)
        let (account, now) = (account, now())
        let told = failure
        let received = messages
        try await store.write { transaction in
            if let told {
                for message in received {
                    try transaction.receive(message, account: account, bodyText: nil, confirms: false)
                }
                let delay =
                    told.retryAfter ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
                let next = now.addingTimeInterval(delay.seconds)
                try transaction.postpone(action.id, until: next, error: told.summary)
                // One question is enough to learn that a server is away, busy or locked.
                try transaction.holdBack(account, until: next)
            } else {
                try transaction.answered(action.id, with: received, account: account)
            }
            if !dropped.isEmpty { try transaction.drop(action.id, only: dropped) }
        }
        if let error = refused.values.first(where: { !$0.isNotFound }) {
            board.tell(.refused(action, message: error.summary))
        }
        if case .signIn = failure?.nextStep { return .signedOut(failure?.summary ?? "") }
        return .settled
    }
}

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
