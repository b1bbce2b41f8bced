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
        var endsWaiting = false
        var hangsAt: String?
        var hides: Set<RemoteID> = []
        var later: [@Sendable (ModelServer) -> Void] = []
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
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
                state.messages[message.id] = message
                state.note(.message(message.id))
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
    /// Makes requests for changes return at once, even if they should wait.
    public func setAnswersAtOnce(_ does: Bool = true) { state.withLock { $0.answersAtOnce = does } }
    /// Makes lists leave out these messages, like a server that rebuilds its index.
    public func setHides(_ ids: Set<RemoteID>) { state.withLock { $0.hides = ids } }
    /// Makes waits for news end without an answer, as if nothing had been asked.
    public func setEndsWaiting() { state.withLock { $0.endsWaiting = true } }
    public var endsWaiting: Bool { state.withLock(\.endsWaiting) }
    public var answersAtOnce: Bool { state.withLock(\.answersAtOnce) }
    /// Makes the server search, with its own interpretation of queries.
    public func setFinds(_ finds: @escaping @Sendable (RemoteMessage, MailPredicate) -> Bool) {
        state.withLock { $0.finds = finds }
    }
    var finds: (@Sendable (RemoteMessage, MailPredicate) -> Bool)? { state.withLock(\.finds) }
    public func setChangesPage(_ count: Int) { state.withLock { $0.changesPage = count } }
    /// Limits pages to that many threads or messages, regardless of the request.
    public func setWalkPage(_ count: Int) { state.withLock { $0.walkPage = count } }

    /// The number of messages deleted for good per request.
    public var destroyedAtOnce: Int {
        get { state.withLock(\.destroyedAtOnce) }
        set { state.withLock { $0.destroyedAtOnce = newValue } }
    }

    /// Makes the server refuse to destroy these.
    public func setKeeps(_ ids: Set<RemoteID>) { state.withLock { $0.keeps = ids } }
    func keeps(_ id: RemoteID) -> Bool { state.withLock { $0.keeps.contains(id) } }

    /// Makes each save of a draft a new message that replaces the older one (as in JMAP). By default saves are numbered.
    public func setGivesNewDraftIDs() { state.withLock { $0.givesNewDraftIDs = true } }
    public var givesNewDraftIDs: Bool { state.withLock(\.givesNewDraftIDs) }
    /// The headers that another program gave every draft.
    public var othersHeaders: [DraftHeader] {
        get { state.withLock(\.othersHeaders) }
        set { state.withLock { $0.othersHeaders = newValue } }
    }
    /// Reported with the next news.
    public func setIdentities(_ identities: [Identity]) {
        state.withLock { ($0.identities, $0.hasNewIdentities) = (identities, true) }
    }
    /// Why the server does not say what its account allows.
    public var abilityFault: RemoteError? {
        get { state.withLock(\.abilityFault) }
        set { state.withLock { $0.abilityFault = newValue } }
    }

    /// The permissions that the server reports for its account; nil for none.
    public var ability: RemoteAbility? {
        get { state.withLock(\.ability) }
        set { state.withLock { $0.ability = newValue } }
    }

    /// The objects in its answers that cannot be read.
    public var leftOut: Set<UInt64> {
        get { state.withLock(\.leftOut) }
        set { state.withLock { $0.leftOut = newValue } }
    }

    public func setTakesWhole() { state.withLock { $0.takesWhole = true } }

    /// Lets it say that it changes a whole thread with one request. Each message is asked for all the same.
    public func setChangesThreads() { state.withLock { $0.changesThreads = true } }

    /// Nil if the server has no automatic reply.
    public var vacation: VacationReply? { state.withLock(\.vacation) }
    public func setVacation(_ reply: VacationReply) { state.withLock { $0.vacation = reply } }
    public func setSource(_ bytes: [UInt8], of id: String) { state.withLock { $0.sources[RemoteID(id)] = bytes } }
    public func setHeaders(_ lines: String, of id: String) { state.withLock { $0.headers[RemoteID(id)] = lines } }

    public var messages: [RemoteID: RemoteMessage] { state.withLock(\.messages) }
    public var mailboxes: [RemoteID: RemoteMailbox] { state.withLock(\.mailboxes) }
    public var calls: [Call] { state.withLock(\.calls) }
    public func calls(_ name: String) -> [Call] { calls.filter { $0.name == name } }

    /// Returns once the calls so far satisfy the test.
    public func until(_ isDone: @escaping @Sendable ([Call]) -> Bool) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.append((isDone, continuation)) }
            tellWatchers()
        }
    }

    /// Never answers calls of that name: clients wait until they give up. Only for walks, `changes` and `update`.
    public func hang(at name: String) { state.withLock { $0.hangsAt = name } }

    func passUnlessHung(_ name: String, _ subject: String = "") async throws(RemoteError) {
        let hangs = state.withLock { state in
            guard state.hangsAt == name else { return false }
            state.calls.append(Call(number: state.calls.count, name: name, subject: subject, update: nil))
            return true
        }
        guard hangs else { return }
        tellWatchers()
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        withExtendedLifetime(never.continuation) {}
        throw RemoteError(.cancelled, call: name)
    }

    /// Makes the positions of a walk's pages known in advance.
    public func setKnowsPositions() { state.withLock { $0.knowsPositions = true } }

    func position(behind position: RemotePosition) -> RemotePosition? {
        state.withLock { state in
            guard state.knowsPositions, let start = Int(position.rawValue) else { return nil }
            let next = start + state.walkPage
            return next < state.messages.count ? RemotePosition(rawValue: String(next)) : nil
        }
    }

    /// Makes it refuse updates that would leave a message in no mailbox, as JMAP servers do.
    public func setNeedsMailbox() { state.withLock { $0.needsMailbox = true } }

    /// Makes a renamed mailbox take those below it along, as in JMAP, where they refer to it and not to its name.
    public func setNestsMailboxes() { state.withLock { $0.nestsMailboxes = true } }
    var nestsMailboxes: Bool { state.withLock(\.nestsMailboxes) }

    /// Makes the walk over all mail go from message to message, as JMAP's does, instead of from thread to thread.
    public func setWalksByMessage() { state.withLock { $0.walksByMessage = true } }
    var walksByMessage: Bool { state.withLock(\.walksByMessage) }

    /// Holds calls of that name before they are performed, until `release`. Only for `message`, `threads` and `identities`.
    public func hold(_ name: String) { state.withLock { $0.held[name] = $0.held[name] ?? [] } }

    public func release(_ name: String) {
        let waiting = state.withLock { $0.held.removeValue(forKey: name) } ?? []
        for waiter in waiting { waiter.resume() }
    }

    // MARK: What the service asks

    func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.held[name] != nil else { return true }
                state.held[name]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

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

    /// Holds a request for changes until there are some, or the client gives up.
    func waitForChanges(since: Int) async {
        let id = state.withLock { state in
            state.clock += 0
            return state.calls.count * 1_000 + state.waiting.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    if state.isAsked {
                        state.isAsked = false
                        return true
                    }
                    let hasNews = state.changed.values.contains { $0 > since } || state.oldest > since
                    if hasNews, !state.isSilent { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: id)
                if waiting == nil { state.cancelled.insert(id) }
                return waiting
            }
            waiting?.resume()
        }
    }

    /// How often a client wanted the next look for changes to ask at once.
    public var looksAskedFor: Int { state.withLock(\.looksAskedFor) }

    /// Whether a client waits for changes.
    public var isListenedTo: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Ends the wait for changes without any.
    func askForChanges() {
        let waiting = state.withLock { state in
            state.looksAskedFor += 1
            state.isAsked = state.waiting.isEmpty
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Reports changes only on request from now on, like a dead connection.
    public func fallSilent() { state.withLock { $0.isSilent = true } }

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

    private func tellWatchers() {
        let done = state.withLock { state in
            let calls = state.calls
            let done = state.watchers.filter { $0.isDone(calls) }
            state.watchers.removeAll { $0.isDone(calls) }
            return done
        }
        for watcher in done { watcher.continuation.resume() }
    }
}

extension ModelServer.State {
    mutating func note(_ item: ModelServer.Item) {
        clock += 1
        changed[item] = clock
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
