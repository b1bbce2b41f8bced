public import InboxModel

/// Live lists of everything in the accounts. Each belongs to the actor that makes it, and ends when it is released. Code that runs on no
/// actor can't make one.
extension MailSession {
    /// Threads of all accounts that a predicate selects. If that is about the drafts mailbox, each row shows only the thread's
    /// drafts, and counts no messages.
    /// - Parameter loadsAtOnce: whether to read the first window before returning, for what must be on the first frame.
    public func threadProvider(
        filter: MailPredicate = .everything, sort: MailSort = .newestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<MailThread> {
        let (store, now) = (store, pace.now)
        return listProvider(filter, sort, window, loadsAtOnce) { configuration in
            guard configuration.filter.isAboutDrafts else {
                return ListSource(store: store, configuration: configuration, now: now)
            }
            return WholeSource.drafts(store: store, configuration: configuration, now: now)
        }
    }

    /// Single messages of all accounts that a predicate selects.
    public func messageProvider(
        filter: MailPredicate = .everything, sort: MailSort = .oldestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Message> {
        listProvider(filter, sort, window, loadsAtOnce)
    }

    /// The drafts among the messages that a predicate selects.
    public func draftProvider(
        filter: MailPredicate = .everything, sort: MailSort = .newestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<DraftSummary> {
        listProvider(filter, sort, window, loadsAtOnce)
    }

    /// The files of the messages that a predicate selects, each with its message and sorted like the messages. For clients with a
    /// list of files, which Maraca does not have.
    public func fileProvider(
        filter: MailPredicate = .everything, sort: MailSort = .newestFirst, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<MailFile> {
        listProvider(filter, sort, window, loadsAtOnce)
    }

    /// People: those in servers' address books, and those that mail came from or went to.
    public func contactProvider(
        filter: ContactFilter = .everyone, sort: ContactSort = .name, window: Range<Int> = 0..<200,
        loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Contact> {
        listProvider(filter, sort, window, loadsAtOnce)
    }

    /// The mailboxes of all accounts, or of one, with their counts.
    public func mailboxProvider(
        account: AccountID? = nil, sort: MailboxSort = .account, loadsAtOnce: Bool = false,
        isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Mailbox> {
        wholeProvider(account, sort, loadsAtOnce)
    }

    /// The outbox: actions that no server has answered yet, followed by refused ones, without their edits.
    public func actionProvider(
        account: AccountID? = nil, sort: ActionSort = .oldestFirst, loadsAtOnce: Bool = false,
        isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Action> {
        wholeProvider(account, sort, loadsAtOnce)
    }

    /// The accounts of the home; `MailSession.status(of:)` says how each one is doing.
    public func accountProvider(
        sort: AccountSort = .oldestFirst, loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Account> {
        wholeProvider(nil, sort, loadsAtOnce)
    }

    /// The tags on mail of all accounts, with their counts.
    public func tagProvider(
        sort: TagSort = .name, loadsAtOnce: Bool = false, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<MailTag> {
        wholeProvider(MailTag.Filter(), sort, loadsAtOnce)
    }

    private func listProvider<Row: ListRow>(
        _ filter: Row.Filter, _ sort: Row.Sort, _ window: Range<Int>, _ loadsAtOnce: Bool,
        isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Row> {
        let (store, now) = (store, pace.now)
        return listProvider(filter, sort, window, loadsAtOnce) {
            ListSource(store: store, configuration: $0, now: now)
        }
    }

    private func listProvider<Row: ListRow>(
        _ filter: Row.Filter, _ sort: Row.Sort, _ window: Range<Int>, _ loadsAtOnce: Bool,
        isolation: isolated any Actor = #isolation,
        source: @escaping @Sendable (ListConfiguration<Row>) -> any ProviderSource<Row>
    ) -> ModelProvider<Row> {
        ModelProvider(
            store: store, configuration: ListConfiguration(filter: filter, sort: sort, window: window),
            loadsAtOnce: loadsAtOnce, pace: pace, fetch: fetch, makeSource: source)
    }

    private func wholeProvider<Row: ShortRow>(
        _ filter: Row.Filter, _ sort: Row.Sort, _ loadsAtOnce: Bool, isolation: isolated any Actor = #isolation
    ) -> ModelProvider<Row> {
        let store = store
        return ModelProvider(
            store: store, configuration: ListConfiguration(filter: filter, sort: sort, window: 0..<100_000),
            loadsAtOnce: loadsAtOnce, pace: pace, fetch: fetch
        ) { WholeSource<Row>(store: store, configuration: $0) }
    }

    /// What `refresh()` of a provider requests, and how the accounts are doing.
    private var fetch: ProviderFetch {
        ProviderFetch(
            refresh: { [weak self] in await self?.refreshAll(failingFor: $0) ?? .success(()) },
            state: { [weak self, board] in
                FetchState(board.all) { self?.mayHaveOlder($0) ?? false }
            }, changes: { [board] in board.changes() })
    }
}
