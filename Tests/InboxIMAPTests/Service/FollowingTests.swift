import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("A client that follows an IMAP account")
struct FollowingTests {
    static let servers: [ServerOptions] = [
        .full, .bare, .below, .below.without("NAMESPACE"), .courier, .unsafe, .objects,
        .full.without("CONDSTORE", "QRESYNC"), .full.without("MOVE"),
        .full.without("UIDPLUS"), .full.without("LIST-STATUS"), .full.without("SPECIAL-USE", "LIST-EXTENDED"),
        .full.hard(seed: 1), .bare.hard(seed: 2), .objects.hard(seed: 3),
    ]

    @Test("meets every message in its first walk, and those of one folder once", arguments: servers.indices)
    func firstWalk(place: Int) async throws {
        let options = Self.servers[place]
        let world = try ServiceWorld(options)
        for number in 0..<25 {
            let folder = ["INBOX", "Archive", "Sent"][number % 3]
            let text = NumberedMail.text(number, answering: number % 4 == 3 ? number - 2 : nil)
            world.server.deliver(
                text, to: folder, flags: number % 2 == 0 ? ["\\Seen"] : ["$Own"], date: .test(number % 7))
        }
        world.server.copy(1, from: "INBOX", to: "Trash")
        var follower = Follower()
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
        #expect(follower.walked.count == 25)
        // One is in two folders.
        #expect(follower.walked.values.count { $0 == 1 } >= 24, "\(follower.walked)")
    }

    @Test("hears of all that others do", arguments: servers.indices)
    func news(place: Int) async throws {
        let options = Self.servers[place]
        let world = try ServiceWorld(options)
        let (server, archive) = (world.server, "Archive")
        for number in 1...4 { server.deliver(NumberedMail.text(number), date: .test(number)) }
        var follower = Follower()
        try await world.catchUp(&follower)
        let ids = (1...4).map { follower.id($0) }

        server.deliver(NumberedMail.text(5), date: .test(5))
        server.deliver(NumberedMail.text(6), to: archive, date: .test(-99))
        server.setFlags(["\\Seen", "\\Flagged", "$Own"], 1, in: "INBOX")
        try await world.catchUp(&follower)
        #expect(follower.belief == server.truth())

        server.setFlags(["\\Flagged"], 1, in: "INBOX")
        server.move(2, from: "INBOX", to: archive)
        server.copy(3, from: "INBOX", to: archive)
        server.expunge(4, from: "INBOX")
        server.createFolder("New")
        server.deliver(NumberedMail.text(7), to: "New")
        try await world.catchUp(&follower)
        #expect(follower.belief == server.truth())
        #expect((1...3).map { follower.id($0) } == Array(ids.prefix(3)))
        #expect(follower.id(4) == nil)
        #expect(follower.readings == 0)
    }

    @Test("keeps the ids of mail whose folder is numbered anew, renamed or deleted", arguments: servers.indices)
    func folders(place: Int) async throws {
        let options = Self.servers[place]
        let world = try ServiceWorld(options)
        let server = world.server
        for folder in ["A", "A/B"] { server.createFolder(folder) }
        let (outer, inner) = ("A", "A/B")
        server.deliver(NumberedMail.text(1))
        server.deliver(NumberedMail.text(2), to: outer)
        server.deliver(NumberedMail.text(3), to: inner)
        server.deliver(NumberedMail.text(4))
        server.expunge(1, from: "INBOX")
        server.deliver(NumberedMail.text(1))
        var follower = Follower()
        try await world.catchUp(&follower)
        let ids = (1...4).map { follower.id($0) }

        server.changeUIDValidity("INBOX")
        try await world.catchUp(&follower)
        #expect(follower.belief == server.truth())
        server.renameFolder(outer, to: "C")
        try await world.catchUp(&follower)
        #expect(follower.belief == server.truth())
        #expect((1...4).map { follower.id($0) } == ids)

        server.deleteFolder("C/B")
        try await world.catchUp(&follower)
        #expect(follower.belief == server.truth())
        #expect(follower.id(3) == nil)
    }

    @Test("is told that a message is gone only when no folder has it")
    func gone() async throws {
        var world = try ServiceWorld(.bare)
        world.server.deliver(NumberedMail.text(1))
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        world.server.move(1, from: "INBOX", to: "Archive")
        world.server.move(1, from: "Archive", to: "Trash")
        _ = try await follower.readChanges(world.service)
        #expect(follower.id(1) == id)
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
        world.server.setFlags(["\\Deleted"], 1, in: "Trash")
        try await world.catchUp(&follower)
        #expect(follower.id(1) == nil)
        // A server without CONDSTORE is asked for all flags only now and then, and at the beginning.
        world.server.setFlags([], 1, in: "Trash")
        try world.restart()
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("does not miss what happens while it walks", arguments: [ServerOptions.full, .bare].indices)
    func walking(place: Int) async throws {
        let world = try ServiceWorld([.full, .bare][place])
        for number in 1...12 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        var follower = Follower()
        try await follower.begin(world.service)
        world.server.deliver(NumberedMail.text(13), date: .test(13))
        try await follower.walk(world.service, 3)
        // One that was passed, and one that is still to come.
        world.server.move(12, from: "INBOX", to: "Archive")
        world.server.move(2, from: "INBOX", to: "Archive")
        world.server.deliver(NumberedMail.text(14), date: .test(0))
        _ = try await follower.readChanges(world.service)
        try await follower.walk(world.service, 3)
        world.server.setFlags(["\\Seen"], 3, in: "INBOX")
        world.server.move(4, from: "INBOX", to: "Trash")
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("goes on after a restart, and reads everything again without its index")
    func restarts() async throws {
        var world = try ServiceWorld(.full)
        for number in 1...9 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        var follower = Follower()
        try await world.catchUp(&follower)
        let ids = (1...9).map { follower.id($0) }
        try world.restart()
        world.server.move(1, from: "INBOX", to: "Trash")
        world.server.deliver(NumberedMail.text(10))
        try await world.catchUp(&follower)
        #expect(follower.readings == 0)
        #expect(follower.belief == world.server.truth())
        try world.restart(losingIndex: true)
        world.server.expunge(2, from: "INBOX")
        world.server.move(3, from: "INBOX", to: "Archive")
        try await world.catchUp(&follower)
        #expect(follower.readings == 1)
        #expect(follower.belief == world.server.truth())
        #expect(follower.id(1) == ids[0] && follower.id(3) == ids[2])
    }

    @Test("waits until something happens", .timeLimit(.minutes(1)))
    func waiting() async throws {
        let world = try ServiceWorld(.full)
        var follower = Follower()
        try await world.catchUp(&follower)
        let state = try #require(follower.state)
        async let told = Self.news(world.service, since: state)
        while !world.server.look({ $0.sessions.values.contains { $0.idleTag != nil } }) { await Task.yield() }
        world.server.deliver(NumberedMail.text(1))
        #expect(try await told == NumberedMail.header(1))
    }

    /// The first message that is told. Waits may end without any news.
    private static func news(_ service: IMAPService, since state: String) async throws -> String? {
        var state = state
        while true {
            let changes = try await service.changes(since: state, wait: .seconds(50))
            for case .message(let message) in changes.changes { return message.messageIDHeader }
            state = changes.newState
        }
    }

    @Test("labels are mailboxes of one message")
    func labels() async throws {
        let world = try ServiceWorld(.gmail)
        for number in 1...5 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        world.server.createFolder("Work")
        world.server.copy(2, from: "INBOX", to: "Work")
        var follower = Follower()
        try await world.catchUp(&follower)
        #expect(follower.messages.count == 5)
        let work = try #require(follower.mailbox("Work"))
        let id = try #require(follower.id(2))
        #expect(follower.messages[id]?.mailboxes.contains(work) == true)
        world.server.expunge(1, from: "Work")
        world.server.move(3, from: "INBOX", to: "[Gmail]/Trash")
        try await world.catchUp(&follower)
        #expect(follower.messages[id]?.mailboxes.contains(work) == false)
        let trash = try #require(follower.mailboxes.values.first { $0.role == .trash }?.id)
        #expect(follower.id(3).flatMap { follower.messages[$0] }?.mailboxes == [trash])
    }
}
