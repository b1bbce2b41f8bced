public import InboxModel
import InboxRemote
import Synchronization

/// What kind of server it is, as far as the kinds differ.
extension ModelServer {
    /// Makes requests for changes return at once, even if they should wait.
    public func setAnswersAtOnce(_ does: Bool = true) { state.withLock { $0.answersAtOnce = does } }
    /// Makes lists leave out these messages, like a server that rebuilds its index.
    public func setHides(_ ids: Set<RemoteID>) { state.withLock { $0.hides = ids } }
    /// Makes the server list all mailboxes with its changes, instead of telling which have changed.
    public func setListsAllMailboxes() { state.withLock { $0.listsAllMailboxes = true } }
    /// Makes waits for news end without an answer, as if nothing had been asked.
    public func setEndsWaiting() { state.withLock { $0.endsWaiting = true } }
    /// Makes changes known without asking, as by a service that keeps a log of its own.
    public func setKnowsChanges() { state.withLock { $0.knowsChanges = true } }
    public var knowsChanges: Bool { state.withLock(\.knowsChanges) }
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

    /// Makes the positions of a walk's pages known in advance.
    public func setKnowsPositions() { state.withLock { $0.knowsPositions = true } }

    func position(behind position: RemotePosition) -> RemotePosition? {
        state.withLock { state in
            guard state.knowsPositions, let start = Int(position.rawValue) else { return nil }
            let next = start + state.walkPage
            return next < state.messages.count ? RemotePosition(rawValue: String(next)) : nil
        }
    }

    /// Makes changes leave out messages that were created and destroyed since the state, as JMAP servers do (RFC 8620 §5.2).
    public func setLeavesOutPassing(_ does: Bool = true) { state.withLock { $0.leavesOutPassing = does } }

    /// Makes it refuse updates that would leave a message in no mailbox, as JMAP servers do.
    public func setNeedsMailbox() { state.withLock { $0.needsMailbox = true } }

    /// Makes a renamed mailbox take those below it along, as in JMAP, where they refer to it and not to its name.
    public func setNestsMailboxes() { state.withLock { $0.nestsMailboxes = true } }
    var nestsMailboxes: Bool { state.withLock(\.nestsMailboxes) }

    /// Makes the walk over all mail go from message to message, as JMAP's does, instead of from thread to thread.
    public func setWalksByMessage() { state.withLock { $0.walksByMessage = true } }
    var walksByMessage: Bool { state.withLock(\.walksByMessage) }
}
