public import InboxModel
public import InboxRemote
import Synchronization

/// The remote service of a `ModelServer`. It keeps the protocol's promises, and fails where the server does.
public struct ScriptedService: RemoteService {
    public let server: ModelServer
    /// The server's name for the owner of the account.
    private let name: String

    public init(_ server: ModelServer, name: String = "Me") {
        self.server = server
        self.name = name
    }

    public var changesThreads: Bool { server.state.withLock(\.changesThreads) }

    public func signIn() async throws(RemoteError) -> RemoteAccount {
        try server.call("signIn", "") { _ in RemoteAccount(address: "me@example.test", name: name, hasLabels: true) }
    }

    public func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        try server.call("mailboxes", "") { $0.mailboxes() }
    }

    public func latestState() async throws(RemoteError) -> String {
        try await server.passUnlessHung("latestState")
        return try server.call("latestState", "") { $0.latestState() }
    }

    public func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        try await server.passUnlessHung("threads", position?.rawValue ?? "")
        await server.pass("threads")
        return try server.call("threads", position?.rawValue ?? "") { access in
            if mailbox == nil, server.walksByMessage {
                return access.page(access.messages().map { [$0.withoutBody] }, from: position, limit: limit)
            }
            var threads: [RemoteID: [RemoteMessage]] = [:]
            for message in access.messages() { threads[message.thread, default: []].append(message.withoutBody) }
            let shown = threads.values
                .filter { thread in mailbox.map { id in thread.contains { $0.mailboxes.contains(id) } } ?? true }
                .sorted { ($0[0].receivedAt, $0[0].id) > ($1[0].receivedAt, $1[0].id) }
            return access.page(shown, from: position, limit: limit)
        }
    }

    public func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    {
        var page = try await threads(in: nil, from: position, limit: limit)
        guard server.walksByMessage else { return page }
        let threads = Set(page.messages.map(\.thread))
        page.messages = server.messages.values.filter { threads.contains($0.thread) }.map(\.withoutBody)
        return page
    }

    public func allMail(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID>)
        async throws(RemoteError) -> RemoteMessagePage
    {
        var page = try await threads(in: nil, from: position, limit: limit)
        server.noteSpared(known.intersection(page.messages.map(\.id)))
        page.messages.removeAll { known.contains($0.id) }
        return page
    }

    public func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition? {
        server.position(behind: position)
    }

    public func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        try await server.passUnlessHung("messages", position?.rawValue ?? "")
        return try server.call("messages", position?.rawValue ?? "") { access in
            access.page(access.messages().map { [$0] }, from: position, limit: limit)
        }
    }

    public func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        await server.pass("message")
        return try server.call("message", id.rawValue) { $0.message(id) }
    }

    public func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        try server.call("rawMessage", id.rawValue) { access throws(RemoteError) in
            guard let message = access.message(id) else {
                throw RemoteError(.notFound(message: "no such message"), call: "rawMessage")
            }
            return access.source(id) ?? Array("\(access.headers(id))Subject: \(message.subject)\r\n\r\n".utf8)
        }
    }

    public func drafts() async throws(RemoteError) -> [RemoteMessage] {
        try server.call("drafts", "") { access in access.messages().filter { $0.keywords.contains(.draft) } }
    }

    public func contacts() async throws(RemoteError) -> [RemoteContact] {
        try server.call("contacts", "") { $0.contacts() }
    }

    public func ability(isAnew: Bool) async throws(RemoteError) -> RemoteAbility? {
        if let fault = server.abilityFault { throw fault }
        return server.ability
    }

    public func identities() async throws(RemoteError) -> [Identity] {
        await server.pass("identities")
        return server.state.withLock(\.identities)
    }

    public func takeNewIdentities() -> Bool {
        server.state.withLock { state in
            defer { state.hasNewIdentities = false }
            return state.hasNewIdentities
        }
    }

    public var leftOut: Set<UInt64> { server.leftOut }

    public func askForChanges() { server.askForChanges() }

    public func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        if wait != nil, server.endsWaiting {
            return RemoteChanges(changes: [], newState: state, hasMore: false, isAsked: false)
        }
        if wait != nil, !server.answersAtOnce, let since = Int(state) { await server.waitForChanges(since: since) }
        try await server.passUnlessHung("changes", state)
        if Task.isCancelled { throw RemoteError(.cancelled, call: "changes") }
        var told = try server.call("changes", state) { access throws(RemoteError) in try access.changes(since: state) }
        if server.knowsChanges, !told.changes.isEmpty { (told.hasMore, told.isAsked) = (true, false) }
        return told
    }

    public func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        try await server.passUnlessHung("update", id.rawValue)
        return try server.call("update", id.rawValue, update) { access throws(RemoteError) in
            try access.update(id, update)
        }
    }

    public func gone(among ids: [RemoteID]) async throws(RemoteError) -> Set<RemoteID> {
        try server.call("gone", ids.map(\.rawValue).joined(separator: " ")) { access in
            Set(ids.filter { access.message($0) == nil })
        }
    }

    public func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage] {
        try server.call("messagesWithMessageIDs", headers.joined(separator: " ")) { access in
            access.messages().filter { $0.messageIDHeader.map(headers.contains) ?? false }
        }
    }

    public func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        try server.call("search", question.predicate.queryText()) { access throws(RemoteError) in
            guard let finds = server.finds else { throw RemoteError(.unsupported, call: "search") }
            let found = access.messages().filter { finds($0, question.predicate) }
            let hits = found.prefix(limit)
            let snippets = hits.map { ($0.id, SearchSnippet(preview: [.init($0.snippet), .init("!", isMatch: true)])) }
            return RemoteFindings(
                hits: hits.map(\.id), hasMore: found.count > limit,
                snippets: Dictionary(uniqueKeysWithValues: snippets))
        }
    }

    public func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        try server.call("threadsOf", "\(messages.count)") { access in
            let threads = Set(access.messages().filter { messages.contains($0.id) }.map(\.thread))
            return access.messages().filter { threads.contains($0.thread) }
        }
    }

    public func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        try server.call("download", file.rawValue) { _ in
            let bytes = Array(file.rawValue.utf8)
            meter?.received(bytes.count)
            return bytes
        }
    }
}

extension RemoteMessage {
    fileprivate var withoutBody: RemoteMessage {
        var message = self
        message.body = nil
        return message
    }
}
