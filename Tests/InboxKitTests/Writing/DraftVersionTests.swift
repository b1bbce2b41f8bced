import Foundation
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import TestSupport
import Testing

@testable import InboxKit

@Suite("Discarded drafts and earlier versions")
struct DraftVersionTests {
    let client: Client
    let session: MailSession
    static let text = "A text that took a whole morning to be written."

    init() async throws {
        client = try await Client.synced()
        session = client.session()
    }

    func content(_ text: String = text, subject: String = "Plan", files: [MessageFile] = []) -> DraftContent {
        DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: text), files: files)
    }

    func settle() async throws {
        for _ in 0..<4 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
    }

    var draftsThere: [RemoteMessage] { client.server.drafts }

    var draftsHere: [Message] {
        get throws {
            try client.store.read { reader in
                try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            }
        }
    }

    /// The progress of a draft's deletion when the user undoes it.
    enum Moment: CaseIterable {
        case neverTold, saved, told, answered, lost
    }

    @Test("S-3: undo restores a discarded draft, whatever the server knows", arguments: Moment.allCases)
    func undo(at moment: Moment) async throws {
        let bytes = [UInt8]("minutes".utf8)
        let file = try await session.attach(
            RemoteUpload(fileName: "minutes.txt", contentType: "text/plain", bytes: bytes), account: client.account.id)
        let id = try await session.save(content("First.", files: [file]), account: client.account.id)
        if moment != .neverTold { try await settle() }
        // The last text never reached the server.
        try await session.save(content(files: [file]), as: id, account: client.account.id)
        let deed = try #require(try await session.discardDraft(id))
        #expect(deed.title == "Plan" && deed.command == .deleteDraft)
        #expect(try draftsHere.isEmpty)
        switch moment {
        case .neverTold, .saved: break
        case .told: client.server.setFault { $0.name == "deleteDraft" ? .before(.unreachable) : nil }
        case .lost: client.server.setFault { $0.name == "deleteDraft" ? .after(.unreachable) : nil }
        case .answered: try await settle()
        }
        if moment == .told || moment == .lost { _ = try await client.sender.sendAll() }
        client.server.setFault { _ in nil }

        let back = try #require(try await session.undo())
        let draft = try #require(try draftsHere.first)
        #expect(back.threads == [draft.thread] && back.command == .deleteDraft)
        #expect(try session.draft(draft.id)?.content.body.plain == Self.text)
        #expect(try session.discardedDrafts().isEmpty)
        try await settle()
        #expect(try client.differences() == [])
        let there = try #require(draftsThere.first)
        #expect(draftsThere.count == 1 && there.body?.plain == Self.text && there.files.map(\.size) == [bytes.count])

        #expect(try await session.redo() != nil, "and discarded again")
        try await settle()
        #expect(try draftsHere.isEmpty && draftsThere.isEmpty)
        #expect(try await session.undo() != nil)
        try await settle()
        #expect(draftsThere.map(\.body?.plain) == [Self.text])
        #expect(try client.differences() == [])
    }

    @Test("headers that another program gave a draft are restored with it")
    func headersOfServer() async throws {
        let headers = ["1", "2"].compactMap { DraftHeader(name: "X-Note", value: $0) }
        let id = try await session.save(content(), account: client.account.id)
        try await settle()
        client.server.othersHeaders = headers
        for _ in 0..<2 {
            try await session.discardDraft(try #require(try draftsHere.first).id)
            try await settle()
            #expect(draftsThere.isEmpty)
            #expect(try await session.undo() != nil)
            let back = try #require(try draftsHere.first)
            #expect(back.id != id)
            #expect(try session.draft(back.id)?.content.headers == headers)
            try await settle()
        }
    }

    @Test("a discarded reply that another program began answers the whole way back once it is restored")
    func referencesOfServer() async throws {
        client.server.put(.remote(id: "d", subject: "Plan", draft: true, in: ["drafts"], at: 3, body: "Text"))
        try await client.sync.catchUp()
        client.server.othersHeaders = [try #require(DraftHeader(name: "References", value: "<a@x> <b@x>"))]
        try await session.discardDraft(try #require(try draftsHere.first).id)
        try await settle()
        #expect(draftsThere.isEmpty)
        #expect(try await session.undo() != nil)
        let content = try session.draft(try #require(try draftsHere.first).id)?.content
        #expect(content?.references == ["<a@x>", "<b@x>"] && content?.headers == [])
    }

    @Test("a discarded draft and its files can be restored for a week")
    func week() async throws {
        let file = try await session.attach(
            RemoteUpload(fileName: "a", contentType: "text/plain", bytes: [1, 2, 3]), account: client.account.id)
        let local = try #require(file.localID)
        let id = try await session.save(content(files: [file]), account: client.account.id)
        try await session.discardDraft(id)
        let version = try #require(try session.discardedDrafts().first)
        #expect(version.content.body.plain == Self.text && version.content.files.count == 1)
        #expect(try client.store.read { try $0.upload(local) } != nil)

        func discardOther(days: Double) async throws {
            try await self.discardOther(at: version.keptAt.addingTimeInterval(days * 86_400))
        }
        try await discardOther(days: 6.9)
        #expect(try session.discardedDrafts().count == 2)
        try await discardOther(days: 7.1)
        #expect(try session.discardedDrafts().count == 3, "S-10: a clock that is ahead for an hour makes nothing old")
        try await discardOther(days: 8.2)
        #expect(try session.discardedDrafts().map(\.content.subject) == ["Other", "Other", "Other"])
        #expect(try client.store.read { try $0.upload(local) } == nil, "its file goes with it")
        #expect(try await session.restoreDraft(version.id) == nil)
    }

    /// Discards another draft at a time by both the local and the server's clock, or by the local clock alone.
    func discardOther(at date: Date, isTrue: Bool = true) async throws {
        if isTrue {
            let second = Int(date.timeIntervalSince(.test(0)))
            client.server.put(.remote(id: "m\(second)", at: second))
            try await client.sync.catchUp()
        }
        let other = try await session.save(content(subject: "Other"), account: client.account.id)
        _ = try await client.store.write { try $0.discardDraft(other, now: date) }
    }

    @Test("S-10: drafts discarded while the clock is days ahead delete no others and expire in time")
    func aheadForDays() async throws {
        func kept() throws -> Int { try session.discardedDrafts().count }
        let first = Date.test(0)
        try await discardOther(at: first)
        for days in [365, 367, 369.0] {
            try await discardOther(at: first.addingTimeInterval(days * 86_400), isTrue: false)
        }
        #expect(try kept() == 4)
        for days in [6, 7.5, 8.2] { try await discardOther(at: first.addingTimeInterval(days * 86_400)) }
        #expect(try kept() == 7)
        try await discardOther(at: first.addingTimeInterval(8.6 * 86_400))
        #expect(try kept() == 7, "the first one is older than a week")
        try await discardOther(at: first.addingTimeInterval(400 * 86_400))
        try await discardOther(at: first.addingTimeInterval(402 * 86_400))
        #expect(try kept() == 2)
    }

    @Test("S-10: versions are still kept after one that a wrong clock dated ahead")
    func writtenAfter() async throws {
        let account = client.account.id
        func save(_ text: String, as id: MessageID?, _ date: Date) async throws -> MessageID {
            let draft = DraftText(content: content(text), snippet: "", bodyText: text)
            return try await client.store.write {
                try $0.saveDraft(id, draft, account: account, messageIDHeader: "<a@b.test>", now: date)
            }
        }
        let id = try await save("one and more of it", as: nil, .test(0))
        _ = try await save("two and more of it", as: id, .test(365 * 86_400))
        _ = try await save("six and more of it", as: id, .test(600))
        #expect(try session.versions(of: id).map(\.content.body.plain) == ["two and more of it", "one and more of it"])
    }

    @Test("discarded drafts are limited in size; the newest is always kept")
    func room() async throws {
        for size in [1, 40, 30, 70] {
            let file = try await session.attach(
                RemoteUpload(
                    fileName: "\(size)", contentType: "a/b", bytes: [UInt8](repeating: 0, count: size << 20)),
                account: client.account.id)
            try await session.discardDraft(
                try await session.save(content(subject: "\(size)", files: [file]), account: client.account.id))
            let kept = try session.discardedDrafts().map(\.content.subject)
            #expect(kept == [1: ["1"], 40: ["40", "1"], 30: ["30"], 70: ["70"]][size])
        }
    }

    @Test("S-3: undo restores all drafts that were discarded at once, whatever their size")
    func atOnce() async throws {
        var drafts: [MessageID] = []
        for name in ["one", "two", "three"] {
            let file = try await session.attach(
                RemoteUpload(fileName: name, contentType: "a/b", bytes: [UInt8](repeating: 0, count: 30 << 20)),
                account: client.account.id)
            drafts.append(
                try await session.save(content(subject: name, files: [file]), account: client.account.id))
        }
        _ = try await session.perform(.deleteDraft, on: [DeedPart(messages: drafts)])
        #expect(try draftsHere.isEmpty)
        _ = try await session.undo()
        #expect(Set(try draftsHere.map(\.subject)) == ["one", "two", "three"])
    }

    @Test("S-3: clearing or much shortening a text keeps the version before it; adding to it does not")
    func versions() async throws {
        let id = try await session.save(content("Dear Bo,"), account: client.account.id)
        func save(_ text: String) async throws -> [String?] {
            try await session.save(content(text), as: id, account: client.account.id)
            return try session.versions(of: id).map(\.content.body.plain)
        }
        #expect(try await save("Dear Bo,\n" + Self.text).isEmpty)
        #expect(try await save("Dear Bob,\n" + Self.text).isEmpty, "a letter is no loss")
        #expect(try await save("").count == 1)
        #expect(try session.versions(of: id).first?.content.body.plain == "Dear Bob,\n" + Self.text)
        #expect(try await save("x").count == 1, "nothing is lost that is not kept already")
        #expect(try await save(Self.text).count == 1)
        // Erased bit by bit: the whole text is kept, but not every step.
        var text = Self.text
        while !text.isEmpty {
            text = String(text.dropLast(min(20, text.count)))
            #expect(try await save(text).count <= 2)
        }
        #expect(try session.versions(of: id).first?.content.body.plain == "Dear Bob,\n" + Self.text)
    }

    private func save(_ text: String, as id: MessageID?, minute: Double) async throws -> MessageID {
        let (account, draft) = (client.account.id, DraftText(content: content(text), snippet: "", bodyText: text))
        return try await client.store.write {
            try $0.saveDraft(id, draft, account: account, messageIDHeader: "<a@b.test>", now: .test(Int(minute * 60)))
        }
    }

    @Test("the hundred newest texts of a draft are kept")
    func hundred() async throws {
        let id = try await save("text 0", as: nil, minute: 0)
        for step in 1...104 { _ = try await save("text \(step)", as: id, minute: Double(step) * 6) }
        let kept = try session.versions(of: id).map(\.content.body.plain)
        #expect(kept.count == 100 && kept.first == "text 103")
    }

    @Test("a text that changes gradually is kept every five minutes")
    func slowly() async throws {
        let id = try await save("word 0 and more of it here", as: nil, minute: 0)
        for step in 1...40 { _ = try await save("word \(step) and more of it here", as: id, minute: Double(step) / 2) }
        #expect((3...5).contains(try session.versions(of: id).count))
    }

    @Test("a draft's versions go when it is sent and move with it to another account")
    func goes() async throws {
        let file = try await session.attach(
            RemoteUpload(fileName: "a", contentType: "a/b", bytes: [1]), account: client.account.id)
        let id = try await session.save(content(files: [file]), account: client.account.id)
        try await session.save(content(""), as: id, account: client.account.id)
        #expect(try session.versions(of: id).first?.content.files.count == 1, "a file taken off is kept as well")
        let other = try await session.addAccount(
            address: "ann@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        let moved = try await session.save(content(""), as: id, account: other.id)
        #expect(try session.versions(of: id).isEmpty && session.versions(of: moved).count == 1)
        let back = try await session.save(content("x"), as: moved, account: client.account.id)
        try await session.send(back)
        try await settle()
        #expect(draftsThere.isEmpty)
        #expect(try session.versions(of: back).isEmpty)
        #expect(try client.store.read { try $0.upload(try #require(file.localID)) } == nil)
    }

    @Test("a restored reply leads to the message that it answers, also once that has left the store")
    func answeredGone() async throws {
        client.server.put(.remote(id: "m", subject: "Plans"))
        try await client.sync.catchUp()
        var reply = content()
        reply.inReplyTo = try #require(try client.message("m")).id
        let id = try await session.save(reply, account: client.account.id)
        try await settle()
        try await session.discardDraft(id)
        client.server.remove("m")
        try await settle()
        #expect(try draftsHere.isEmpty && draftsThere.isEmpty)

        #expect(try await session.undo() != nil)
        let draft = try #require(try draftsHere.first).id
        let told = try #require(try client.store.read { try $0.remoteDraft(draft) })
        let way = ["<m@example.test>"]
        #expect(told.inReplyTo == nil && told.inReplyToHeader == way[0] && told.references == way)
        let composed = try await session.composed(draft, at: client.now)
        #expect(composed.inReplyTo == way[0] && composed.references == way, "also if it is sealed")
        try await settle()
        #expect(draftsThere.compactMap(\.inReplyToHeader) == way)
        let again = try #require(try client.store.read { try $0.remoteDraft(draft) })
        #expect(again.id != nil && again.references.isEmpty, "its server has more references than are known here")
    }

    @Test("undo reverses the latest action, on drafts as on threads")
    func mixed() async throws {
        client.server.put(.remote(id: "m", starred: false))
        try await client.sync.catchUp()
        let id = try await session.save(content(), account: client.account.id)
        try await client.perform(.star, on: "m")
        try await session.discardDraft(id)
        #expect(try await session.undo()?.command == .deleteDraft)
        #expect(try await session.undo()?.command == .star)
        #expect(try await session.redo()?.command == .star)
        #expect(try await session.redo()?.command == .deleteDraft)
        #expect(try await session.redo() == nil)
    }
}
