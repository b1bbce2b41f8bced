import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Piecewise account removal")
struct LeavingAccountTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/store.sqlite"
    }

    /// Two accounts with the same mail. The one to be removed has a waiting action.
    private func fill(_ store: Store, messages: Int) throws -> (going: AccountID, staying: AccountID) {
        let (going, staying) = (try store.addTestAccount(), try store.addTestAccount(.test("stays@example.test")))
        for account in [going, staying] {
            let mail = (0..<messages).map { number -> StoreTransaction.Told in
                (
                    .remote(
                        id: "m\(number)", thread: "t\(number / 2)", unread: number % 3 == 0, in: ["inbox"], at: number,
                        body: "words \(number)"), "words \(number)"
                )
            }
            try store.writeNow { transaction in
                try transaction.receive(mail, account: account)
                for number in 0..<50 {
                    let file = RemoteID("f\(number)")
                    try transaction.save(file: file, account: account, Data(count: 10), now: .test(0))
                }
                let text = DraftText(content: DraftContent(subject: "Draft"), snippet: "", bodyText: "")
                _ = try transaction.saveDraft(
                    nil, text, account: account, messageIDHeader: "<\(account)@example.test>", now: .test(1))
            }
        }
        return (going, staying)
    }

    private func messages(_ store: Store, of account: AccountID) throws -> [Message] {
        try store.read {
            try $0.messages(MessageQuery(predicate: .account(account), sort: .newestFirst), limit: -1)
        }
    }

    @Test("the account is hidden at once, and its actions stop")
    func hidden() throws {
        let store = try Store()
        let (going, staying) = try fill(store, messages: 4)
        try store.writeNow { try $0.hide(going) }
        let (accounts, leaving) = try store.read { (try $0.accounts().map(\.id), try $0.leavingAccounts()) }
        #expect(accounts == [staying] && leaving == [going])
        let states = try store.read { try $0.actions() }.filter { $0.account == going }.map(\.state)
        #expect(!states.isEmpty && states.allSatisfy { $0 == .stopped })
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        let due = try [going, staying].map { account in
            try store.writeNow {
                try ActionTable.nextDue($0.database, account: account, now: .distantFuture, wakes: true)
            }
        }
        #expect(due[0] == nil && due[1] != nil)
    }

    @Test("others can write between pieces, and removal resumes after a kill")
    func killed() async throws {
        var store = try Store(path: path)
        let (going, staying) = try fill(store, messages: 1_000)
        let before = try messages(store, of: staying)
        try store.writeNow { try $0.hide(going) }
        var (pieces, isGone, left) = (0, false, 1_001)
        while !isGone {
            isGone = try store.writeNow { try $0.removePiece(of: going) }
            pieces += 1
            let count = try messages(store, of: going).count
            #expect(count >= left - 310, "a piece is small")
            left = count
            #expect(try store.read { try StoreTruth($0).problems() } == [])
            let number = pieces
            try store.receive(.remote(id: "new\(number)", in: ["inbox"], at: 2_000 + number), account: staying)
            if pieces.isMultiple(of: 3) { store = try Store(path: path) }
            if !isGone { #expect(try store.read { try $0.leavingAccounts() } == [going]) }
        }
        #expect(pieces > 4 && left == 0)
        #expect(
            try messages(store, of: staying).filter { !($0.remoteID?.rawValue.hasPrefix("new") ?? false) } == before)
        #expect(try store.read { try $0.leavingAccounts() } == [])
        #expect(try store.read { try $0.cacheSize() } == cache(store, staying))
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    private func cache(_ store: Store, _ account: AccountID) throws -> Int {
        try store.read { reader in
            let all = try reader.messages(MessageQuery(predicate: .account(account), sort: .newestFirst), limit: -1)
            return try all.reduce(50 * 10) { size, message in
                let body = try reader.body(of: message.id)
                return size + (body?.html?.utf8.count ?? 0) + (body?.plain?.utf8.count ?? 0)
            }
        }
    }

    @Test("the next start removes the rest after an interruption")
    func rest() async throws {
        let store = try Store(path: path)
        let (going, staying) = try fill(store, messages: 700)
        let before = try messages(store, of: staying)
        try store.writeNow { transaction in
            try transaction.hide(going)
            _ = try transaction.removePiece(of: going)
        }
        let next = try Store(path: path)
        try await next.removeLeaving()
        #expect(try messages(next, of: going).isEmpty && messages(next, of: staying) == before)
        #expect(try next.read { try $0.accounts().map(\.id) } == [staying])
        try await next.removeLeaving()
    }

    @Test("other accounts' drafts in its threads stay, and its own drafts in theirs go")
    func strays() async throws {
        let store = try Store()
        let (going, staying) = try fill(store, messages: 4)
        let draft = try #require(try messages(store, of: staying).first(where: \.isDraft))
        let own = try #require(try messages(store, of: going).first(where: \.isDraft))
        let theirs = try #require(try store.read { try $0.message(RemoteID("m0"), account: going) }).thread
        let others = try #require(try store.read { try $0.message(RemoteID("m0"), account: staying) }).thread
        // As in older versions.
        try store.writeNow { transaction in
            for (message, thread) in [(draft, theirs), (own, others)] {
                var moved = message
                moved.thread = thread
                try transaction.touch(message.thread)
                try transaction.touch(thread)
                try MessageTable.update(transaction.database, moved, from: message)
            }
        }
        try store.writeNow { try $0.hide(going) }
        try await store.removeLeaving()
        let left = try messages(store, of: staying)
        #expect(left.count == 5 && left.contains { $0.id == draft.id && $0.subject == "Draft" })
        #expect(try store.read { try $0.message(own.id) } == nil)
        let thread = try #require(left.first { $0.id == draft.id }).thread
        #expect(try store.read { try $0.thread(thread) }?.account == staying)
        #expect(try store.read { try $0.actions() }.map(\.object) == [.draft(draft.id)])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }
}
