public import Foundation
public import InboxModel
import InboxRemote
import InboxStore
import MailContent
import Synchronization

extension MailSession {
    /// A message's text from the store, or from its server when it is not here yet.
    /// - Returns: nil when the server no longer has the message.
    public func body(of message: Message) async throws(SessionError) -> MessageBody? {
        if let body = try reading({ try $0.body(of: message.id) }) {
            await noteOpened(message.id)
            return body
        }
        return try await fetchBody(of: message, isOpened: true)
    }

    /// Gets the texts of a thread that may be opened soon, where the store does not have them: of its unread messages, or
    /// of its last one. What fails is tried again when the thread is opened.
    /// - Parameter most: of so many messages.
    public func fetchAhead(_ thread: ThreadID, most: Int) async {
        let missing = try? store.read { reader in
            let all = try reader.messages(of: thread)
            let unread = all.filter(\.isUnread)
            let likely = (unread.isEmpty ? all.suffix(1) : unread[...]).prefix(most)
            return try likely.filter { try reader.body(of: $0.id) == nil }
        }
        for message in missing ?? [] where !Task.isCancelled {
            _ = try? await fetchBody(of: message, isOpened: false)
        }
    }

    /// As `fetchAhead` of a thread, for one message.
    public func fetchAhead(_ message: MessageID) async {
        let missing = try? store.read { reader in
            try reader.body(of: message) == nil ? try reader.message(message) : nil
        }
        guard let missing, !Task.isCancelled else { return }
        _ = try? await fetchBody(of: missing, isOpened: false)
    }

    private func fetchBody(of message: Message, isOpened: Bool) async throws(SessionError) -> MessageBody? {
        guard let remoteID = message.remoteID else { return nil }
        let service = try await service(of: message.account)
        do throws(RemoteError) {
            guard let told = try await service.message(remoteID), let body = told.body else { return nil }
            let read = ReadingFence.read(body, of: remoteID, in: message.account, fence)
            _ = try? await store.write { transaction in
                try transaction.saveHeaders(of: message.id, told)
                try transaction.save(read.body, of: message.id, text: read.words, snippet: read.snippet)
                if isOpened { try transaction.noteOpened(message.id, now: Date()) }
            }
            return read.body
        } catch {
            throw .remote(error)
        }
    }

    /// A message's text, if the store has it; quick enough for a frame.
    public func bodyInStore(of id: MessageID) -> MessageBody? {
        (try? store.read { try $0.body(of: id) }) ?? nil
    }

    /// That the user looks at a message, once a day: what was opened lately is kept longest.
    private func noteOpened(_ id: MessageID) async {
        let known = (try? store.read { try $0.openedAt(id) }) ?? nil
        if let known, known.timeIntervalSinceNow > -86_400 { return }
        _ = try? await store.write { try $0.noteOpened(id, now: Date()) }
    }

    /// A file from the store, or from its server when it is not here yet.
    public func download(_ file: MessageFile, of message: Message) async throws(SessionError) -> [UInt8] {
        if let known = try reading({ try $0.file(file.remoteID, account: message.account) }) { return [UInt8](known) }
        // What was put on a draft here is here, whether or not its server has it yet.
        if let id = file.localID, let kept = try reading({ try $0.upload(id) }) { return kept.bytes }
        let service = try await service(of: message.account)
        let (remoteID, account) = (file.remoteID, message.account)
        let bytes: [UInt8]
        do throws(RemoteError) {
            bytes = try await board.move(file, .download, of: account) { meter throws(RemoteError) in
                try await service.download(remoteID, meter: meter)
            }
        } catch {
            throw .remote(error)
        }
        try checkSize(bytes.count, of: file, account)
        _ = try? await store.write { try $0.save(file: remoteID, account: account, Data(bytes), now: Date()) }
        return bytes
    }

    /// What files of a message are by what is in them, where their names tell nothing of it: programs that are called
    /// “invoice.pdf” (F-4). A sentence for each, by its place; only of files that are here, for nothing is fetched.
    public func disguisedFiles(of message: Message) -> [Int: String] {
        var found: [Int: String] = [:]
        for (index, file) in message.files.enumerated() {
            let start = try? store.read {
                try $0.start(of: file.remoteID, account: message.account, count: RiskyFile.startLength)
            }
            guard let start = start ?? nil else { continue }
            found[index] = RiskyFile.disguise([UInt8](start), name: file.fileName)
        }
        return found
    }

    /// Files up to this size are kept in the store, so that they are here the next time.
    private static let largestKept = 8 << 20

    /// A file, handed on piece by piece: a large one is never held as a whole. What was handed on is the file only when this
    /// comes back.
    /// - Throws: `cancelled`, as a remote error, when the sink takes no more.
    public func download(_ file: MessageFile, of message: Message, into sink: @escaping FileSink)
        async throws(SessionError)
    {
        let (remoteID, account) = (file.remoteID, message.account)
        let isHere = try reading { try $0.hasFile(remoteID, account: account) }
        guard file.size > Self.largestKept, !isHere else {
            guard sink(try await download(file, of: message)) else {
                throw .remote(RemoteError(.cancelled, call: "download"))
            }
            return
        }
        let service = try await service(of: account)
        let count = Mutex(0)
        do throws(RemoteError) {
            try await board.move(file, .download, of: account) { meter throws(RemoteError) in
                try await service.download(remoteID, meter: meter) { piece in
                    count.withLock { $0 += piece.count }
                    return sink(piece)
                }
            }
        } catch {
            throw .remote(error)
        }
        try checkSize(count.withLock(\.self), of: file, account)
    }

    /// JMAP tells a file's own size (RFC 8621 §4.1.4), so what came in part is known for that.
    private func checkSize(_ count: Int, of file: MessageFile, _ account: AccountID) throws(SessionError) {
        guard try accounts().first(where: { $0.id == account })?.dialect == .jmap, count != file.size else { return }
        let told = "\(count) bytes came of a file of \(file.size)"
        throw .remote(RemoteError(.unreadableAnswer(detail: told), call: "download"))
    }

    /// A message as it was sent, byte for byte; a draft as it stands here, with its blind copies.
    public func rawMessage(_ message: Message) async throws(SessionError) -> [UInt8] {
        if let draft = try await bytes(ofDraft: message) { return draft }
        guard let remoteID = message.remoteID else { throw .notFound }
        let service = try await service(of: message.account)
        do throws(RemoteError) { return try await service.rawMessage(remoteID) } catch { throw .remote(error) }
    }

    // MARK: The store, for commands

    /// The first threads that a predicate selects, read from the disk on the caller's thread.
    /// - Parameter limit: a negative one takes all.
    public func threads(_ filter: MailPredicate, sort: MailSort = .newestFirst, limit: Int) throws(SessionError)
        -> [MailThread]
    {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return try reader.threads(ThreadQuery(predicate: predicate, sort: sort), limit: limit)
        }
    }

    /// The threads that a search is most likely about, the best first: those that have its words in the subject or the sender,
    /// that have rare ones, or many. Only the newest hits are ranked; without words to rank by, the newest are first.
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

    /// How many threads a predicate selects, counted on the caller's thread; for much mail that takes a while.
    /// - Parameter messages: counts messages instead.
    public func count(_ filter: MailPredicate, messages: Bool) throws(SessionError) -> Int {
        try reading { reader in
            let predicate = try reader.resolved(filter)
            return messages
                ? try reader.count(MessageQuery(predicate: predicate, sort: .newestFirst))
                : try reader.count(ThreadQuery(predicate: predicate, sort: .newestFirst))
        }
    }

    /// The newest mail that an address has sent since a time.
    public func mail(from address: String, since date: Date, limit: Int) throws(SessionError) -> [Message] {
        try reading { reader in
            let sender = MailPredicate.address(.from, pattern: TextPattern.whole(address))
            let query = MessageQuery(predicate: sender && .receivedSince(date), sort: .newestFirst)
            return try reader.messages(query, limit: limit)
        }
    }

    /// A thread as it is now, read from the disk on the caller's thread; nil when it is gone.
    public func thread(_ id: ThreadID) throws(SessionError) -> MailThread? { try reading { try $0.thread(id) } }
    /// A message as it is now, read from the disk on the caller's thread; nil when it is gone.
    public func message(_ id: MessageID) throws(SessionError) -> Message? { try reading { try $0.message(id) } }
    /// The message of an account with that Message-ID, with its angle brackets.
    public func message(messageIDHeader: String, account: AccountID) throws(SessionError) -> Message? {
        try reading { try $0.message(messageIDHeader: messageIDHeader, account: account) }
    }
    /// All messages of a thread, the oldest first, read from the disk on the caller's thread.
    public func messages(of thread: ThreadID) throws(SessionError) -> [Message] {
        try reading { try $0.messages(of: thread) }
    }
    /// The mailboxes of all accounts with their counts, read from the disk on the caller's thread.
    public func mailboxes() throws(SessionError) -> [Mailbox] { try reading { try $0.mailboxes() } }
    /// The outbox: what is queued, and behind it what was refused and not let go yet.
    public func actions() throws(SessionError) -> [Action] {
        try reading { try $0.actions() + $0.refusals(withEdits: true) }
    }

    /// The outbox as it is told: one a deed, without what each does to which message.
    public func deeds() throws(SessionError) -> [QueuedDeed] {
        try reading { QueuedDeed.all(try $0.queue() + $0.refusals()) }
    }

    /// The threads that an action of the outbox is about, as far as they are still there; in the order of their messages.
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

    /// Of how many threads messages are, as far as they are still there.
    public func threadCount(of messages: [MessageID]) throws(SessionError) -> Int {
        try reading { try $0.threadCount(of: messages) }
    }

    /// A small thing that the screens keep: where the user was, what was chosen.
    public func setting(_ key: String) -> String? {
        (try? store.read { try $0.setting(key) }) ?? nil
    }

    /// Keeps such a thing; nil forgets it.
    /// - Returns: false where the store takes nothing; nobody else is told.
    @discardableResult
    public func setSetting(_ value: String?, key: String) async -> Bool {
        (try? await store.write { try $0.setSetting(value, key: key) }) != nil
    }

    /// When the newest message came that was there when a thread was last left; nil for one that was never opened.
    public func newestSeen(in thread: ThreadID) -> Date? {
        (try? store.read { try $0.newestSeen(in: thread) }) ?? nil
    }

    /// The thread is left: what comes after `newest` is new to `newestSeen(in:)`.
    public func noteSeen(_ thread: ThreadID, newest: Date) async {
        _ = try? await store.write { try $0.noteSeen(thread, newest: newest) }
    }

    /// What is wrong with the store's file, in words; empty when it is sound.
    public func storeProblems() throws(SessionError) -> [String] {
        do throws(StoreError) { return try store.integrityProblems() } catch { throw .store(error) }
    }

    func service(of account: AccountID) async throws(SessionError) -> any RemoteService {
        guard let account = try accounts().first(where: { $0.id == account }) else { throw .notFound }
        switch await service(for: account) {
        case .success(let service): return service
        case .failure(let error): throw .secret(error)
        }
    }

    func reading<Result>(_ body: (StoreReader) throws -> Result) throws(SessionError) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw .store(error) }
    }
}
