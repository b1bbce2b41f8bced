public import Foundation
public import InboxModel
import InboxStore

/// The contents of the store, read from the disk on the caller's thread: for commands, and for small things.
extension MailSession {
    /// The first threads that a predicate selects, read from the disk on the caller's thread.
    /// - Parameter limit: negative for all.
    public func threads(_ filter: MailPredicate, sort: MailSort = .newestFirst, limit: Int) throws(SessionError)
        -> [MailThread]
    {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return try reader.threads(ThreadQuery(predicate: predicate, sort: sort), limit: limit)
        }
    }

    /// The threads that match a search best, best first: those that have its words in the subject or the sender, or rare words, or
    /// many of the words. Only the newest hits are ranked; without words to rank by, the newest come first.
    public func bestThreads(_ filter: MailPredicate, limit: Int) throws(SessionError) -> [MailThread] {
        try reading { try $0.threads(RelevanceQuery(predicate: $0.resolved(filter)), limit: limit) }
    }

    /// The first messages that a predicate selects, read from the disk on the caller's thread.
    public func messages(_ filter: MailPredicate, sort: MailSort = .newestFirst, limit: Int) throws(SessionError)
        -> [Message]
    {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return try reader.messages(MessageQuery(predicate: predicate, sort: sort), limit: limit)
        }
    }

    /// Counts the threads that a predicate selects, on the caller's thread. This takes a while for much mail.
    /// - Parameter messages: whether to count messages instead.
    public func count(_ filter: MailPredicate, messages: Bool = false) throws(SessionError) -> Int {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return messages
                ? try reader.count(MessageQuery(predicate: predicate, sort: .newestFirst))
                : try reader.count(ThreadQuery(predicate: predicate, sort: .newestFirst))
        }
    }

    /// The newest mail from an address since a time.
    public func mail(from address: String, since date: Date, limit: Int) throws(SessionError) -> [Message] {
        try reading { reader in
            let sender = MailPredicate.address(.from, pattern: TextPattern.whole(address))
            let query = MessageQuery(predicate: sender && .receivedSince(date), sort: .newestFirst)
            return try reader.messages(query, limit: limit)
        }
    }

    /// A thread as it is now, read from the disk on the caller's thread; nil if it is gone.
    public func thread(_ id: ThreadID) throws(SessionError) -> MailThread? { try reading { try $0.thread(id) } }
    /// A message as it is now, read from the disk on the caller's thread; nil if it is gone.
    public func message(_ id: MessageID) throws(SessionError) -> Message? { try reading { try $0.message(id) } }
    /// The message of an account with that Message-ID, which includes the angle brackets.
    public func message(messageIDHeader: String, account: AccountID) throws(SessionError) -> Message? {
        try reading { try $0.message(messageIDHeader: messageIDHeader, account: account) }
    }
    /// All messages of a thread, the oldest first, read from the disk on the caller's thread.
    public func messages(of thread: ThreadID) throws(SessionError) -> [Message] {
        try reading { try $0.messages(of: thread) }
    }
    /// Those messages of a thread that a filter selects, the oldest first, read from the disk on the caller's thread. The words of these messages
    /// are compared one by one: the index would gather all mail with a word that is only begun.
    public func messages(of thread: ThreadID, matching filter: MailPredicate) throws(SessionError) -> [MessageID] {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return try reader.messages(of: thread).filter { message in
                let words = predicate.needsWords ? try reader.words(of: message.id) : MessageWords()
                return predicate.matches(message, words: words)
            }.map(\.id)
        }
    }
    /// The mailboxes of all accounts with their counts, read from the disk on the caller's thread.
    public func mailboxes() throws(SessionError) -> [Mailbox] { try reading { try $0.mailboxes() } }
    /// The outbox: queued actions, followed by those that were refused and not discarded yet.
    public func actions() throws(SessionError) -> [Action] {
        try reading { try $0.actions() + $0.refusals(withEdits: true) }
    }

    /// The outbox as the user sees it: one entry per deed, without the edits.
    public func deeds() throws(SessionError) -> [QueuedDeed] {
        try reading { QueuedDeed.all(try $0.queue() + $0.refusals()) }
    }

    /// The threads that an action of the outbox is about, in the order of its messages; those that no longer exist are left out.
    public func threads(of action: ActionID) throws(SessionError) -> [ThreadID] {
        try reading { reader in
            var messages = try reader.edits(in: action).map(\.message)
            let refused = try reader.refusal(action)
            if messages.isEmpty { messages = refused?.edits.map(\.message) ?? [] }
            if case .draft(let draft) = try reader.action(action)?.object ?? refused?.object { messages.append(draft) }
            var met: Set<ThreadID> = []
            return try messages.compactMap { try reader.message($0)?.thread }.filter { met.insert($0).inserted }
        }
    }

    /// The number of threads that some messages belong to; messages that no longer exist don't count.
    public func threadCount(of messages: [MessageID]) throws(SessionError) -> Int {
        try reading { try $0.threadCount(of: messages) }
    }

    /// A small value that a screen stores, such as where the user was or what was chosen.
    public func setting(_ key: String) -> String? {
        try? store.read { try $0.setting(key) }
    }

    /// Stores a small value of a screen; nil removes it.
    /// - Returns: false if the store can't be written; no notice is sent.
    @discardableResult
    public func setSetting(_ value: String?, key: String) async -> Bool {
        (try? await store.write { try $0.setSetting(value, key: key) }) != nil
    }

    /// When the newest message arrived that was in a thread as the user last left it; nil for a thread that was never opened.
    public func newestSeen(in thread: ThreadID) -> Date? {
        try? store.read { try $0.newestSeen(in: thread) }
    }

    /// Notes that the user leaves a thread: messages after `newest` are new from now on (`newestSeen(in:)`).
    public func noteSeen(_ thread: ThreadID, newest: Date) async {
        _ = try? await store.write { try $0.noteSeen(thread, newest: newest) }
    }

    /// Describes what is wrong with the store's file; empty if it is sound.
    public func storeProblems() throws(SessionError) -> [String] {
        do throws(StoreError) { return try store.integrityProblems() } catch { throw .store(error) }
    }

    func reading<Result>(_ body: (StoreReader) throws -> Result) throws(SessionError) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw .store(error) }
    }
}
