import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Old mail of large folders")
struct OutlineTests {
    private static let day = 86_400
    private static let sizes = OutlineSizes(
        small: 10, newest: 6, step: 7, span: Int64(5 * day), longestSpan: Int64(40 * day))

    /// An inbox of 60 messages, a day apart, and another folder.
    private func world(_ options: ServerOptions = .full) async throws -> ServiceWorld {
        let world = try ServiceWorld(options, outlineSizes: Self.sizes)
        for number in 1...60 {
            world.server.deliver(
                NumberedMail.text(number), to: number % 4 == 0 ? "Archive" : "INBOX", date: .test(number * Self.day))
        }
        _ = try await world.service.latestState()
        return world
    }

    private func known(_ world: ServiceWorld) throws -> Int {
        try world.service.index.folders().reduce(0) { $0 + $1.count }
    }

    @Test("the first page of a folder takes a handful of requests, and is what came last")
    func firstPage() async throws {
        let world = try await world()
        let inbox = try await world.mailbox("INBOX")
        let page = try await world.service.threads(in: inbox, from: nil, limit: 3)
        #expect(page.messages.compactMap(\.messageIDHeader) == [59, 58, 57].map(NumberedMail.header))
        let asked = world.server.commands.filter { !["CAPABILITY", "ID", "NAMESPACE"].contains($0) }
        #expect(asked == ["LIST", "SELECT", "FETCH", "UID FETCH"])
        #expect(try known(world) == 6)
        // The rest follows from the newest date on, and misses none.
        var (met, position) = ([String](), page.next)
        while let place = position {
            let page = try await world.service.threads(in: inbox, from: place, limit: 4)
            met += page.messages.compactMap(\.messageIDHeader)
            position = page.next
        }
        #expect(met == (1...60).reversed().filter { $0 % 4 != 0 }.map(NumberedMail.header))
    }

    @Test(
        "walks go by dates and outline no further than they come, also from where a program died",
        arguments: [false, true])
    func walk(isBare: Bool) async throws {
        var world = try await world(isBare ? .bare : .full)
        var (met, position, known) = ([String](), RemotePosition?.none, [Int]())
        repeat {
            let page = try await world.service.threads(in: nil, from: position, limit: 5)
            #expect(page.total == 60)
            met += page.messages.sorted { $0.receivedAt > $1.receivedAt }.compactMap(\.messageIDHeader)
            position = page.next
            known.append(try self.known(world))
            if met.count == 20 { try world.restart() }
        } while position != nil
        #expect(met == (1...60).reversed().map(NumberedMail.header))
        #expect(known[0] < 20 && known[4] < 60 && known.last == 60)
    }

    @Test("a page ahead is told only where all is known that comes before it")
    func ahead() async throws {
        let world = try await world()
        let page = try await world.service.threads(in: nil, from: nil, limit: 5)
        let next = try #require(page.next)
        #expect(try await world.service.position(behind: next, limit: 40) == nil)
        let behind = try #require(try await world.service.position(behind: next, limit: 1))
        let second = try await world.service.threads(in: nil, from: behind, limit: 1)
        #expect(second.messages.compactMap(\.messageIDHeader) == [NumberedMail.header(54)])
    }

    @Test("mail that turns up where walks have passed is told as news")
    func passed() async throws {
        let world = try await world()
        var follower = Follower()
        try await follower.begin(world.service)
        try await follower.walk(world.service, 5)
        let folder = try #require(try world.service.index.folders().first { $0.role == .inbox })
        let (inbox, since) = (folder.id, folder.outlinedSince)
        #expect((Date.test(40 * Self.day).indexSeconds...Date.test(50 * Self.day).indexSeconds).contains(since))
        // The 50th message, as if the server had not named it in the search.
        try world.service.index.remove([38], in: inbox)
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("on a server that names messages the head of each is read once, however many folders it is in")
    func once() async throws {
        let world = try ServiceWorld(.gmail)
        for number in 1...6 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        _ = try await world.service.latestState()
        let page = try await world.service.threads(in: nil, from: nil, limit: 50)
        #expect(page.messages.count == 6 && page.messages.allSatisfy { $0.mailboxes.count > 1 })
        let heads = world.server.transcript.components(separatedBy: "BODY.PEEK[HEADER.FIELDS").count - 1
        #expect(heads == 1)
    }
}
