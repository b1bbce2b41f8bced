import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Searching on a server")
struct ServerSearchTests {
    @Test("finds the newest hits of all folders, or of those that the query names", arguments: [false, true])
    func search(isKnown: Bool) async throws {
        let world = try ServiceWorld()
        for number in 1...9 {
            world.server.deliver(
                NumberedMail.text(number), to: ["INBOX", "Archive", "Sent"][number % 3],
                flags: number % 2 == 0 ? ["\\Flagged"] : [], date: .test(number))
        }
        if isKnown { _ = try await world.service.threads(in: nil, from: nil, limit: 100) }
        let found = try await search(.starred, world, limit: 3)
        #expect(try await headers(found.hits, world) == [8, 6, 4].map { NumberedMail.header($0) })
        #expect(found.hasMore)
        #expect(found.remainder == .starred)
        let all = try await search(.starred, world, limit: 4)
        #expect(all.hits.count == 4 && !all.hasMore)
        let words = try await search(.words(.subject, WordSequence("mail 7")), world, limit: 5)
        #expect(try await headers(words.hits, world) == [NumberedMail.header(7)])
        let mailboxes = try await world.service.mailboxes().enumerated().map { place, mailbox in
            Mailbox(
                id: MailboxID(Int64(place)), account: AccountID(1), remoteID: mailbox.id, name: mailbox.name,
                role: mailbox.role, sortOrder: 0, rights: .all)
        }
        let inbox = try await search(.starred && .mailbox(.role(.inbox)), world, limit: 9, mailboxes)
        #expect(try await headers(inbox.hits, world) == [NumberedMail.header(6)])
    }

    @Test("finds words of any language", arguments: [ServerOptions.full, .gmail, .full.without("LITERAL+"), .courier])
    func anyLanguage(options: ServerOptions) async throws {
        let world = try ServiceWorld(options)
        for (number, subject) in ["Käse", "漢字の手紙", "Kase"].enumerated() {
            let text = NumberedMail.text(number).replacing("Mail \(number)", with: subject)
            world.server.deliver(text, date: .test(number))
        }
        for (number, word) in ["Käse", "漢字", "kase"].enumerated() {
            let found = try await search(.words(.subject, WordSequence(word)), world, limit: 5)
            #expect(try await headers(found.hits, world) == [NumberedMail.header(number)])
        }
    }

    @Test("a server that knows only ASCII finds what can be said so, and else nothing is asked")
    func onlyASCII() async throws {
        let world = try ServiceWorld(.exchange)
        world.server.deliver(NumberedMail.text(1).replacing("Mail 1", with: "Käse Brot"))
        let words = MailPredicate.words(.subject, WordSequence("Käse Brot"))
        let found = try await search(words, world, limit: 5)
        #expect(found.hits.count == 1 && found.remainder == words)
        await #expect(throws: RemoteError(.unsupported, call: "SEARCH")) {
            try await search(.words(.subject, WordSequence("Käse")), world, limit: 5)
        }
    }

    @Test("what can't be asked is not supported")
    func unsupported() async throws {
        let world = try ServiceWorld()
        await #expect(throws: RemoteError(.unsupported, call: "SEARCH")) {
            try await search(.hasFile, world, limit: 3)
        }
    }

    private func search(_ predicate: MailPredicate, _ world: ServiceWorld, limit: Int, _ mailboxes: [Mailbox] = [])
        async throws -> RemoteFindings
    {
        let question = try #require(RemoteQuestion(predicate, account: AccountID(1), mailboxes: mailboxes))
        return try await world.service.search(question, limit: limit)
    }

    private func headers(_ ids: [RemoteID], _ world: ServiceWorld) async throws -> [String?] {
        let messages = try await world.service.messages(ids)
        return ids.map { id in messages.first { $0.id == id }?.messageIDHeader }
    }
}
