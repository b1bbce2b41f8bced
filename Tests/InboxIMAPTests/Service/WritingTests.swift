import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Drafts and sent mail of an IMAP account")
struct WritingTests {
    static let servers: [ServerOptions] = [
        .full, .bare, .objects, .gmail, .full.without("UIDPLUS"), .full.without("MOVE"), .full.hard(seed: 6),
    ]

    private func drafts(_ world: ServiceWorld) -> [SeenMail] {
        world.server.look { state in
            state.folders.filter { $0.use == "\\Drafts" }.flatMap { folder in
                folder.copies.filter { !$0.flags.contains("\\Deleted") }.map {
                    SeenMail(uid: $0.uid, flags: $0.flags, bytes: state.mails[$0.mail]?.bytes ?? [])
                }
            }
        }
    }

    private func sent(_ world: ServiceWorld) -> [SeenMail] {
        world.server.look { state in
            state.folders.filter { $0.use == "\\Sent" }.flatMap { folder in
                folder.copies.filter { !$0.flags.contains("\\Deleted") }.map {
                    SeenMail(uid: $0.uid, flags: $0.flags, bytes: state.mails[$0.mail]?.bytes ?? [])
                }
            }
        }
    }

    @Test("a draft is saved, saved over and deleted", arguments: servers.indices)
    func saving(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        var follower = Follower()
        try await world.catchUp(&follower)
        var writer = TestWriter(1)
        let first = try #require(try await writer.save(world))
        #expect(drafts(world).count == 1)
        #expect(drafts(world).first?.flags.contains("\\Draft") == true)
        #expect(first.keywords.contains(.draft))
        #expect(first.messageIDHeader == NumberedMail.header(1))
        writer.write("Second.")
        let second = try #require(try await writer.save(world))
        #expect(drafts(world).count == 1)
        #expect(drafts(world).first?.text.contains("Second.") == true)
        #expect(try await world.service.drafts().map(\.id) == [second.id])
        try await world.catchUp(&follower)
        #expect(follower.messages.keys.sorted() == [second.id])
        try await writer.delete(world)
        #expect(drafts(world).isEmpty)
        try await world.catchUp(&follower)
        #expect(follower.messages.isEmpty)
    }

    @Test("a draft is saved once in a folder that was numbered anew", arguments: servers.indices)
    func numberedAnew(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        var follower = Follower()
        try await world.catchUp(&follower)
        let folder = Self.servers[place].isGmail ? "[Gmail]/Drafts" : "Drafts"
        var writer = TestWriter(1)
        for text in ["One.", "Second.", "Third."] {
            world.server.changeUIDValidity(folder)
            writer.write(text)
            try await writer.save(world)
            #expect(drafts(world).count == 1, "\(world.server.transcript)")
            #expect(drafts(world).first?.text.contains(text) == true)
        }
        world.server.changeUIDValidity(folder)
        try await writer.delete(world)
        #expect(drafts(world).isEmpty)
    }

    @Test("a draft is saved once, wherever the connection breaks", arguments: servers.indices)
    func savingOnce(place: Int) async throws {
        for fault in [ServerFault.hangUpBefore, .hangUpAfter, .hangUpAmid] {
            for after in Breaks.of(place, 80) {
                let world = try ServiceWorld(Self.servers[place])
                var writer = TestWriter(1)
                world.server.script(fault, after: after)
                try await writer.save(world)
                writer.write("Second, and longer.")
                try await writer.save(world)
                let isOver = world.server.faultsLeft > 0
                let told = "\(fault) at command \(after): \(world.server.transcript)"
                #expect(drafts(world).count == 1, "\(told)")
                #expect(drafts(world).first?.text.contains("Second, and longer.") == true, "\(told)")
                if isOver { break }
                #expect(after < 80 - Breaks.step)
            }
        }
    }

    @Test("a draft is sent once, wherever the connection breaks", arguments: servers.indices)
    func sendingOnce(place: Int) async throws {
        for fault in [ServerFault.hangUpBefore, .hangUpAfter, .hangUpAmid, .hangUpHalf] {
            for after in Breaks.of(place, 80) {
                var world = try ServiceWorld(Self.servers[place])
                var follower = Follower()
                try await world.catchUp(&follower)
                var writer = TestWriter(1)
                try await writer.save(world)
                world.server.script(fault, after: after)
                if after % 2 == 0 {
                    // The process dies in the middle of the first attempt.
                    let state = try await world.service.stateBeforeSending()
                    let order = RemoteSubmission(
                        draft: writer.draft.id ?? RemoteID(""), version: writer.draft.version,
                        messageIDHeader: writer.draft.messageIDHeader, recipients: writer.draft.to, state: state)
                    let broken = try? await world.service.send(order)
                    if broken == nil {
                        try world.restart()
                        try await check(await finish(order, world), world, "\(fault) at \(after), restarted")
                    }
                } else {
                    let (outcome, _) = try await writer.send(world)
                    try await check(outcome, world, "\(fault) at \(after)")
                }
                let isOver = world.server.faultsLeft > 0
                world.server.change { $0.faults = [] }
                try await world.catchUp(&follower)
                let believed = follower.messages.values.filter { $0.keywords.contains(.draft) }
                #expect(believed.isEmpty, "\(fault) at \(after)")
                if isOver { break }
                #expect(after < 80 - Breaks.step)
            }
        }
    }

    private func finish(_ order: RemoteSubmission, _ world: ServiceWorld) async throws -> TestWriter.Outcome {
        let place = try await world.insist { service throws(RemoteError) in
            try await service.whereabouts(of: order.draft, messageIDHeader: order.messageIDHeader, sending: order)
        }
        switch place {
        case .sent, .leftover: return .sent
        case .draft:
            _ = try await world.insist { service throws(RemoteError) in try await service.send(order) }
            return .sent
        default: return .open
        }
    }

    private func check(_ outcome: TestWriter.Outcome, _ world: ServiceWorld, _ told: String) async throws {
        let told = "\(told): \(world.server.transcript)"
        #expect(outcome == .sent, "\(told)")
        #expect(world.server.submissions.count == 1, "\(told)")
        #expect(world.server.submissions.first?.recipients == ["anna@example.test"], "\(told)")
        #expect(sent(world).count == 1, "\(told)")
        #expect(sent(world).first?.flags.contains("\\Draft") == false, "\(told)")
        #expect(drafts(world).isEmpty, "\(told)")
    }

    @Test(
        "an answer that the submission server did not give is never a reason to send again", arguments: [true, false])
    func uncertain(isTaken: Bool) async throws {
        let world = try ServiceWorld(.full)
        var writer = TestWriter(1)
        try await writer.save(world)
        world.server.script(submit: isTaken ? .lose : .vanish)
        let (outcome, _) = try await writer.send(world)
        #expect(world.server.submissions.count == (isTaken ? 1 : 0))
        #expect(outcome != .refused)
        // Whatever is believed, the text is not lost.
        #expect(drafts(world).count + sent(world).count >= 1)
    }

    @Test("a refused message stays a draft, and can be sent later")
    func refused() async throws {
        let world = try ServiceWorld(.full)
        var writer = TestWriter(1)
        try await writer.save(world)
        world.server.script(submit: .refuse(.refused(message: "550 no")))
        let (outcome, _) = try await writer.send(world)
        #expect(outcome == .refused)
        #expect(drafts(world).count == 1 && sent(world).isEmpty && world.server.submissions.isEmpty)
        let (second, _) = try await writer.send(world)
        #expect(second == .sent)
        #expect(drafts(world).isEmpty && sent(world).count == 1 && world.server.submissions.count == 1)
    }

    @Test("a copy that the server has put into the sent mail is the only one", arguments: servers.indices)
    func keptByServer(place: Int) async throws {
        var options = Self.servers[place]
        options.keepsSent = true
        let world = try ServiceWorld(options)
        var writer = TestWriter(1)
        try await writer.save(world)
        let (outcome, _) = try await writer.send(world)
        #expect(outcome == .sent && sent(world).count == 1 && drafts(world).isEmpty)
    }

    @Test("refused recipients are told, and blind ones are hidden")
    func recipients() async throws {
        let world = try ServiceWorld(.full)
        world.server.refuse(recipient: "nobody@example.test", "550 unknown")
        var draft = TestWriter(1).draft
        let (anna, nobody) = (
            MailAddress(name: "", email: "anna@example.test"), MailAddress(name: "", email: "nobody@example.test")
        )
        let secret = MailAddress(name: "", email: "secret@example.test")
        (draft.to, draft.bcc) = ([anna, nobody], [secret])
        let saved = try await world.service.save(draft)
        let sent = try await world.service.send(
            RemoteSubmission(
                draft: saved.id, version: saved.version, messageIDHeader: draft.messageIDHeader,
                recipients: [anna, nobody, secret]))
        #expect(sent.refusals.keys.sorted() == ["nobody@example.test"])
        let submission = try #require(world.server.submissions.first)
        #expect(Set(submission.recipients) == ["anna@example.test", "nobody@example.test", "secret@example.test"])
        #expect(submission.sender == "me@example.test")
        #expect(!String(decoding: submission.bytes, as: UTF8.self).contains("secret@"))
    }

    @Test("a mailbox is created, renamed with its children, and deleted")
    func mailboxes() async throws {
        let world = try ServiceWorld(.full)
        var follower = Follower()
        try await world.catchUp(&follower)
        let made = try await world.service.createMailbox(named: "Arbeit/Über & Co")
        _ = try await world.service.createMailbox(named: "Arbeit/Über & Co/2026")
        #expect(world.server.folderNames.contains("Arbeit/Über & Co"))
        world.server.deliver(NumberedMail.text(1), to: "Arbeit/Über & Co/2026")
        try await world.catchUp(&follower)
        let id = follower.id(1)
        let renamed = try await world.service.renameMailbox(made.id, to: "Spiel")
        #expect(renamed.id == made.id)
        #expect(world.server.folderNames.contains("Spiel/2026"))
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
        #expect(follower.id(1) == id)
        let inner = try #require(follower.mailbox("Spiel/2026"))
        // Its mail is nowhere else, and IMAP would delete it.
        await #expect(throws: RemoteError.self) { try await world.service.deleteMailbox(inner) }
        #expect(world.server.folderNames.contains("Spiel/2026"))
        let inbox = try await world.mailbox("INBOX")
        _ = try await world.service.update(
            #require(id), RemoteUpdate(addMailboxes: [inbox], removeMailboxes: [inner], resultingMailboxes: [inbox]))
        try await world.service.deleteMailbox(inner)
        #expect(!world.server.folderNames.contains("Spiel/2026"))
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test(
        "what is in the trash is deleted for good",
        arguments: [ServerOptions.full, .full.without("UIDPLUS"), .bare].indices)
    func destroying(place: Int) async throws {
        let world = try ServiceWorld([.full, .full.without("UIDPLUS"), .bare][place])
        for number in 1...3 { world.server.deliver(NumberedMail.text(number), to: "Trash") }
        world.server.copy(2, from: "Trash", to: "Archive")
        var follower = Follower()
        try await world.catchUp(&follower)
        let trash = try await world.mailbox("Trash")
        let ids = try (1...3).map { try #require(follower.id($0)) }
        let destroyed = try await world.service.destroy(ids, trash: trash)
        #expect(destroyed.gone == [ids[0], ids[2]])
        #expect(world.server.truth().keys.sorted() == [NumberedMail.header(2)])
        #expect(world.server.truth()[NumberedMail.header(2)]?.mailboxes.contains("Archive") == true)
    }
}
