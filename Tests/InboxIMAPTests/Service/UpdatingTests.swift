import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Changes to messages of an IMAP account")
struct UpdatingTests {
    static let servers: [ServerOptions] = [
        .full, .bare, .objects, .full.without("MOVE"), .full.without("UIDPLUS"), .full.without("MOVE", "UIDPLUS"),
        .full.without("CONDSTORE", "QRESYNC"), .full.hard(seed: 4), .bare.hard(seed: 5),
    ]

    @Test("keywords are set and removed", arguments: servers.indices)
    func keywords(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        world.server.deliver(NumberedMail.text(1), flags: ["\\Flagged"])
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        let update = RemoteUpdate(addKeywords: [.seen, .forwarded], removeKeywords: [.flagged])
        let message = try await world.service.update(id, update)
        #expect(message.keywords == [.seen, .forwarded])
        #expect(world.server.truth()[NumberedMail.header(1)]?.keywords == [.seen, .forwarded])
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("moves and copies keep the id", arguments: servers.indices)
    func moves(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        for number in 1...3 { world.server.deliver(NumberedMail.text(number)) }
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(2))
        let (inbox, archive) = (try await world.mailbox("INBOX"), try await world.mailbox("Archive"))
        let moved = try await world.service.update(
            id, RemoteUpdate(addMailboxes: [archive], removeMailboxes: [inbox], resultingMailboxes: [archive]))
        #expect(moved.id == id && moved.mailboxes == [archive])
        let copied = try await world.service.update(
            id, RemoteUpdate(addMailboxes: [inbox], resultingMailboxes: [inbox, archive]))
        #expect(copied.id == id && copied.mailboxes == [inbox, archive])
        let removed = try await world.service.update(
            id, RemoteUpdate(removeMailboxes: [archive], resultingMailboxes: [inbox]))
        #expect(removed.id == id && removed.mailboxes == [inbox])
        #expect(world.server.truth()[NumberedMail.header(2)]?.mailboxes == ["INBOX"])
        #expect(world.server.doubled().isEmpty)
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
        #expect(follower.id(2) == id)
    }

    /// What is done to a message in the inbox and the archive.
    enum Deed: CaseIterable, Sendable {
        case mark, move, copy, remove, moveAndMark, moveAll
    }

    private func update(_ deed: Deed, _ world: ServiceWorld) async throws -> RemoteUpdate {
        let (inbox, archive) = (try await world.mailbox("INBOX"), try await world.mailbox("Archive"))
        let trash = try await world.mailbox("Trash")
        switch deed {
        case .mark: return RemoteUpdate(addKeywords: [.seen, .answered], resultingMailboxes: [inbox, archive])
        case .move:
            return RemoteUpdate(addMailboxes: [trash], removeMailboxes: [inbox], resultingMailboxes: [archive, trash])
        case .copy: return RemoteUpdate(addMailboxes: [trash], resultingMailboxes: [inbox, archive, trash])
        case .remove: return RemoteUpdate(removeMailboxes: [inbox], resultingMailboxes: [archive])
        case .moveAndMark:
            return RemoteUpdate(
                addKeywords: [.seen], addMailboxes: [trash], removeMailboxes: [archive],
                resultingMailboxes: [inbox, trash])
        case .moveAll:
            return RemoteUpdate(
                addMailboxes: [trash], removeMailboxes: [inbox, archive], resultingMailboxes: [trash])
        }
    }

    /// Each command of the update fails once, in each way, with a restart in between or without.
    @Test("are done once, wherever the connection breaks", arguments: servers.indices, Deed.allCases)
    func lostAnswers(place: Int, deed: Deed) async throws {
        for fault in [ServerFault.hangUpBefore, .hangUpAfter, .hangUpAmid, .hangUpHalf] {
            for after in Breaks.of(place, 60) {
                var world = try ServiceWorld(Self.servers[place])
                for number in 1...3 { world.server.deliver(NumberedMail.text(number)) }
                world.server.copy(2, from: "INBOX", to: "Archive")
                var follower = Follower()
                try await world.catchUp(&follower)
                let id = try #require(follower.id(2))
                let update = try await update(deed, world)
                world.server.script(fault, after: after)
                if after % 2 == 0 {
                    _ = try? await world.service.update(id, update)
                    try world.restart()
                }
                let message = try await world.insist { service throws(RemoteError) in
                    try await service.update(id, update)
                }
                let isOver = world.server.faultsLeft > 0
                world.server.change { $0.faults = [] }
                let told = "\(fault) at command \(after): \(world.server.transcript)"
                #expect(message.id == id && message.mailboxes == update.resultingMailboxes, "\(told)")
                #expect(world.server.doubled().isEmpty, "\(told)")
                #expect(world.server.truth().count == 3, "\(told)")
                try await world.catchUp(&follower)
                #expect(follower.belief == world.server.truth(), "\(told)")
                #expect(follower.messages[id]?.mailboxes == update.resultingMailboxes, "\(told)")
                #expect(follower.messages[id]?.keywords.isSuperset(of: update.addKeywords) == true, "\(told)")
                if isOver { break }
                #expect(after < 60 - Breaks.step)
            }
        }
    }

    @Test(
        "are done once if the folder is numbered anew while an answer is lost",
        arguments: [ServerOptions.full, .full.without("UIDPLUS"), .full.without("MOVE"), .bare].indices)
    func numberedAnew(place: Int) async throws {
        let world = try ServiceWorld([.full, .full.without("UIDPLUS"), .full.without("MOVE"), .bare][place])
        world.server.deliver(NumberedMail.text(1))
        world.server.deliver(NumberedMail.text(2), to: "Archive")
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        let (inbox, archive) = (try await world.mailbox("INBOX"), try await world.mailbox("Archive"))
        for update in [
            RemoteUpdate(addMailboxes: [archive], resultingMailboxes: [inbox, archive]),
            RemoteUpdate(removeMailboxes: [inbox], resultingMailboxes: [archive]),
        ] {
            let command = update.addMailboxes.isEmpty ? "UID STORE" : "UID COPY"
            world.server.script(.hangUpAfter, at: command)
            _ = try? await world.service.update(id, update)
            #expect(world.server.faultsLeft == 0)
            for folder in ["Archive", "INBOX"] { world.server.changeUIDValidity(folder) }
            _ = try await world.insist { service throws(RemoteError) in try await service.update(id, update) }
            #expect(world.server.doubled().isEmpty, "\(world.server.transcript)")
        }
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
        #expect(follower.known(1)?.mailboxes == ["Archive"])
    }

    @Test("are done once where sizes are estimates", arguments: [true, false])
    func guessedSizes(isMove: Bool) async throws {
        var options = ServerOptions.bare
        options.guessesSizes = true
        let world = try ServiceWorld(options)
        world.server.deliver(NumberedMail.text(1))
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        let (inbox, archive) = (try await world.mailbox("INBOX"), try await world.mailbox("Archive"))
        var update = RemoteUpdate(addMailboxes: [archive], resultingMailboxes: [inbox, archive])
        if isMove { (update.removeMailboxes, update.resultingMailboxes) = ([inbox], [archive]) }
        let answers = await world.service.update([id: update])
        #expect(throws: Never.self) { try answers[id]?.get() }
        #expect(world.server.mail(in: "Archive").count == 1)
        try await world.catchUp(&follower)
        #expect(follower.messages.count == (isMove ? 1 : 2))
        #expect(
            world.server.truth()[NumberedMail.header(1)]?.mailboxes == (isMove ? ["Archive"] : ["INBOX", "Archive"]))
    }

    @Test("on many messages need few commands")
    func many() async throws {
        let world = try ServiceWorld(.full)
        for number in 1...40 { world.server.deliver(NumberedMail.text(number)) }
        var follower = Follower()
        try await world.catchUp(&follower, pages: 50)
        let (inbox, archive) = (try await world.mailbox("INBOX"), try await world.mailbox("Archive"))
        let before = world.server.commands.count
        let update = RemoteUpdate(
            addKeywords: [.seen], addMailboxes: [archive], removeMailboxes: [inbox], resultingMailboxes: [archive])
        let answers = await world.service.update(
            Dictionary(uniqueKeysWithValues: follower.messages.keys.map { ($0, update) }))
        #expect(answers.count == 40)
        #expect(answers.values.allSatisfy { if case .success = $0 { true } else { false } })
        #expect(world.server.commands.count - before < 20, "\(world.server.commands.dropFirst(before))")
        #expect(world.server.mail(in: "Archive").count == 40)
    }

    @Test("of a message that is gone are told so")
    func gone() async throws {
        let world = try ServiceWorld(.full)
        world.server.deliver(NumberedMail.text(1))
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        world.server.expunge(1, from: "INBOX")
        await #expect {
            _ = try await world.service.update(id, RemoteUpdate(addKeywords: [.seen]))
        } throws: { ($0 as? RemoteError)?.isNotFound == true }
    }

    @Test("follow a message that another client moved meanwhile")
    func moved() async throws {
        let world = try ServiceWorld(.full)
        world.server.deliver(NumberedMail.text(1))
        var follower = Follower()
        try await world.catchUp(&follower)
        let id = try #require(follower.id(1))
        world.server.move(1, from: "INBOX", to: "Archive")
        let message = try await world.insist { service throws(RemoteError) in
            try await service.update(id, RemoteUpdate(addKeywords: [.flagged]))
        }
        #expect(message.keywords == [.flagged])
        #expect(world.server.mail(in: "Archive").map(\.flags) == [["\\Flagged"]])
    }
}
