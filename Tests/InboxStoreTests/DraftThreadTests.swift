import Foundation
import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

/// A server may report the copy that a save or an order made before it answers. Until then the copy has a row of its own.
@Suite("Drafts keep their threads")
struct DraftThreadTests {
    private let store: Store
    private let account: AccountID
    private let draft: Message
    private static let header = "<one@example.test>"

    /// The draft is on the server.
    init() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let id = try Self.write("the beginning", as: nil, store, account)
        let save = try Self.save(store)
        try store.writeNow { transaction in
            try transaction.saved(save, as: Self.copy("d1", isDraft: true))
            try transaction.confirm([save.id])
        }
        self.store = store
        self.account = account
        draft = try #require(try store.read { try $0.message(id) })
    }

    private static func write(_ words: String, as id: MessageID?, _ store: Store, _ account: AccountID) throws
        -> MessageID
    {
        let content = DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: words))
        let text = DraftText(content: content, snippet: words, bodyText: words)
        return try store.writeNow {
            try $0.saveDraft(id, text, account: account, messageIDHeader: header, now: .test(5))
        }
    }

    private static func save(_ store: Store) throws -> Action {
        try #require(try store.read { try $0.actions() }.first { $0.command == .saveDraft && $0.isUnanswered })
    }

    private static func copy(_ id: String, isDraft: Bool) -> RemoteMessage {
        var message = RemoteMessage.remote(
            id: id, subject: "Plan", draft: isDraft, in: [isDraft ? "drafts" : "sent"], at: 6)
        message.messageIDHeader = header
        return message
    }

    private func threads() throws -> [ThreadID] {
        try store.read { try $0.threads(ThreadQuery(predicate: .everything, sort: .newestFirst), limit: -1).map(\.id) }
    }

    /// Checks that only the draft's thread is left, and that the listeners of that commit were told so.
    private func expectOwnThread(of copy: RemoteMessage, after answer: (StoreTransaction) throws -> Void) throws {
        let twin = try #require(try threads().first { $0 != draft.thread })
        let gone = Mutex<Set<ThreadID>>([])
        let listening = store.listen { commit in
            guard case .changes(let changes) = commit.threads else { return }
            gone.withLock { $0.formUnion(changes.filter { $0.value.after == nil }.keys) }
        }
        try store.writeNow(answer)
        let now = try #require(try store.read { try $0.message(draft.id) })
        #expect(now.remoteID == copy.id && now.thread == draft.thread)
        #expect(try threads() == [draft.thread])
        #expect(gone.withLock(\.self) == [twin])
        #expect(try store.read { try $0.thread(draft.thread) }?.remoteID == copy.thread)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        withExtendedLifetime(listening) {}
    }

    @Test("if the copy that a save makes is reported before the save is answered")
    func saved() throws {
        _ = try Self.write("the end", as: draft.id, store, account)
        let (save, copy) = (try Self.save(store), Self.copy("d2", isDraft: true))
        try store.writeNow { try $0.setState(.sending, of: save.id) }
        try store.receive(copy, account: account)
        try expectOwnThread(of: copy) { try $0.saved(save, as: copy) }
    }

    @Test("if the sent copy is reported before the order is answered")
    func sent() throws {
        let copy = Self.copy("m1", isDraft: false)
        let order = try #require(
            try store.writeNow { try $0.begin($0.sendDraft(draft.id, due: nil, now: .test(6))) })
        try store.receive(copy, account: account)
        try expectOwnThread(of: copy) { try $0.sent(order, as: copy) }
        #expect(try store.read { try $0.message(draft.id) }?.isDraft == false)
    }

    /// The draft was made and destroyed since the server was last asked for changes, so it reports the copy alone (RFC 8620 §5.2).
    @Test(
        "S-4: a sent copy that could not be read stays one message once its server reports it",
        arguments: [false, true])
    func unread(isReportedFirst: Bool) throws {
        let copy = Self.copy("m1", isDraft: false)
        let order = try #require(
            try store.writeNow { try $0.begin($0.sendDraft(draft.id, due: nil, now: .test(6))) })
        if isReportedFirst { try store.receive(copy, account: account) }
        try store.writeNow { try $0.sent(order, as: nil, left: copy.id) }
        try store.receive(copy, account: account)
        #expect(try threads() == [draft.thread])
        let now = try #require(try store.read { try $0.message(draft.id) })
        #expect(now.remoteID == copy.id && !now.isDraft)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }
}
