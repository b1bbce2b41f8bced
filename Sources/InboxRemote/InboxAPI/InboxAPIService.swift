package import Foundation
package import InboxModel

/// A server that speaks the latest form of the Inbox API (unprefixed paths, folders and labels). Older names for the same things are
/// understood too.
package struct InboxAPIService: RemoteService {
    let caller: APICaller
    let knowledge = ServerKnowledge()
    let news = EndedWait()
    private let userName: String?
    private let remake: @Sendable (RemoteMemory) -> InboxAPIService

    /// - Parameters:
    ///   - url: the base URL of the API.
    ///   - secret: the account's token, or the grant of an OAuth sign-in; sent only to that server.
    ///   - userName: the account's address, used if the server does not report it.
    ///   - now: the current time, for answers that say when to ask again.
    package init(
        url: String, secret: String, userName: String? = nil, transport: any Transport, memory: RemoteMemory = .none,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        caller = APICaller(
            url: url, secret: secret, transport: transport, judge: AnswerJudge(now: now), secretMemory: memory.secret)
        self.userName = userName
        remake = { memory in
            InboxAPIService(
                url: url, secret: secret, userName: userName, transport: transport, memory: memory, now: now)
        }
    }

    package func remembering(_ memory: RemoteMemory) -> any RemoteService { remake(memory) }

    package var leftOut: Set<UInt64> { knowledge.leftOut }

    package func signIn() async throws(RemoteError) -> RemoteAccount {
        let call = APICaller.Call(name: "/account")
        let account: WireAccount
        do throws(RemoteError) {
            account = try await caller.read(WireAccount.self, call)
        } catch {
            throw error.isAboutTheAPI ? RemoteError(.unreadableAnswer(detail: notAnAPI), call: call.title) : error
        }
        let hasLabels = account.organizationUnit == "label"
        knowledge.hasLabels = hasLabels
        return RemoteAccount(address: account.emailAddress ?? userName ?? "", name: account.name, hasLabels: hasLabels)
    }

    package func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        try await pages(of: WireMailbox.self, name: mailboxPath()) { $0.remote.id.rawValue }.map(\.remote)
    }

    package func drafts() async throws(RemoteError) -> [RemoteMessage] {
        try await pages(of: WireMessage.self, name: "/drafts", query: [("view", "expanded")]) { $0.remote.id.rawValue }
            .map { $0.asDraft() }
    }

    package func contacts() async throws(RemoteError) -> [RemoteContact] {
        try await pages(of: WireContact.self, name: "/contacts") { $0.id.rawValue }.compactMap(\.remote)
    }

    package func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        let call = APICaller.Call(name: "/messages", segments: [id.rawValue], query: [("view", "expanded")])
        do throws(RemoteError) {
            return try await caller.read(WireMessage.self, call).remote
        } catch {
            if case .notFound = error.reason { return nil }
            throw error
        }
    }

    package func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        let call = APICaller.Call(
            name: "/messages", segments: [id.rawValue], accept: "message/rfc822", totalTimeout: .seconds(3600),
            maxResponseBytes: InboxAPIService.largestFile)
        let response = try await caller.answer(call)
        guard !(response.headers["Content-Type"] ?? "").lowercased().hasPrefix("application/json") else {
            throw RemoteError(.unreadableAnswer(detail: "/messages: not the raw message"), call: call.title)
        }
        return response.body
    }

    package func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        try await caller.answer(Self.call(for: file, meter)).body
    }

    package func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink)
        async throws(RemoteError)
    {
        _ = try await caller.answer(Self.call(for: file, meter), into: sink)
    }

    private static func call(for file: RemoteID, _ meter: TransferMeter?) -> APICaller.Call {
        APICaller.Call(
            name: "/files", segments: [file.rawValue, "download"], accept: "*/*", totalTimeout: .seconds(3600),
            maxResponseBytes: largestFile, meter: meter)
    }
}

extension InboxAPIService {
    /// In bytes. Mail servers accept only a fraction of this.
    private static let largestFile = 256 << 20
    private static let pageSize = 200
    private static let largestPageCount = 500
    /// A server whose order changes each time would be asked for ever.
    private static let mostTimesBack = 5

    private var notAnAPI: String { "what answers here is not an Inbox API server" }

    func hasLabels() async throws(RemoteError) -> Bool {
        if let known = knowledge.hasLabels { return known }
        return try await signIn().hasLabels
    }

    func mailboxPath() async throws(RemoteError) -> String { try await hasLabels() ? "/labels" : "/folders" }

    /// Reads a list to its end: the first page that is not full, or that has nothing new. Each page begins with the last element of the one
    /// before. If it does not, elements were removed meanwhile, others have moved up, and the page before is read again.
    func pages<Element: Decodable>(
        of type: Element.Type, name: String, query: [(name: String, value: String)] = [],
        id: (Element) -> String
    ) async throws(RemoteError) -> [Element] {
        var all: [Element] = []
        var ids: Set<String> = []
        var (offset, timesBack, isBack) = (0, 0, false)
        for _ in 0..<InboxAPIService.largestPageCount {
            let call = APICaller.Call(
                name: name,
                query: query + [("limit", String(InboxAPIService.pageSize)), ("offset", String(offset))])
            let page = try await caller.read(ReadableList<Element>.self, call)
            knowledge.skip(page.skipped)
            let isJoined =
                offset == 0 || !page.skipped.isEmpty || page.elements.first.map { ids.contains(id($0)) } ?? false
            if !isJoined, timesBack < InboxAPIService.mostTimesBack {
                (timesBack, isBack) = (timesBack + 1, true)
                offset = max(0, offset - InboxAPIService.pageSize + 1)
                continue
            }
            let fresh = page.elements.filter { ids.insert(id($0)).inserted }
            all += fresh
            if page.sentCount < InboxAPIService.pageSize || fresh.isEmpty && page.skipped.isEmpty && !isBack { break }
            isBack = false
            offset += page.sentCount - 1
        }
        return all
    }
}

extension RemoteError {
    /// Whether a reachable server gave an answer that no Inbox API server gives to `GET /account`.
    fileprivate var isAboutTheAPI: Bool {
        switch reason {
        case .unreadableAnswer, .notFound, .refused: true
        default: false
        }
    }

    var isTooLarge: Bool { reason == .unreadableAnswer(detail: AnswerJudge.tooLarge) }
}
