import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Retention")
struct KeepingTests {
    private let store: Store
    private let account: AccountID
    private static let now = Date.test(0)
    private static let day = 86_400

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func receive(_ remote: RemoteMessage) throws { try store.receive(remote, account: account) }

    private func id(_ name: String) throws -> MessageID {
        let account = account
        return try #require(try store.read { try $0.message(RemoteID(name), account: account) }).id
    }

    private func names() throws -> [String] {
        try store.read { try $0.messages(MessageQuery(predicate: .everything, sort: .oldestFirst), limit: -1) }
            .compactMap { $0.remoteID?.rawValue }
    }

    private func trimmable(
        _ retention: Retention, of other: AccountID? = nil, after last: TrimmableThread? = nil, limit: Int = -1
    ) throws -> [TrimmableThread] {
        let account = other ?? account
        return try store.read {
            try $0.trimmable(retention, account: account, now: Self.now, after: last, limit: limit)
        }
    }

    // MARK: Retention

    @Test("a clock far ahead ages no mail")
    func clockAhead() throws {
        try receive(.remote(id: "recent", in: ["archive"], at: -20 * Self.day))
        try receive(.remote(id: "newest", in: ["archive"], at: -Self.day))
        let account = account
        func count(at now: Date, days: Int) throws -> Int {
            try store.read { try $0.countTrimmable(Retention(days: days), account: account, now: now) }.messages
        }
        #expect(try count(at: Self.now.addingTimeInterval(86_400 * 3_650), days: 60) == 0)
        #expect(try count(at: Self.now.addingTimeInterval(86_400 * 3_650), days: 30) == 1)
        for days in [1, 7, 14] {
            let count = try count(at: Self.now.addingTimeInterval(86_400 * 3_650), days: days)
            #expect(count == 1, "the newest mail is never old")
        }
        #expect(try count(at: Self.now.addingTimeInterval(86_400 * 10), days: 29) == 1, "a quiet week is no doubt")
    }

    @Test("old threads are trimmed, except inbox, starred, recently opened, drafts, replied to or acted on")
    func trims() throws {
        let old = -200 * Self.day
        try receive(.remote(id: "old", in: ["archive"], at: old, body: "gone"))
        try receive(.remote(id: "inbox", in: ["inbox"], at: old))
        try receive(.remote(id: "starred", starred: true, in: ["archive"], at: old))
        try receive(.remote(id: "draft", draft: true, in: ["drafts"], at: old))
        try receive(.remote(id: "opened", in: ["archive"], at: old, body: "seen"))
        try receive(.remote(id: "openedLongAgo", in: ["archive"], at: old, body: "seen"))
        try receive(.remote(id: "acted", in: ["archive"], at: old))
        try receive(.remote(id: "answered", in: ["archive"], at: old))
        try receive(.remote(id: "early", thread: "long", in: ["archive"], at: old))
        try receive(.remote(id: "late", thread: "long", in: ["archive"], at: -Self.day))
        let (account, opened, longAgo) = (account, try id("opened"), try id("openedLongAgo"))
        let (acted, answered) = (try id("acted"), try id("answered"))
        try store.writeNow { transaction in
            try transaction.noteOpened(opened, now: Self.now.addingTimeInterval(-86_400 * 13))
            try transaction.noteOpened(longAgo, now: Self.now.addingTimeInterval(-86_400 * 15))
            try transaction.enqueue(.test(account, acted, MessagePatch(removeKeywords: [.seen])))
            let content = DraftContent(to: [.person("anna")], subject: "Re", inReplyTo: answered)
            _ = try transaction.saveDraft(
                nil, DraftText(content: content, snippet: "", bodyText: ""), account: account,
                messageIDHeader: "<re@example.test>", now: Self.now)
        }
        let before = try names()
        let retention = Retention(days: 124)
        let counted = try store.read { try $0.countTrimmable(retention, account: account, now: Self.now) }
        #expect(try names() == before)
        #expect(counted == TrimReport(threads: 2, messages: 2))
        // In steps of one thread, each from where the previous one ended, as a large store is trimmed.
        var steps: [TrimmableThread] = []
        while let next = try trimmable(retention, after: steps.last, limit: 1).first {
            steps.append(next)
            let report = try store.writeNow { try $0.trim([next], retention, account: account, now: Self.now) }
            #expect(report == TrimReport(threads: 1, messages: 1))
        }
        #expect(steps.count == 2)
        #expect(try names() == before.filter { $0 != "old" && $0 != "openedLongAgo" })
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        #expect(try store.integrityProblems() == [])
    }

    @Test("mail acted on or moved to the inbox after the search stays")
    func looksAgain() throws {
        for name in ["acted", "moved", "old"] { try receive(.remote(id: name, in: ["archive"], at: -200 * Self.day)) }
        try receive(.remote(id: "new", in: ["archive"], at: -Self.day))
        let (account, acted, retention) = (account, try id("acted"), Retention(days: 124))
        let found = try trimmable(retention)
        try store.writeNow { try $0.enqueue(.test(account, acted, MessagePatch(addKeywords: [.flagged]))) }
        try receive(.remote(id: "moved", in: ["archive", "inbox"], at: -200 * Self.day))
        let report = try store.writeNow { try $0.trim(found, retention, account: account, now: Self.now) }
        #expect(found.count == 3 && report == TrimReport(threads: 1, messages: 1))
        #expect(try names() == ["acted", "moved", "new"])
    }

    @Test("mail of a refused action stays until that is discarded: it can be tried again")
    func refused() throws {
        for name in ["refused", "old"] { try receive(.remote(id: name, in: ["archive"], at: -200 * Self.day)) }
        try receive(.remote(id: "new", in: ["archive"], at: -Self.day))
        let action = Action.test(account, try id("refused"), MessagePatch(addKeywords: [.flagged]))
        try store.writeNow { try $0.keepRefused(action, reason: "no", now: Self.now) }
        let retention = Retention(days: 124)
        #expect(try trimmable(retention).count == 1)
        let kept = try #require(try store.read { try $0.refusals() }.first).id
        try store.writeNow { try $0.letGoRefusal(kept) }
        #expect(try trimmable(retention).count == 2)
    }

    @Test("mail that undo or redo needs stays until its step is forgotten")
    func undoable() throws {
        for name in ["done", "undone", "old"] { try receive(.remote(id: name, in: ["archive"], at: -200 * Self.day)) }
        try receive(.remote(id: "new", in: ["archive"], at: -Self.day))
        let (account, done, undone, new) = (account, try id("done"), try id("undone"), try id("new"))
        let retention = Retention(days: 124)
        func trim() throws -> TrimReport {
            let counted = try store.read { try $0.countTrimmable(retention, account: account, now: Self.now) }
            let found = try trimmable(retention)
            let report = try store.writeNow { try $0.trim(found, retention, account: account, now: Self.now) }
            #expect(counted == report)
            return report
        }
        func remember(_ message: MessageID) throws {
            let action = Action.test(account, message, MessagePatch(addKeywords: [.flagged]))
            try store.writeNow { try $0.remember([action]) }
        }
        for message in [done, undone] { try remember(message) }
        _ = try store.writeNow { try $0.step(undoing: true, now: Self.now) }
        #expect(try trim().threads == 1)
        #expect(try names() == ["done", "undone", "new"])
        // A new deed clears what could be redone.
        try remember(new)
        #expect(try trim().threads == 1)
        #expect(try names() == ["done", "new"])
        for _ in 0..<198 { try remember(new) }
        #expect(try trim().threads == 0)
        try remember(new)
        #expect(try trim().threads == 1)
        #expect(try names() == ["new"])
    }

    @Test("trimming records how new the trimmed mail was; without trimming nothing is recorded")
    func notesLetGo() throws {
        try receive(.remote(id: "older", in: ["archive"], at: -300 * Self.day))
        try receive(.remote(id: "old", in: ["archive"], at: -200 * Self.day))
        try receive(.remote(id: "new", in: ["archive"], at: -Self.day))
        let (account, retention) = (account, Retention(days: 124))
        func trim(_ threads: [TrimmableThread]) throws -> LetGo? {
            try store.writeNow { _ = try $0.trim(threads, retention, account: account, now: Self.now) }
            return try store.read { try $0.letGo(account: account) }
        }
        let found = try trimmable(retention)
        try #require(found.count == 2)
        #expect(try trim([]) == nil)
        #expect(try trim([found[1]]) == LetGo(until: .test(-200 * Self.day)))
        try store.writeNow { try $0.setLetGo(LetGo(until: .test(-200 * Self.day), place: "a b"), account: account) }
        #expect(try trim([found[1]]) == LetGo(until: .test(-200 * Self.day), place: "a b"), "nothing went")
        // The mail trimmed now may not be behind that place.
        #expect(try trim(found) == LetGo(until: .test(-200 * Self.day)))
    }

    @Test("without a day limit nothing is trimmed, nor in other accounts")
    func keepsAll() throws {
        let other = try store.addTestAccount(.test("other@example.test"))
        try receive(.remote(id: "old", in: ["archive"], at: -9_000 * Self.day))
        try receive(.remote(id: "new", in: ["archive"], at: 0))
        for account in [account, other] { #expect(try trimmable(Retention(), of: account) == []) }
        #expect(try trimmable(Retention(days: 1), of: other) == [])
        let threads = try trimmable(Retention(days: 1))
        #expect(threads.count == 1)
        for (retention, account) in [(Retention(), account), (Retention(days: 1), other)] {
            let report = try store.writeNow { try $0.trim(threads, retention, account: account, now: Self.now) }
            #expect(report == TrimReport())
        }
        #expect(try names() == ["old", "new"])
    }

    // MARK: The cache

    private static let page = String(repeating: "x", count: 10_000)

    @Test("R-2: when bodies and files exceed the limit, the least recently used go")
    func cacheIsSmall() throws {
        let account = account
        for number in 0..<20 { try receive(.remote(id: "m\(number)", at: number, body: Self.page)) }
        let opened = try id("m0")
        try store.writeNow { transaction in
            try transaction.noteOpened(opened, now: Self.now)
            try transaction.save(
                file: RemoteID("f"), account: account, Data(count: 20_000), now: Self.now.addingTimeInterval(1))
        }
        #expect(try store.read { try $0.cacheSize() } == 220_000)
        try store.writeNow { try $0.setCacheLimit(100_000) }
        try store.read { (reader: StoreReader) throws in
            #expect(try reader.cacheSize() == 90_000)
            #expect(try reader.file(RemoteID("f"), account: account)?.count == 20_000)
            #expect(try reader.body(of: opened) != nil)
            let kept = try (0..<20).filter { number in
                let message = try reader.message(RemoteID("m\(number)"), account: account)
                return try message.flatMap { try reader.body(of: $0.id) } != nil
            }
            #expect(kept == [0] + (14..<20))
            // A trimmed body is not missing: its words are still found, and it is fetched only on request.
            #expect(try reader.messagesWithoutBody(account: account, limit: 10) == [])
            #expect(
                try reader.messages(
                    MessageQuery(predicate: .words(.body, WordSequence(Self.page)), sort: .newestFirst), limit: -1
                ).count == 20)
        }
        for number in 20..<60 {
            try receive(.remote(id: "m\(number)", at: number, body: Self.page))
            #expect(try store.read { try $0.cacheSize() } <= 100_000)
        }
    }

    @Test("R-2: unsent work stays, however small the cache")
    func unsentStays() throws {
        let account = account
        try receive(.remote(id: "acted", body: Self.page))
        try receive(.remote(id: "draft", draft: true, in: ["drafts"], body: Self.page))
        try receive(.remote(id: "plain", body: Self.page))
        let acted = try id("acted")
        let draft = try store.writeNow { transaction in
            try transaction.enqueue(.test(account, acted, MessagePatch(removeKeywords: [.seen])))
            let upload = RemoteUpload(
                fileName: "a", contentType: "text/plain", bytes: [UInt8](repeating: 1, count: 9_000))
            let file = try transaction.attach(upload, account: account, uploads: true, now: Self.now)
            let content = DraftContent(
                to: [.person("anna")], subject: "Mine", body: MessageBody(plain: Self.page), files: [file])
            return try transaction.saveDraft(
                nil, DraftText(content: content, snippet: "", bodyText: ""), account: account,
                messageIDHeader: "<mine@example.test>", now: Self.now)
        }
        try store.writeNow { try $0.setCacheLimit(0) }
        let (plain, saved) = (try id("plain"), try id("draft"))
        try store.read { (reader: StoreReader) throws in
            #expect(try reader.body(of: plain) == nil)
            for message in [acted, saved, draft] { #expect(try reader.body(of: message) != nil) }
            #expect(try reader.actions().contains { $0.command == .uploadFile })
            #expect(try reader.cacheSize() == 30_000)
        }
    }

    @Test("a deleted or trimmed message takes its files and headers along, and no others")
    func fetched() throws {
        let account = account
        try receive(.remote(id: "new", in: ["archive"]))
        try receive(.remote(id: "m", files: ["plan.pdf"]))
        try receive(.remote(id: "m2", in: ["archive"], at: -200 * Self.day, files: ["old.pdf"]))
        let places = ["f-plan.pdf", "m#List-Id", "f-old.pdf", "m2#List-Id"].map { RemoteID($0) }
        try store.writeNow { transaction in
            for place in places { try transaction.save(file: place, account: account, Data(count: 1), now: Self.now) }
        }
        func kept() throws -> [RemoteID] {
            try store.read { reader in try places.filter { try reader.hasFile($0, account: account) } }
        }
        #expect(try kept() == places)
        try store.writeNow { try $0.remove(message: RemoteID("m"), account: account) }
        #expect(try kept() == Array(places.suffix(2)))
        let retention = Retention(days: 90)
        let old = try store.read { try $0.trimmable(retention, account: account, now: Self.now, limit: 10) }
        _ = try store.writeNow { try $0.trim(old, retention, account: account, now: Self.now) }
        #expect(try kept().isEmpty)
    }

    @Test("the cache size stays right after changes and deletions")
    func counts() throws {
        let account = account
        try receive(.remote(id: "m", body: "12345"))
        try receive(.remote(id: "m", body: "123"))
        #expect(try store.read { try $0.cacheSize() } == 3)
        try store.writeNow { try $0.save(file: RemoteID("f"), account: account, Data(count: 10), now: Self.now) }
        try store.writeNow { try $0.save(file: RemoteID("f"), account: account, Data(count: 20), now: Self.now) }
        #expect(try store.read { try $0.cacheSize() } == 23)
        try store.writeNow { try $0.remove(message: RemoteID("m"), account: account) }
        #expect(try store.read { try $0.cacheSize() } == 20)
        try store.writeNow { try $0.remove(account) }
        #expect(try store.read { try $0.cacheSize() } == 0)
    }
}
