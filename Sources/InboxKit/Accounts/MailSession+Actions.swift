import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// What was done, as the user is told: enough to name it and to take it back.
public struct Deed: Hashable, Sendable {
    public var command: Action.Command
    /// The subject of the thread, or how many there were.
    public var title: String
    public var threadCount: Int
}

extension MailSession {
    /// Does something to threads: it shows before the next frame and is sent when the server can be reached.
    /// - Returns: nil when there was nothing to change.
    @discardableResult
    public func perform(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID? = nil, keyword: Keyword? = nil
    ) async throws(SessionError) -> Deed? {
        try await perform(command, target: target, keyword: keyword) { reader in
            try threads.map { (try reader.thread($0)?.subject ?? "", try reader.messages(of: $0)) }
        }
    }

    /// Does something to single messages.
    @discardableResult
    public func perform(
        _ command: Action.Command, onMessages messages: [MessageID], target: MailboxID? = nil, keyword: Keyword? = nil
    ) async throws(SessionError) -> Deed? {
        try await perform(command, target: target, keyword: keyword) { reader in
            try messages.map { try reader.message($0) }.compactMap { $0 }.map { ($0.subject, [$0]) }
        }
    }

    private func perform(
        _ command: Action.Command, target: MailboxID?, keyword: Keyword?,
        on find: @escaping @Sendable (StoreReader) throws -> [(subject: String, messages: [Message])]
    ) async throws(SessionError) -> Deed? {
        let result: Result<Deed?, ActionError>
        do throws(StoreError) {
            result = try await store.write { transaction in
                let reader = transaction.reader
                let groups = try find(reader)
                let accounts = try reader.accounts()
                let mailboxes = try reader.mailboxes()
                var edits: [AccountID: [Action.Edit]] = [:]
                var subjects: [String] = []
                do throws(ActionError) {
                    for group in groups {
                        guard let account = accounts.first(where: { $0.id == group.messages.first?.account }) else {
                            continue
                        }
                        let planner = ActionPlanner(
                            account: account, mailboxes: mailboxes.filter { $0.account == account.id })
                        let planned = try planner.edits(
                            command, target: target, keyword: keyword, messages: group.messages)
                        if !planned.isEmpty { subjects.append(group.subject) }
                        edits[account.id, default: []] += planned
                    }
                } catch {
                    return .failure(error)
                }
                let title = subjects.count == 1 ? subjects[0] : "\(subjects.count) threads"
                var done: [Action] = []
                for (account, edits) in edits.sorted(by: { $0.key < $1.key }) where !edits.isEmpty {
                    let action = Action(
                        id: ActionID(0), account: account, command: command, title: title, edits: edits,
                        createdAt: Date())
                    if let trimmed = try transaction.enqueue(action) { done.append(trimmed) }
                }
                try transaction.remember(done)
                return .success(
                    subjects.isEmpty ? nil : Deed(command: command, title: title, threadCount: subjects.count))
            }
        } catch {
            throw .store(error)
        }
        do { return try result.get() } catch { throw .action(error) }
    }

    /// Takes back the last thing that was done and not taken back yet.
    public func undo() async throws(SessionError) -> Deed? { try await step(undoing: true) }

    /// Does again what was last taken back.
    public func redo() async throws(SessionError) -> Deed? { try await step(undoing: false) }

    private func step(undoing: Bool) async throws(SessionError) -> Deed? {
        do throws(StoreError) {
            return try await store.write { transaction in
                let steps = try transaction.takeStep(undoing: undoing)
                for step in steps { try transaction.enqueue(step) }
                return steps.first.map { Deed(command: $0.command, title: $0.title, threadCount: 1) }
            }
        } catch {
            throw .store(error)
        }
    }

    // MARK: Outbox

    /// Sends an action now, back-off or not.
    public func retry(_ id: ActionID) async throws(SessionError) {
        do throws(StoreError) {
            try await store.write { transaction in
                for account in try transaction.reader.accounts() {
                    try transaction.makeDue(account: account.id, only: id)
                }
            }
        } catch {
            throw .store(error)
        }
        retryNow()
    }

    /// Takes an action out of the queue; what it showed goes back.
    public func discard(_ id: ActionID) async throws(SessionError) {
        do throws(StoreError) { try await store.write { try $0.drop(id) } } catch { throw .store(error) }
    }
}
