public import Foundation
public import InboxModel
import InboxRemote
import InboxStore

extension StoreTransaction {
    fileprivate func marks(of part: DeedPart) throws -> [MarkedMessage] {
        part.messages.isEmpty ? try marks(of: part.threads) : try marks(ofMessages: part.messages)
    }
}

extension MailSession {
    /// Carries out a command on threads. The result shows before the next frame, and is sent when the server can be reached.
    /// - Parameters:
    ///   - target: for moving and labelling.
    ///   - keyword: for marking.
    ///   - date: for snoozing, until when; for waking, now.
    /// - Returns: nil if there was nothing to change.
    /// - Throws: `SessionError.action` if the command is not allowed, in which case nothing changed: `incomplete` for a command
    ///   that is not for messages or lacks an argument, `readOnly`, `wrongMailbox`, `notLabel`, `noMailbox`, `noLabels`, `badKeyword`,
    ///   `forbidden`, `noTransfer`, `beingMoved`.
    @discardableResult
    public func perform(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID? = nil, keyword: Keyword? = nil,
        date: Date? = nil
    ) async throws(SessionError) -> Deed? {
        let order = Order(command: command, target: target, keyword: keyword, date: date)
        return try await perform(order, eachAlone: false) { try $0.marks(of: threads) }
    }

    /// Carries out a command on single messages, each as if it were its whole thread. Throws like `perform(_:on:)`.
    @discardableResult
    public func perform(
        _ command: Action.Command, onMessages messages: [MessageID], target: MailboxID? = nil, keyword: Keyword? = nil,
        date: Date? = nil
    ) async throws(SessionError) -> Deed? {
        let order = Order(command: command, target: target, keyword: keyword, date: date)
        return try await perform(order, eachAlone: true) { try $0.marks(ofMessages: messages) }
    }

    /// A command with its arguments.
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

    /// Carries out a command on several threads and messages, each of which may have its own destination. All of it is done or
    /// none, and it is undone as one. Each part is a separate action in the outbox. The part with the command `deleteDraft`
    /// discards drafts: its messages, or all drafts of its threads. Throws like the others, and `beingSent` for such a draft.
    @discardableResult
    public func perform(_ command: Action.Command, on parts: [DeedPart], date: Date? = nil) async throws(SessionError)
        -> Deed?
    {
        let discarded = parts.filter { ($0.command ?? command) == .deleteDraft }
        let others = parts.filter { ($0.command ?? command) != .deleteDraft }
        let steps: [Step] = others.map { part in
            let order = Order(
                command: part.command ?? command, target: part.target, keyword: part.keyword, date: date)
            return (order, !part.messages.isEmpty, { try $0.marks(of: part) })
        }
        return try await perform(steps, discarding: discarded)
    }

    private typealias Step = (
        order: Order, eachAlone: Bool, find: @Sendable (StoreTransaction) throws -> [MarkedMessage]
    )

    private func perform(
        _ order: Order, eachAlone: Bool,
        on find: @escaping @Sendable (StoreTransaction) throws -> [MarkedMessage]
    ) async throws(SessionError) -> Deed? {
        try await perform([(order, eachAlone, find)])
    }

    private func perform(_ steps: [Step], discarding drafts: [DeedPart] = []) async throws(SessionError) -> Deed? {
        try await act { [origin] transaction in
            let discarded = try DiscardedDrafts(drafts, transaction)
            var made: [Action] = []
            var done: [Action] = []
            var deeds: [Deed] = []
            for step in steps {
                // Each step sees what the steps before it changed.
                if let deed = try Self.carryOut(step, transaction, &made, &done) { deeds.append(deed) }
            }
            // The created mailboxes come first, so undo removes them last.
            try transaction.remember(
                discarded.actions + made + done, discarded: discarded.versions, by: origin)
            let inTurn = try Deed.inTurn(deeds).map { try Self.joined($0, transaction.reader) }
            var deed = try Deed.series(inTurn, title: { try Self.title(of: $0, transaction.reader) })
            deed?.mailboxes = made.map(\.title)
            return discarded.deed(with: deed)
        }
    }

    /// Joins deeds of the same command on several parts into one.
    static func joined(_ deeds: [Deed], _ reader: StoreReader) throws -> Deed {
        var deed = deeds[0]
        guard deeds.count > 1 else { return deed }
        deed.threads = deeds.flatMap(\.threads).uniqued
        deed.messages = deeds.flatMap(\.messages)
        deed.threadMessages = 0
        deed.title = try title(of: deed.threads, reader)
        deed.shares = try shares(of: deeds, reader)
        let names = Set(deeds.map { $0.target?.role.map(\.rawValue) ?? $0.target?.name.lowercased() })
        if deeds.contains(where: { $0.target != deed.target }), deed.shares.isEmpty || names.count > 1 {
            deed.target = nil
        }
        if deeds.contains(where: { $0.tag != deed.tag }) { deed.tag = nil }
        return deed
    }

    /// - Returns: an empty array if all deeds are of one account.
    private static func shares(of deeds: [Deed], _ reader: StoreReader) throws -> [Deed.Share] {
        let accounts = try reader.accounts()
        var counts: [AccountID: Int] = [:]
        for deed in deeds {
            guard let account = deed.target?.account else { continue }
            counts[account, default: 0] += deed.messages.isEmpty ? deed.threads.count : deed.messages.count
        }
        guard counts.count > 1 else { return [] }
        return accounts.compactMap { account in
            counts[account.id].map { Deed.Share(address: account.address, count: $0) }
        }
    }

    /// - Parameters:
    ///   - made: receives the queued actions that create missing mailboxes.
    ///   - done: receives the other queued actions.
    /// - Returns: nil if nothing changed.
    private static func carryOut(
        _ step: Step, _ transaction: StoreTransaction, _ made: inout [Action], _ done: inout [Action]
    ) throws -> Deed? {
        let (order, eachAlone) = (step.order, step.eachAlone)
        let reader = try transaction.reader
        let edits = try edits(order, of: try step.find(transaction), eachAlone, transaction, &made)
        let threads = edits.flatMap(\.threads)
        let messages = eachAlone ? edits.flatMap { $0.edits.map(\.message) } : []
        let title = try eachAlone ? title(of: messages, order, reader) : title(of: threads, reader)
        var queued: [Action] = []
        for part in edits {
            let isCopy = order.command == .copy
            let command: Action.Command =
                if part.to != nil { isCopy ? .copy : .transfer } else { isCopy ? .label : order.command }
            let isAll = part.threads.count == threads.count
            let name =
                try isAll
                ? title
                : eachAlone
                    ? self.title(of: part.edits.map(\.message), order, reader)
                    : self.title(of: part.threads, reader)
            let detail = part.to.flatMap { Transfer(to: $0, mailbox: isCopy ? order.target : nil).detail }
            let action = Action(
                id: ActionID(0), account: part.account, command: command, title: name, edits: part.edits,
                detail: detail, createdAt: Date())
            let new = try command == .copy ? transaction.enqueueCopy(action) : transaction.enqueue(action)
            if let new { queued.append(new) }
        }
        done += queued
        guard let first = queued.first else { return nil }
        return Deed(
            command: first.command, title: title, threads: threads, messages: messages,
            threadMessages: eachAlone || threads.count != 1 ? 0 : edits.reduce(0) { $0 + $1.edits.count },
            to: queued.lazy.compactMap { $0.transfer?.to }.first,
            target: try order.hasTarget ? reader.mailboxes().first { $0.id == order.target } : nil, tag: first.tag)
    }

    static func title(of threads: [ThreadID], _ reader: StoreReader) throws -> String {
        threads.count == 1 ? try reader.thread(threads[0])?.subject ?? "" : "\(threads.count) threads"
    }

    /// Returns the subject or the number of messages; both if the rest of their thread was left alone, except for shaking, which
    /// goes from message to message anyway.
    private static func title(of messages: [MessageID], _ order: Order, _ reader: StoreReader) throws -> String {
        let (count, first) = (messages.count, try messages.first.flatMap { try reader.message($0) })
        guard let first, count == 1 || order.command != .shake else { return "\(count) messages" }
        guard order.command != .shake, let thread = try reader.thread(first.thread), thread.messageCount > count,
            try messages.allSatisfy({ try reader.message($0)?.thread == thread.id })
        else { return count == 1 ? first.subject : "\(count) messages" }
        return Deed.title(messages: count, of: thread.subject)
    }

    /// - `to`: the address of the account that the mail goes to, if it is another one.
    private typealias PlannedEdits = [(account: AccountID, threads: [ThreadID], edits: [Action.Edit], to: String?)]

    /// Returns the edits that the command makes, account by account.
    /// - Parameters:
    ///   - eachAlone: whether each message is treated by itself, whatever else of its thread is selected.
    ///   - made: receives the queued actions that create missing mailboxes.
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
            let newest = order.command == .wake ? try transaction.reader.newestMail() : nil
            var planner = ActionPlanner(account: account, mailboxes: mailboxes, newest: newest)
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
                    guard case .noMailbox(let role) = error, account.dialect.keepsMailInMailboxes else { throw error }
                    made.append(try transaction.makeMailbox(for: role, account: id, now: Date()))
                    planner = ActionPlanner(
                        account: account, mailboxes: try transaction.reader.mailboxes(), newest: newest)
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

    /// Runs a transaction for the user, and throws what is not allowed as `.action`, failures of the store as `.store`.
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

extension Array {
    /// Splits into runs of neighbours with the same key, in order.
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
