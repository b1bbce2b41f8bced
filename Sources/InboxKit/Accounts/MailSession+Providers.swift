import Foundation
public import InboxModel
import InboxStore

extension MailSession {
    /// Threads of all accounts that a predicate selects.
    /// - Parameter loadsAtOnce: reads the first window before returning: for what must be on the first frame.
    public func threadProvider(
        filter: MailPredicate = .everything, sort: MailSort = .newestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) -> ModelProvider<MailThread> {
        listProvider(ListConfiguration(filter: filter, sort: sort, window: window), loadsAtOnce)
    }

    /// Single messages of all accounts that a predicate selects.
    public func messageProvider(
        filter: MailPredicate = .everything, sort: MailSort = .oldestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) -> ModelProvider<Message> {
        listProvider(ListConfiguration(filter: filter, sort: sort, window: window), loadsAtOnce)
    }

    /// The mailboxes of all accounts, with their counts.
    public func mailboxProvider(loadsAtOnce: Bool = false, isolation: isolated (any Actor)? = #isolation)
        -> ModelProvider<Mailbox>
    {
        wholeProvider(loadsAtOnce, isTouched: \.changesMailboxes) { try $0.mailboxes() }
    }

    /// What no server has answered yet, oldest first: the outbox. What each does to which message is left out.
    public func actionProvider(loadsAtOnce: Bool = false, isolation: isolated (any Actor)? = #isolation)
        -> ModelProvider<Action>
    {
        wholeProvider(loadsAtOnce, isTouched: \.changesActions) { try $0.queue().filter { $0.state != .sent } }
    }

    public func contactProvider(account: AccountID? = nil, isolation: isolated (any Actor)? = #isolation)
        -> ModelProvider<Contact>
    {
        wholeProvider(false, isTouched: \.changesContacts) { try $0.contacts(account: account) }
    }

    public func accountProvider(loadsAtOnce: Bool = false, isolation: isolated (any Actor)? = #isolation)
        -> ModelProvider<Account>
    {
        wholeProvider(loadsAtOnce, isTouched: \.changesAccounts) { try $0.accounts() }
    }

    private func listProvider<Row: ListRow>(
        _ configuration: ListConfiguration, _ loadsAtOnce: Bool, isolation: isolated (any Actor)? = #isolation
    ) -> ModelProvider<Row> {
        let store = store
        return ModelProvider(store: store, configuration: configuration, loadsAtOnce: loadsAtOnce, fetch: fetch) {
            ListSource<Row>(store: store, configuration: $0)
        }
    }

    private func wholeProvider<Row: ProviderRow>(
        _ loadsAtOnce: Bool, isTouched: @escaping @Sendable (Commit) -> Bool,
        isolation: isolated (any Actor)? = #isolation, read: @escaping @Sendable (StoreReader) throws -> [Row]
    ) -> ModelProvider<Row> {
        let store = store
        return ModelProvider(
            store: store, configuration: ListConfiguration(), loadsAtOnce: loadsAtOnce, fetch: fetch
        ) { _ in WholeSource(store: store, isTouched: isTouched, read: read) }
    }

    /// What `refresh()` of a provider asks for.
    private var fetch: @Sendable () async -> Result<Void, FetchFailure> {
        { [weak self] in await self?.refreshAll() ?? .success(()) }
    }
}
