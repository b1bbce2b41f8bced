import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

/// Servers whose answers would never end.
extension JMAPWalkTests {
    /// Answers each query with ids that it has never returned before.
    private func inventIDs(_ count: Int = 3, total: Int?, anchors: Bool) {
        let told = Mutex(0)
        server.on("Email/query") { call in
            if !anchors, call["anchor"] != nil { return .error("invalidArguments") }
            let first = told.withLock { told in
                told += count
                return told
            }
            let ids = (first..<first + count).map { "x\($0)" }
            return JMAPFixtures.query(ids, total: total, position: call["position"]?.number ?? first)
        }
    }

    private func expectWords(_ error: RemoteError?, sourceLocation: SourceLocation = #_sourceLocation) {
        if case .unreadableAnswer = error?.reason { return }
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
    }

    @Test(
        "N-8: a server that always lists new ids without emails is not queried forever",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func inventedIDs(anchors: Bool) async throws {
        inventIDs(total: 3, anchors: anchors)
        server.on("Email/get") { _ in JMAPFixtures.get([]) }
        let service = service
        expectWords(await failure { _ = try await service.drafts() })
        #expect(server.calls("Email/query").count < 400)
        let asked = server.calls("Email/query").count
        expectWords(
            await failure {
                var page = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
                while let next = page.next {
                    page = try await service.threads(in: RemoteID("in"), from: next, limit: 50)
                }
            })
        #expect(server.calls("Email/query").count < asked + 400)
    }

    @Test("N-8: nor is one that invents a draft for each id beyond its total", .timeLimit(.minutes(10)))
    func inventedDrafts() async throws {
        inventIDs(total: 3, anchors: true)
        let service = service
        expectWords(await failure { _ = try await service.drafts() })
    }

    enum Walk: CaseIterable { case threads, bodies, mailbox }

    @Test(
        "N-8: nor is one that invents mail for each id far beyond its total", .timeLimit(.minutes(10)),
        arguments: Walk.allCases, [true, false])
    func inventedMail(walk: Walk, anchors: Bool) async throws {
        inventIDs(500, total: walk == .bodies ? nil : 3, anchors: anchors)
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([JMAPFixtures.mailbox("in", "In", more: #", "totalEmails": 3"#)])
        }
        let service = service
        let read = Mutex(0)
        let error = await failure {
            var next: RemotePosition?
            repeat {
                let page =
                    switch walk {
                    case .threads: try await service.threads(in: nil, from: next, limit: 500)
                    case .bodies: try await service.messages(from: next, limit: 500)
                    case .mailbox: try await service.threads(in: RemoteID("in"), from: next, limit: 500)
                    }
                read.withLock { $0 += page.messages.count }
                next = page.next
            } while next != nil
        }
        expectWords(error)
        #expect((5_000..<20_000).contains(read.withLock(\.self)))
    }

    @Test("N-8: a long list without a total checks the mailbox count and is read to its end")
    func uncounted() async throws {
        let list = (0..<10_600).map { "m\($0)" }
        serve(list, total: nil)
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([JMAPFixtures.mailbox("in", "In", more: #", "totalEmails": 10600"#)])
        }
        #expect(try await walk(service, limit: 1_000) == list)
        #expect(server.calls("Mailbox/get").count == 1)
    }

    @Test("N-8: a server that keeps listing mailboxes is not queried forever", .timeLimit(.minutes(10)))
    func inventedMailboxes() async throws {
        let told = Mutex(0)
        server.on("Mailbox/get") { _ in .error("requestTooLarge") }
        server.on("Mailbox/query") { _ in
            let first = told.withLock { told in
                told += 5_000
                return told
            }
            return JMAPFixtures.query((first..<first + 5_000).map { "b\($0)" })
        }
        let service = service
        expectWords(await failure { _ = try await service.mailboxes() })
        #expect(server.calls("Mailbox/query").count < 100)
    }
}
