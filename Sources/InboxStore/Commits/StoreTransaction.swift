import Foundation
import GRDB
import InboxModel

/// Everything that can be written, inside one transaction that keeps the invariants: a thread's row, its places and the
/// counters fit its messages, and effective marks are base with the pending actions played over it.
package final class StoreTransaction {
    let database: Database
    private let keepsImages: Bool
    private let keepsWords: Bool
    private var before: [ThreadID: ThreadImage?] = [:]
    private var touched: Set<ThreadID> = []
    private(set) var changesMailboxNames = false
    private(set) var changesMailboxes = false
    private(set) var changesActions = false
    private(set) var changesAccounts = false
    private(set) var changesContacts = false

    /// More threads than this in one commit, and looking again is cheaper than testing each.
    private static let manyThreads = 400

    init(_ database: Database, keepsImages: Bool, keepsWords: Bool) {
        self.database = database
        self.keepsImages = keepsImages
        self.keepsWords = keepsWords
    }

    // MARK: What is noted

    /// To be called before the first write to a message of the thread.
    func touch(_ thread: ThreadID) throws {
        guard touched.insert(thread).inserted else { return }
        if keepsImages, touched.count <= Self.manyThreads { before[thread] = .some(try image(of: thread)) }
    }

    func noteMailboxes(names: Bool) {
        changesMailboxes = true
        if names { changesMailboxNames = true }
    }

    func noteActions() { changesActions = true }
    func noteAccounts() { changesAccounts = true }
    func noteContacts() { changesContacts = true }

    /// Ends the transaction's work: derives the threads' rows anew and says what became of them.
    func finish() throws -> Commit? {
        for thread in touched { try rewrite(thread) }
        guard !touched.isEmpty || changesMailboxes || changesActions || changesAccounts || changesContacts else {
            return nil
        }
        try database.execute(sql: "UPDATE clock SET seq = seq + 1")
        let seq = try Int64.fetchOne(database, sql: "SELECT seq FROM clock") ?? 0
        return Commit(
            seq: seq, threads: try threadChanges(), carriesWords: keepsWords,
            changesMailboxes: changesMailboxes || !touched.isEmpty,
            changesMailboxNames: changesMailboxNames, changesActions: changesActions, changesAccounts: changesAccounts,
            changesContacts: changesContacts)
    }

    private func threadChanges() throws -> Commit.Threads {
        guard keepsImages else { return touched.isEmpty ? .changes([:]) : .many }
        guard touched.count <= Self.manyThreads else { return .many }
        var changes: [ThreadID: Change<ThreadImage>] = [:]
        for thread in touched {
            changes[thread] = Change(before: before[thread] ?? nil, after: try image(of: thread))
        }
        return .changes(changes)
    }

    private func image(of id: ThreadID) throws -> ThreadImage? {
        guard let thread = try ThreadTable.find(database, id) else { return nil }
        let messages = try MessageTable.messages(database, of: id)
        guard !messages.isEmpty else { return nil }
        var words: [MessageID: MessageWords] = [:]
        if keepsWords {
            for message in messages { words[message.id] = try MessageTextTable.words(database, message.id) }
        }
        return ThreadImage(thread: thread, messages: messages, words: words)
    }

    /// The one place where a thread's row comes from its messages.
    private func rewrite(_ id: ThreadID) throws {
        let messages = try MessageTable.messages(database, of: id)
        guard let thread = try ThreadTable.find(database, id) else { return }
        guard let derived = MailThread(id: id, account: thread.account, remoteID: thread.remoteID, of: messages) else {
            try ThreadMailboxTable.write(database, id, [:])
            try database.cachedStatement(sql: "DELETE FROM thread WHERE id = ?").execute(arguments: [id.rawValue])
            return
        }
        if derived != thread { try ThreadTable.write(database, derived) }
        try ThreadMailboxTable.write(database, id, ThreadMailboxTable.places(of: messages, lastDate: derived.lastDate))
    }
}

extension MailThread {
    /// A thread's row, derived from its messages, oldest first; nil when there are none.
    init?(id: ThreadID, account: AccountID, remoteID: RemoteID?, of messages: [Message]) {
        let sent = messages.filter { !$0.isDraft }
        let shown = sent.isEmpty ? messages : sent
        guard let first = shown.first, let last = shown.last else { return nil }
        self.init(
            id: id, account: account, remoteID: remoteID, subject: first.subject,
            senders: Self.unique(shown.flatMap(\.from)), participants: Self.unique(shown.flatMap(\.participants)),
            snippet: last.snippet, firstDate: first.receivedAt, lastDate: last.receivedAt,
            messageCount: sent.count, unreadCount: sent.count(where: \.isUnread),
            starredCount: messages.count(where: \.isStarred), draftCount: messages.count - sent.count,
            hasFiles: messages.contains(where: \.hasFiles), isAnswered: last.isAnswered,
            mailboxes: messages.reduce(into: []) { $0.formUnion($1.mailboxes) })
    }

    /// Each address once, in its first place, with the first name that it came with.
    private static func unique(_ addresses: [MailAddress]) -> [MailAddress] {
        var order: [String] = []
        var found: [String: MailAddress] = [:]
        for address in addresses {
            let key = address.email.lowercased()
            if let known = found[key] {
                if known.name.isEmpty, !address.name.isEmpty { found[key] = address }
            } else {
                found[key] = address
                order.append(key)
            }
        }
        return order.compactMap { found[$0] }
    }
}
