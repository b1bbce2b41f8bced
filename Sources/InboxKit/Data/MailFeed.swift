import InboxModel
import InboxStore

/// Passes changes of mail from commits on to the providers that hold it, and has everything read again that another process may
/// have changed.
final class MailFeed: Sendable {
    private let listening: Listening
    private let orders: AsyncStream<Void>.Continuation
    private let task: Task<Void, Never>

    init(store: Store, manager: DataManager) {
        let (looks, orders) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.orders = orders
        listening = store.listen { [weak manager] commit in
            guard let manager else { return }
            if !commit.saysTooLittle { manager.take(commit) }
            if commit.saysTooLittle || commit.isOfOthers && commit.changesCollections { orders.yield() }
        }
        task = Task { [weak manager] in
            for await _ in looks { manager?.lookAgain() }
        }
    }

    deinit {
        orders.finish()
        task.cancel()
    }
}

extension Commit {
    /// Whether the commit does not say which mail changed: it is too large, or the log of another process's commits does not tell.
    fileprivate var saysTooLittle: Bool {
        if case .many = threads { return true }
        if case .many = contacts { return true }
        return false
    }
}

extension DataManager {
    /// Applies a commit. It is reported before the next one begins, so its data is never older than what is held. Models that
    /// nobody holds are skipped.
    fileprivate func take(_ commit: Commit) {
        change(isolation: nil) { data in
            guard !data.holders.isEmpty || data.isFetching else { return }
            var new: [any DataModel] = []
            var gone: Set<ModelID> = []
            if case .changes(let threads) = commit.threads {
                for (id, change) in threads {
                    data.sort(MailThread.modelID(id), change.after?.thread, into: &new, &gone)
                    let after = Dictionary(
                        (change.after?.messages ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                    for message in after.values { data.sort(Message.modelID(message.id), message, into: &new, &gone) }
                    // A message that left this thread may have moved to another thread of the commit.
                    for message in change.before?.messages ?? [] where after[message.id] == nil {
                        data.sort(Message.modelID(message.id), nil, into: &new, &gone)
                    }
                }
            }
            if case .changes(let contacts) = commit.contacts {
                for (id, change) in contacts { data.sort(Contact.modelID(id), change.after, into: &new, &gone) }
            }
            gone.subtract(new.compactMap(\.modelID))
            if !gone.isEmpty { data.delete(gone, context: nil) }
            // Data from the store is of the types that are held, so this does not fail.
            if !new.isEmpty { try? data.update(new, context: nil) }
        }
    }
}

extension SharedData {
    fileprivate func sort(
        _ id: ModelID, _ model: (any DataModel)?, into new: inout [any DataModel], _ gone: inout Set<ModelID>
    ) {
        guard holders[id] != nil || isFetching else { return }
        if let model { new.append(model) } else { gone.insert(id) }
    }
}
