import Foundation
public import InboxModel
import InboxRemote
import Synchronization

/// A mail server that is a plain dictionary and a log of changes. Tests compare the client with it.
///
/// `fault` sees every call and may make it fail before or after it is performed.
public final class ModelServer: Sendable {
    public enum Fault: Sendable {
        /// Fails without doing anything.
        case before(RemoteError)
        /// Performs the call, but the answer is lost.
        case after(RemoteError)
    }

    public struct Call: Hashable, Sendable {
        /// Counts all calls from 0.
        public var number: Int
        /// `update`, `changes`, `threads`, …
        public var name: String
        /// The subject of the call: a message for `update`, a state for `changes`, a position for walks.
        public var subject: String
        public var update: RemoteUpdate?
    }

    enum Item: Hashable {
        case message(RemoteID)
        case mailbox(RemoteID)
        case contact(RemoteID)
    }

    struct State {
        var messages: [RemoteID: RemoteMessage] = [:]
        var mailboxes: [RemoteID: RemoteMailbox] = [:]
        var contacts: [RemoteID: RemoteContact] = [:]
        /// When each object last changed.
        var changed: [Item: Int] = [:]
        /// When each message first came to be.
        var created: [RemoteID: Int] = [:]
        var leavesOutPassing = false
        var clock = 0
        var oldest = 0
        var changesPage = 1_000
        var walkPage = 1_000
        var destroyedAtOnce = Int.max
        var keeps: Set<RemoteID> = []
        var givesNewDraftIDs = false
        var othersHeaders: [DraftHeader] = []
        var ability: RemoteAbility?
        var abilityFault: RemoteError?
        var identities: [Identity] = []
        var hasNewIdentities = false
        var leftOut: Set<UInt64> = []
        var takesWhole = false
        var changesThreads = false
        var headers: [RemoteID: String] = [:]
        var sources: [RemoteID: [UInt8]] = [:]
        var vacation: VacationReply?
        var sharing: [RemoteID: MailboxSharing]?
        var principals: [Principal] = []
        var calls: [Call] = []
        var fault: @Sendable (Call) -> Fault? = { _ in nil }
        var finds: (@Sendable (RemoteMessage, MailPredicate) -> Bool)?
        var answersAtOnce = false
        var knowsChanges = false
        var endsWaiting = false
        var hangsAt: String?
        var hides: Set<RemoteID> = []
        var spared: Set<RemoteID> = []
        var listsAllMailboxes = false
        var later: [@Sendable (ModelServer) -> Void] = []
        /// Clients that wait for changes.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var waits = 0
        /// Tests that wait for a client that waits.
        var expecting: [CheckedContinuation<Void, Never>] = []
        var cancelled: Set<Int> = []
        /// Whether changes are not reported to waiting clients.
        var isSilent = false
        /// Whether the next wait ends at once.
        var isAsked = false
        var looksAskedFor = 0
        var held: [String: [CheckedContinuation<Void, Never>]] = [:]
        var knowsPositions = false
        var walksByMessage = false
        var needsMailbox = false
        var nestsMailboxes = false
        var watchers: [(isDone: @Sendable ([Call]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let state = Mutex(State())
    /// Orders to send, including those held until their time.
    public let orders = ModelOrders()

    public init(mailboxes: [RemoteMailbox] = RemoteMailbox.usual) {
        state.withLock { state in
            for mailbox in mailboxes { state.mailboxes[mailbox.id] = mailbox }
        }
    }

    // MARK: What tests do

    public func put(_ messages: RemoteMessage...) { put(messages) }

    public func put(_ messages: [RemoteMessage]) {
        change { state in
            for message in messages {
                guard state.messages[message.id] != message else { continue }
                let isNew = state.messages.updateValue(message, forKey: message.id) == nil
                state.note(.message(message.id))
                if isNew, state.created[message.id] == nil { state.created[message.id] = state.clock }
            }
        }
    }

    public func edit(_ id: String, _ edit: (inout RemoteMessage) -> Void) {
        change { state in
            guard var message = state.messages[RemoteID(id)] else { return }
            edit(&message)
            guard state.messages[message.id] != message else { return }
            state.messages[message.id] = message
            state.note(.message(message.id))
        }
    }

    public func remove(_ id: String) {
        change { state in
            if state.messages.removeValue(forKey: RemoteID(id)) != nil { state.note(.message(RemoteID(id))) }
        }
    }

    /// Whether a mailbox with that id exists or existed: ids are never reused.
    public func hasUsed(mailbox id: RemoteID) -> Bool {
        state.withLock { $0.mailboxes[id] != nil || $0.changed[.mailbox(id)] != nil }
    }

    public func put(_ mailbox: RemoteMailbox) {
        change { state in
            state.mailboxes[mailbox.id] = mailbox
            state.note(.mailbox(mailbox.id))
        }
    }

    /// Adds a mailbox that no change reports.
    public func putUntold(_ mailbox: RemoteMailbox) { state.withLock { $0.mailboxes[mailbox.id] = mailbox } }

    public func remove(mailbox id: String) {
        change { state in
            guard state.mailboxes.removeValue(forKey: RemoteID(id)) != nil else { return }
            state.note(.mailbox(RemoteID(id)))
            for (message, value) in state.messages where value.mailboxes.contains(RemoteID(id)) {
                state.messages[message]?.mailboxes.remove(RemoteID(id))
                state.note(.message(message))
            }
        }
    }

    public func put(_ contact: RemoteContact) {
        change { state in
            state.contacts[contact.id] = contact
            state.note(.contact(contact.id))
        }
    }

    /// Rejects requests for changes since states before now.
    public func forgetChanges() {
        change { state in
            state.clock += 1
            state.oldest = state.clock
        }
    }

    /// Changes the server after the current call.
    public func later(_ work: @escaping @Sendable (ModelServer) -> Void) { state.withLock { $0.later.append(work) } }

    public func setFault(_ fault: @escaping @Sendable (Call) -> Fault?) { state.withLock { $0.fault = fault } }

    public var messages: [RemoteID: RemoteMessage] { state.withLock(\.messages) }
    public var mailboxes: [RemoteID: RemoteMailbox] { state.withLock(\.mailboxes) }
    public var calls: [Call] { state.withLock(\.calls) }
    /// The messages that a walk over all mail was told to leave out.
    public var spared: Set<RemoteID> { state.withLock(\.spared) }
    func noteSpared(_ ids: Set<RemoteID>) { state.withLock { $0.spared.formUnion(ids) } }
    public func calls(_ name: String) -> [Call] { calls.filter { $0.name == name } }

    /// Nil if the server has no automatic reply.
    public var vacation: VacationReply? { state.withLock(\.vacation) }
    public func setVacation(_ reply: VacationReply) { state.withLock { $0.vacation = reply } }
    public func setSource(_ bytes: [UInt8], of id: String) { state.withLock { $0.sources[RemoteID(id)] = bytes } }
    public func setHeaders(_ lines: String, of id: String) { state.withLock { $0.headers[RemoteID(id)] = lines } }

    // MARK: What the service asks

    func call<Answer>(
        _ name: String, _ subject: String, _ update: RemoteUpdate? = nil, _ work: (Access) throws(RemoteError) -> Answer
    ) throws(RemoteError) -> Answer {
        let (call, decide) = state.withLock { state in
            let call = Call(number: state.calls.count, name: name, subject: subject, update: update)
            state.calls.append(call)
            return (call, state.fault)
        }
        let fault = decide(call)
        defer {
            tellWatchers()
            let later = state.withLock { state in
                defer { state.later = [] }
                return state.later
            }
            for work in later { work(self) }
        }
        if case .before(let error) = fault { throw error }
        let answer = try work(Access(server: self))
        if case .after(let error) = fault { throw error }
        return answer
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            let before = state.clock
            body(&state)
            guard state.clock != before, !state.isSilent else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }
}

extension ModelServer.State {
    mutating func note(_ item: ModelServer.Item) {
        clock += 1
        changed[item] = clock
    }

    /// Whether nothing is told of what was created and destroyed since a state.
    func isPassing(_ item: ModelServer.Item, since state: Int) -> Bool {
        guard leavesOutPassing, case .message(let id) = item, messages[id] == nil else { return false }
        return created[id].map { $0 > state } ?? false
    }

    func tell(_ item: ModelServer.Item) -> RemoteChange {
        switch item {
        case .message(let id):
            guard var message = messages[id] else { return .messageGone(id) }
            message.body = nil
            return .message(message)
        case .mailbox(let id): return mailboxes[id].map { .mailbox($0) } ?? .mailboxGone(id)
        case .contact(let id): return contacts[id].map { .contact($0) } ?? .contactGone(id)
        }
    }
}
