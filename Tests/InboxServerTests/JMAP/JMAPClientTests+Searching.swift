import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxServer

extension JMAPClientTests {
    @Test(
        "J-41: an open search sees new mail arrive and deleted mail vanish",
        arguments: [nil, .noQueryChanges, .forgetsStates] as [Oddity.Kind?])
    func openSearch(oddity: Oddity.Kind?) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            let service = Self.service(test)
            let question = try #require(
                RemoteQuestion(MailQuery("kestrel").predicate, account: AccountID(1), mailboxes: []))
            var found = try await service.search(question, limit: 5)
            #expect(found.hits.isEmpty)
            if let oddity { await test.server.setOddities([Oddity(oddity)]) }
            _ = try await test.send(from: test.bob, to: ["ann@example.test"], subject: "A kestrel")
            repeat {
                found = try await service.searchAgain(question, limit: 5, after: found)
            } while found.hits.isEmpty
            #expect(found.hits.count == 1 && found.snippets.count == 1)
            #expect((found.queryState == nil) == (oddity == .noQueryChanges))
            #expect(try await service.letGo(found.hits).isEmpty)
            found = try await service.searchAgain(question, limit: 5, after: found)
            #expect(found.hits.isEmpty)
        }
    }

    @Test("a search finds the server's mail with marked snippets; threads come whole", arguments: [true, false])
    func search(isJMAP: Bool) async throws {
        var mail = Self.mail
        mail[3].body = "The word is sluicegate & more.\n"
        mail[4].inReplyTo = "3"
        try await TestServer.with(mail: mail) { test async throws in
            let service: any RemoteService =
                isJMAP
                ? Self.service(test)
                : InboxAPIService(
                    url: "http://127.0.0.1:\(test.ann.port)", secret: TestServer.annToken, transport: CurlTransport())
            func ask(_ text: String) throws -> RemoteQuestion {
                try #require(RemoteQuestion(MailQuery(text).predicate, account: AccountID(1), mailboxes: []))
            }
            let found = try await service.search(try ask("sluicegate"), limit: 10)
            #expect(found.hits.count == 1 && found.remainder == .everything)
            if isJMAP { #expect(found.snippets[found.hits[0]]?.matches == ["sluicegate"]) }
            let thread = try await service.threads(of: found.hits)
            #expect(thread.count == 2 && thread.allSatisfy { $0.body != nil && $0.thread == thread[0].thread })
            #expect(try await service.search(try ask("gears"), limit: 7).hits.count == 7)
            #expect(try await service.search(try ask("nowhere"), limit: 7).hits.isEmpty)
        }
    }
}
