import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

/// A draft that is edited here and on another machine.
@Suite("Two machines edit a draft, in the store")
struct TwoMachinesTests {
    private let store: Store
    private let account: AccountID
    private let draft: MessageID
    private static let header = "<one@example.test>"

    /// The draft is on the server before its text is changed here.
    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        let (account, first) = (account, Self.text("the beginning"))
        draft = try store.writeNow { transaction in
            try transaction.saveDraft(nil, first, account: account, messageIDHeader: Self.header, now: .test(1))
        }
        let (id, save) = (draft, try #require(try Self.saves(store).first))
        let (answer, mine) = (Self.remote("d1", "the beginning", version: 0), Self.text("MINE"))
        try store.writeNow { transaction in
            try transaction.saved(save, as: answer)
            try transaction.confirm([save.id])
            _ = try transaction.saveDraft(id, mine, account: account, messageIDHeader: "", now: .test(2))
        }
    }

    private static func text(_ words: String) -> DraftText {
        let body = MessageBody(plain: words)
        return DraftText(
            content: DraftContent(to: [.person("bo")], subject: "Shared", body: body), snippet: words, bodyText: words)
    }

    private static func remote(_ id: String, _ words: String, version: Int?) -> RemoteMessage {
        var message = RemoteMessage.remote(
            id: id, thread: "t-\(id)", subject: "Shared", draft: true, in: ["drafts"], at: 5, body: words)
        message.messageIDHeader = header
        message.version = version
        return message
    }

    private static func saves(_ store: Store) throws -> [Action] {
        try store.read { try $0.actions() }.filter { $0.command == .saveDraft && $0.isUnanswered }
    }

    private func texts() throws -> [MessageID: String] {
        try store.read { reader in
            let all = try reader.messages(MessageQuery(predicate: .account(account), sort: .newestFirst), limit: -1)
            return try all.filter(\.isDraft).reduce(into: [:]) { $0[$1.id] = try reader.body(of: $1.id)?.plain }
        }
    }

    @Test("receiving another machine's save leaves the waiting edit alone")
    func told() throws {
        let theirs = Self.remote("d1", "YOURS", version: 1)
        try store.receive(theirs, account: account)
        #expect(try texts() == [draft: "MINE"])
        #expect(try Self.saves(store).count == 1)
    }

    @Test("if the server has another save over ours, theirs becomes a second draft")
    func savedOver() throws {
        let (account, draft, theirs) = (account, draft, Self.remote("d1", "YOURS", version: 1))
        try store.receive(theirs, account: account)
        try store.writeNow { transaction in
            try transaction.detach(draft, messageIDHeader: "<two@example.test>")
            try transaction.receive(theirs, account: account, bodyText: "YOURS")
        }
        let texts = try texts()
        #expect(texts[draft] == "MINE" && Set(texts.values) == ["MINE", "YOURS"])
        let ours = try #require(try store.read { try $0.message(draft) })
        #expect(ours.remoteID == nil && ours.messageIDHeader == "<two@example.test>")
        #expect(try Self.saves(store).map(\.object) == [.draft(draft)])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test(
        "if each save is a new message, theirs replaces the old one and ours stays, in either order of events",
        arguments: [true, false])
    func replaced(isGoneFirst: Bool) throws {
        let (account, theirs) = (account, Self.remote("d2", "YOURS", version: nil))
        try store.writeNow { transaction in
            if isGoneFirst { try transaction.remove(message: RemoteID("d1"), account: account) }
            try transaction.receive(theirs, account: account, bodyText: "YOURS")
            if !isGoneFirst { try transaction.remove(message: RemoteID("d1"), account: account) }
        }
        let texts = try texts()
        #expect(texts[draft] == "MINE" && Set(texts.values) == ["MINE", "YOURS"])
        let ours = try #require(try store.read { try $0.message(draft) })
        // With the same Message-ID, their save could be taken for ours.
        #expect(ours.remoteID == nil && ours.messageIDHeader != Self.header)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("S-3: text whose save was discarded stays when its server reports the draft again")
    func discardedSaveTold() throws {
        let save = try #require(try Self.saves(store).first).id
        try store.writeNow { try $0.drop(save) }
        try store.receive(Self.remote("d1", "YOURS", version: 1), account: account)
        #expect(try texts() == [draft: "MINE"])
    }

    @Test("S-3: text whose save was discarded stays when its draft is replaced or deleted", arguments: [true, false])
    func discardedSaveReplaced(isDeleted: Bool) throws {
        let (account, theirs) = (account, Self.remote("d2", "YOURS", version: nil))
        let save = try #require(try Self.saves(store).first).id
        try store.writeNow { transaction in
            try transaction.drop(save)
            if !isDeleted { try transaction.receive(theirs, account: account, bodyText: "YOURS") }
            try transaction.remove(message: RemoteID("d1"), account: account)
        }
        let texts = try texts()
        #expect(texts[draft] == "MINE" && texts.values.sorted() == (isDeleted ? ["MINE"] : ["MINE", "YOURS"]))
        #expect(try Self.saves(store).isEmpty)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test(
        "S-5: a different text that another client saves over a draft to be sent stops its sending; the same text does not",
        arguments: [true, false])
    func waitsToBeSent(isOther: Bool) throws {
        let order = try sendsMine(as: Self.remote("d1", "MINE", version: 1))
        let theirs = Self.remote("d1", isOther ? "YOURS" : "MINE", version: 2)
        try store.receive(theirs, account: account)
        #expect(try texts() == [draft: isOther ? "YOURS" : "MINE"])
        #expect(try store.read { try $0.action(order) }?.state == (isOther ? .stopped : .waiting))
    }

    @Test(
        "S-5: if each save is a new message, theirs becomes a second draft, and the earlier order sends neither of them"
    )
    func waitsToBeSentReplaced() throws {
        let (account, mine, theirs) = (
            account, Self.remote("d2", "MINE", version: nil), Self.remote("d3", "YOURS", version: nil)
        )
        let order = try sendsMine(as: mine)
        try store.writeNow { transaction in
            try transaction.follow([theirs], from: [mine.id], account: account)
            try transaction.receive(theirs, account: account, bodyText: nil)
            _ = try transaction.lose(mine.id, account: account)
        }
        let texts = try texts()
        #expect(texts[draft] == "MINE" && texts.values.sorted() == ["MINE", "YOURS"])
        #expect(try store.read { try $0.action(order) }?.state == .stopped)
    }

    /// The server accepts our save, and the draft is queued to be sent.
    private func sendsMine(as answer: RemoteMessage) throws -> ActionID {
        let (account, draft, save) = (account, draft, try #require(try Self.saves(store).first))
        return try store.writeNow { transaction in
            try transaction.saved(save, as: answer)
            try transaction.confirm([save.id])
            let order = try transaction.sendDraft(draft, due: nil, now: .test(3))
            try transaction.receive(answer, account: account, bodyText: nil)
            return order
        }
    }
}
