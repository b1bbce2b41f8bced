public import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// What was done, as the user is told: enough to name it, to take it back, and to find it again.
public struct Deed: Hashable, Sendable {
    public var command: Action.Command
    /// The subject of the thread, or how many there were.
    public var title: String
    /// Those that really changed.
    public var threads: [ThreadID]
    /// Those of them that changed, where it was done to single messages, and where it was taken back.
    public var messages: [MessageID] = []
    /// Mailboxes that had to be made for it, or that went with it when it was taken back.
    public var mailboxes: [String] = []
    /// The address of the account that they go to, when it is another.
    public var to: String?
    /// Where they were moved or copied, or the label that was put or taken; nil for all else.
    public var target: Mailbox?

    public var threadCount: Int { threads.count }
}

extension MailSession {
    /// Does something to threads: it shows before the next frame and is sent when the server can be reached.
    /// - Parameters:
    ///   - target: for moving and labelling.
    ///   - keyword: for marking.
    ///   - date: for snoozing: until when; for waking: now.
    /// - Returns: nil when there was nothing to change.
    @discardableResult
    public func perform(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID? = nil, keyword: Keyword? = nil,
        date: Date? = nil
    ) async throws(SessionError) -> Deed? {
        let order = Order(command: command, target: target, keyword: keyword, date: date)
        return try await perform(order, eachAlone: false) { try $0.marks(of: threads) }
    }

    /// Does something to single messages: to each as if it were all of its thread.
    @discardableResult
    public func perform(
        _ command: Action.Command, onMessages messages: [MessageID], target: MailboxID? = nil, keyword: Keyword? = nil,
        date: Date? = nil
    ) async throws(SessionError) -> Deed? {
        let order = Order(command: command, target: target, keyword: keyword, date: date)
        return try await perform(order, eachAlone: true) { try $0.marks(ofMessages: messages) }
    }

    /// What is to be done, with all that its command needs.
    private struct Order: Sendable {
        var command: Action.Command
        var target: MailboxID?
        var keyword: Keyword?
        var date: Date?

        var hasTarget: Bool { [.move, .copy, .label, .unlabel].contains(command) }

        func edits(_ planner: ActionPlanner, _ messages: [MarkedMessage]) throws(ActionError) -> [Action.Edit] {
            try planner.edits(command, target: target, keyword: keyword, date: date, messages: messages)
        }
    }

    private func perform(
        _ order: Order, eachAlone: Bool,
        on find: @escaping @Sendable (StoreTransaction) throws -> [MarkedMessage]
    ) async throws(SessionError) -> Deed? {
        try await act { [origin] transaction in
            let reader = transaction.reader
            var made: [Action] = []
            let edits = try Self.edits(order, of: try find(transaction), eachAlone, transaction, &made)
            let threads = edits.flatMap(\.threads)
            let messages = eachAlone ? edits.flatMap { $0.edits.map(\.message) } : []
            let title = try eachAlone ? Self.title(of: messages, reader) : Self.title(of: threads, reader)
            var done: [Action] = []
            for part in edits {
                let isCopy = order.command == .copy
                let command: Action.Command =
                    if part.to != nil { isCopy ? .copy : .transfer } else { isCopy ? .label : order.command }
                let isAll = part.threads.count == threads.count
                let name =
                    try isAll
                    ? title
                    : eachAlone
                        ? Self.title(of: part.edits.map(\.message), reader) : Self.title(of: part.threads, reader)
                let detail = part.to.flatMap { Transfer(to: $0, mailbox: isCopy ? order.target : nil).detail }
                let action = Action(
                    id: ActionID(0), account: part.account, command: command, title: name, edits: part.edits,
                    detail: detail, createdAt: Date())
                let queued = try command == .copy ? transaction.enqueueCopy(action) : transaction.enqueue(action)
                if let queued { done.append(queued) }
            }
            // Its mailboxes are taken back last.
            try transaction.remember(made + done, by: origin)
            guard !done.isEmpty else { return nil }
            return Deed(
                command: done[0].command, title: title, threads: threads, messages: messages,
                mailboxes: made.map(\.title),
                to: done.lazy.compactMap { Transfer(detail: $0.detail)?.to }.first,
                target: try order.hasTarget ? reader.mailboxes().first { $0.id == order.target } : nil)
        }
    }

    static func title(of threads: [ThreadID], _ reader: StoreReader) throws -> String {
        threads.count == 1 ? try reader.thread(threads[0])?.subject ?? "" : "\(threads.count) threads"
    }

    private static func title(of messages: [MessageID], _ reader: StoreReader) throws -> String {
        messages.count == 1 ? try reader.message(messages[0])?.subject ?? "" : "\(messages.count) messages"
    }

    /// - `to`: the address of the account that they go to, when it is another.
    private typealias PlannedEdits = [(account: AccountID, threads: [ThreadID], edits: [Action.Edit], to: String?)]

    /// What the command means, account by account.
    /// - Parameters:
    ///   - eachAlone: whether a message stands for itself, whatever else of its thread is meant.
    ///   - made: gets what was queued to make the mailboxes that it needs.
    private static func edits(
        _ order: Order, of messages: [MarkedMessage], _ eachAlone: Bool, _ transaction: StoreTransaction,
        _ made: inout [Action]
    ) throws -> PlannedEdits {
        let accounts = try transaction.reader.accounts()
        let mailboxes = try transaction.reader.mailboxes()
        let byAccount = Dictionary(grouping: messages, by: \.account).sorted { $0.key < $1.key }
        var all: PlannedEdits = []
        for (id, messages) in byAccount {
            guard let account = accounts.first(where: { $0.id == id }) else { continue }
            var planner = ActionPlanner(account: account, mailboxes: mailboxes)
            let goes = order.command == .move || order.command == .copy
            let transfer = goes ? mailboxes.first { $0.id == order.target && $0.account != id } : nil
            let other = accounts.first { $0.id == transfer?.account }
            var threads: [ThreadID] = []
            var edits: [Action.Edit] = []
            let parts = eachAlone ? messages.map { [$0] } : messages.split(byThread: \.thread).map(Array.init)
            for thread in parts {
                let these: [Action.Edit]
                do {
                    if let transfer, let other {
                        these =
                            order.command == .copy
                            ? try planner.copies(thread, to: transfer, of: other)
                            : try planner.transfer(thread, to: transfer, of: other)
                    } else {
                        these = try order.edits(planner, thread)
                    }
                } catch {
                    guard case .noMailbox(let role) = error, account.dialect == .jmap else { throw error }
                    made.append(try transaction.makeMailbox(for: role, account: id, now: Date()))
                    planner = ActionPlanner(account: account, mailboxes: try transaction.reader.mailboxes())
                    these = try order.edits(planner, thread)
                }
                if let first = thread.first, !these.isEmpty, threads.last != first.thread {
                    threads.append(first.thread)
                }
                edits += these
            }
            if !edits.isEmpty { all.append((id, threads, edits, other?.address)) }
        }
        return all
    }

    /// Takes back the last thing that was done and not taken back yet; tells the threads that it changed.
    public func undo() async throws(SessionError) -> Deed? { try await step(undoing: true) }

    /// Does again what was last taken back.
    public func redo() async throws(SessionError) -> Deed? { try await step(undoing: false) }

    /// What `undo`, or else `redo`, is about, as it was done; nil where there is nothing. What changed since may leave less.
    public func nextDeed(undoing: Bool) throws(SessionError) -> Deed? {
        let origin = origin
        return try reading { reader in
            let steps = try reader.nextDeed(undoing: undoing, by: origin)
            let parts = steps.filter { $0.command != .createMailbox }
            guard let first = parts.first ?? steps.first else { return nil }
            let messages = try reader.marks(ofMessages: parts.flatMap(\.edits).map(\.message))
            var met: Set<ThreadID> = []
            let threads = messages.map(\.thread).filter { met.insert($0).inserted }
            return Deed(
                command: first.command,
                title: parts.count > 1 ? try Self.title(of: threads, reader) : first.title, threads: threads,
                messages: messages.map(\.id), target: try Self.target(of: parts, undone: false, reader: reader))
        }
    }

    private func step(undoing: Bool) async throws(SessionError) -> Deed? {
        try await act { [origin] transaction in
            let done = try transaction.step(undoing: undoing, by: origin, now: Date())
            guard let first = done.first(where: { $0.object == nil }) ?? done.first else { return nil }
            let messages = try transaction.reader.marks(ofMessages: done.flatMap(\.edits).map(\.message))
            let drafts = try done.compactMap(\.draft).compactMap { try transaction.reader.message($0)?.thread }
            var met: Set<ThreadID> = []
            let threads = (messages.map(\.thread) + drafts).filter { met.insert($0).inserted }
            let mailboxes = done.filter { $0.command == .createMailbox }.map(\.title)
            // Each account has its part of what was done at once.
            let parts = done.filter { $0.object == nil }
            let title = parts.count > 1 ? try Self.title(of: threads, transaction.reader) : first.title
            return Deed(
                command: first.command, title: title, threads: threads, messages: messages.map(\.id),
                mailboxes: mailboxes,
                // The way back ends in the account that it came from, where the deed was that it left.
                to: undoing ? nil : Transfer(detail: first.detail)?.to,
                target: try Self.target(of: done, undone: undoing, reader: transaction.reader))
        }
    }

    /// The mailbox that all of some actions move to, or the label that they put or take.
    private static func target(of actions: [Action], undone: Bool, reader: StoreReader) throws -> Mailbox? {
        let places = actions.flatMap { action -> [Set<MailboxID>] in
            switch action.command {
            case .move, .label, .transfer:
                action.edits.map { undone ? $0.patch.removeMailboxes : $0.patch.addMailboxes }
            case .unlabel: action.edits.map { undone ? $0.patch.addMailboxes : $0.patch.removeMailboxes }
            case .copy: [Set([Transfer(detail: action.detail)?.mailbox].compactMap(\.self))]
            default: []
            }
        }
        // What was there already has nothing to tell.
        let telling = places.filter { !$0.isEmpty }
        let common = telling.dropFirst().reduce(telling.first ?? []) { $0.intersection($1) }
        return common.count == 1 ? try reader.mailboxesWithLeaving().first { common.contains($0.id) } : nil
    }

    // MARK: Outbox

    /// Sends an action now: back-off or not, and also when it was stopped. What it waits for goes with it. What was refused
    /// is queued once more; what the user holds goes back to its own time, if that is to come.
    /// - Throws: `ActionError.heldByServer` for what only the server can send, at its time; `.nothingLeft` when there is
    ///   nothing to do again.
    public func retry(_ id: ActionID) async throws(SessionError) {
        let origin = origin
        try await act { transaction in
            if let refused = try transaction.reader.refusal(id) {
                return try transaction.queueAgain(refused, by: origin, now: Date())
            }
            let now = Date()
            let state = try transaction.reader.action(id)?.state
            if state == .held || state == .recalling { throw ActionError.heldByServer }
            let queue = Dictionary(uniqueKeysWithValues: try transaction.reader.queue().map { ($0.id, $0) })
            var wanted = [id]
            var met: Set<ActionID> = []
            while let next = wanted.popLast() {
                guard met.insert(next).inserted else { continue }
                try transaction.retry(next, now: now)
                // What may have been sent is sent again by itself only.
                wanted += (queue[next]?.waitsFor ?? []).filter { queue[$0]?.isSending == false }
            }
        }
        retryNow()
    }

    /// Keeps an action that has not begun in the queue until `retry` lets it go on. One that is on its way is not held.
    public func hold(_ id: ActionID) async throws(SessionError) { try await act { try $0.hold(id) } }

    /// Takes an action out of the queue; what it showed goes back, but never what the user wrote. A message that the
    /// server holds is asked back, which a notice tells the end of. Of what was refused only the row goes.
    /// - Throws: `ActionError.beingSent` when it is on its way.
    public func discard(_ id: ActionID) async throws(SessionError) {
        try await act { transaction in
            guard let action = try transaction.reader.action(id) else { return try transaction.letGoRefusal(id) }
            if [.sendDraft, .bounce].contains(action.command), action.state == .sending { throw ActionError.beingSent }
            if action.command == .transfer, !action.canStillStay { throw ActionError.beingMoved }
            if action.mayBeHeldByServer { try transaction.recall(id) } else { try transaction.drop(id) }
        }
    }

    /// One transaction of the user's: what it may not do is told apart from what the store cannot.
    func act<Value: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> Value) async throws(SessionError)
        -> Value
    {
        do throws(StoreError) {
            return try await store.write(body)
        } catch {
            if case .notAllowed(let error) = error { throw .action(error) }
            throw .store(error)
        }
    }
}

extension Action {
    fileprivate var isSending: Bool { command == .sendDraft || command == .bounce }
    fileprivate var draft: MessageID? { if case .draft(let id) = object { id } else { nil } }

    /// Whether the server sends it at its time if nobody asks it not to.
    public var mayBeHeldByServer: Bool {
        switch state {
        case .held, .recalling: true
        case .unknown: RemoteSubmission(detail: detail)?.holdUntil != nil
        default: false
        }
    }
}

extension Array {
    /// Runs of neighbours that share something, in their order.
    fileprivate func split<Key: Equatable>(byThread key: (Element) -> Key) -> [ArraySlice<Element>] {
        var runs: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where index > start && key(self[index]) != key(self[start]) {
            runs.append(self[start..<index])
            start = index
        }
        if start < endIndex { runs.append(self[start...]) }
        return runs
    }
}
