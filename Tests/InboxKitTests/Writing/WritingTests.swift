import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Writing and sending")
struct WritingTests {
    func content(_ subject: String, files: [MessageFile] = []) -> DraftContent {
        DraftContent(
            to: [.person("bo")], subject: subject, body: MessageBody(plain: "Text of \(subject)"), files: files)
    }

    @Test("a message scheduled far ahead can be edited until then; editing it cancels the sending")
    func later() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let soon = try await session.send(content("Soon"), account: client.account.id, at: Date() + 600)
        let late = try await session.send(content("Late"), account: client.account.id, at: Date() + 7_200)
        #expect(try session.draft(soon)?.state == .sending)
        #expect(try session.draft(late)?.state != .sending)
        try await session.save(content("Later still"), as: late, account: client.account.id)
        #expect(try client.actions().filter { $0.command == .sendDraft }.map(\.object) == [.draft(soon)])
    }

    @Test(
        "a Message-ID belongs to one message or draft; the next that requests it gets its own",
        arguments: [false, true])
    func takenHeader(isSent: Bool) async throws {
        let client = try await Client.synced()
        let session = client.session()
        var fixed = content("First")
        fixed.messageIDHeader = "<fixed@example.test>"
        func write(_ content: DraftContent) async throws -> MessageID {
            isSent
                ? try await session.send(content, account: client.account.id)
                : try await session.save(content, account: client.account.id)
        }
        let first = try await write(fixed)
        fixed.subject = "Second"
        let second = try await write(fixed)
        let headers = try [first, second].map { id in try client.store.read { try $0.message(id) }?.messageIDHeader }
        #expect(headers[0] == "<fixed@example.test>" && headers[1] != nil && headers[1] != headers[0])
        guard !isSent else { return }
        // Saved again, each keeps its own Message-ID.
        try await session.save(fixed, as: first, account: client.account.id)
        #expect(try client.store.read { try $0.message(first) }?.messageIDHeader == headers[0])
    }

    @Test("typing saves a draft at once and then at most every 30 s; leaving, keeping or sending it saves at once")
    func typing() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let account = client.account.id
        func rests() throws -> [Bool] {
            try client.actions().filter { $0.command == .saveDraft && $0.state == .waiting }.map { $0.notBefore != nil }
        }
        let id = try await session.save(content("One"), account: account, isTyping: true)
        #expect(try rests() == [false])
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()

        let begun = Date()
        try await session.save(content("Two"), as: id, account: account, isTyping: true)
        try await session.save(content("Three"), as: id, account: account, isTyping: true)
        let due = try #require(try client.actions().last { $0.command == .saveDraft }?.notBefore)
        #expect(try rests() == [true])
        #expect(due.timeIntervalSince(begun) > 25 && due.timeIntervalSince(begun) < 40)
        try await session.hurry(id)
        #expect(try rests() == [false])
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.drafts.map(\.subject) == ["Three"])

        try await session.save(content("Four"), as: id, account: account, isTyping: true)
        try await session.save(content("Five"), as: id, account: account)
        #expect(try rests() == [false])
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try await session.save(content("Six"), as: id, account: account, isTyping: true)
        #expect(try rests() == [true])
        _ = try await session.send(id)
        #expect(try rests() == [false], "it is sent as it was kept last")
    }

    @Test("a draft written offline has its id at once and keeps it after the save")
    func localID() async throws {
        let client = try await Client.synced()
        let id = try await client.session().save(content("One"), account: client.account.id)
        let thread = try #require(try client.store.read { try $0.message(id) }).thread
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        let saved = try #require(try client.store.read { try $0.message(id) })
        #expect(saved.remoteID != nil && saved.thread == thread && saved.version == 0)
        #expect(client.server.drafts.count == 1)
        #expect(try client.differences() == [])
    }

    @Test("a draft keeps its text when the server reports its save as HTML; another program's save replaces it")
    func ownText() async throws {
        let client = try await Client.synced()
        var content = content("Markdown")
        content.body = MessageBody(html: "<h1>Head</h1>", plain: "# Head")
        let id = try await client.session().save(content, account: client.account.id)
        _ = try await client.sender.sendAll()
        var told = try #require(client.server.drafts.first)
        told.body = MessageBody(html: "<h1>Head</h1>")
        for isOurs in [true, false] {
            if !isOurs { told.version = told.version.map { $0 + 1 } }
            let (word, account) = (told, client.account.id)
            try client.store.writeNow { try $0.receive(word, account: account, bodyText: "Head") }
            #expect(try client.session().draft(id)?.content.body.plain == (isOurs ? "# Head" : nil))
        }
    }

    @Test("newer saves replace a waiting one, and the newest text arrives")
    func newest() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("One"), account: client.account.id)
        try await session.save(content("Two"), as: id, account: client.account.id)
        #expect(try client.actions().count == 1)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("save").count == 1)
        #expect(client.server.drafts.map(\.subject) == ["Two"])
    }

    @Test("discarding a save cancels the sending that waits for it, so an older text is never sent")
    func discardedSave() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("Old"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try await session.save(content("New"), as: id, account: client.account.id)
        try await session.send(id)
        try await session.discard(try #require(try client.actions().first { $0.command == .saveDraft }).id)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").isEmpty)
        #expect(try client.actions().isEmpty && session.draft(id)?.content.subject == "New")
    }

    @Test("a draft whose save was discarded counts as one that only this machine has", arguments: [true, false])
    func onlyHere(wasSaved: Bool) async throws {
        let client = try await Client.synced()
        let session = client.session()
        let account = client.account.id
        var id = try await session.save(content("Old"), account: account)
        if wasSaved {
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
            #expect(session.draftsOnlyHere(of: account) == 0)
            id = try await session.save(content("New"), as: id, account: account)
        }
        #expect(session.draftsOnlyHere(of: account) == 0, "the queue has it")
        try await session.discard(try #require(try client.actions().first { $0.command == .saveDraft }).id)
        #expect(session.draftsOnlyHere(of: account) == 1)
        try await session.save(content("Newer"), as: id, account: account)
        #expect(session.draftsOnlyHere(of: account) == 0)
    }

    @Test("S-2: a draft whose save was discarded is sent as it is here, not as the server has it")
    func sentAfterDiscardedSave() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("Old"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try await session.save(content("New"), as: id, account: client.account.id)
        try await session.discard(try #require(try client.actions().first { $0.command == .saveDraft }).id)
        try await session.send(id)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
        #expect(client.server.messages.values.map(\.subject) == ["New"])
    }

    @Test("sending waits for the uploads and the save and removes the draft")
    func order() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        let id = try await session.send(content("One", files: [file]), account: client.account.id)
        _ = try await client.sender.sendAll()
        #expect(
            client.server.calls.map(\.name).filter { ["upload", "save", "send"].contains($0) } == [
                "upload", "save", "send",
            ])
        try await client.sync.catchUp()
        let sent = try #require(try client.store.read { try $0.message(id) })
        #expect(!sent.isDraft && sent.files.map(\.remoteID) == [RemoteID("f-a.txt")])
        #expect(client.server.messages.values.map(\.mailboxes) == [[RemoteID("sent")]])
        #expect(try client.differences() == [])
    }

    @Test(
        "whatever is lost, a message is sent once and its draft is not duplicated",
        arguments: ["save", "send", "upload"], ["before", "after", "killed"])
    func once(call: String, how: String) async throws {
        let client = try await Client.synced()
        let session = client.session()
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        try #require(try await session.send(content("One", files: [file]), account: client.account.id).rawValue > 0)
        client.server.setFault {
            $0.name == call ? (how == "before" ? .before(.unreachable) : .after(.unreachable)) : nil
        }
        _ = try await client.sender.sendAll()
        if how == "killed" { try await client.store.write { try $0.recoverInterrupted(account: client.account.id) } }
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(client.server.messages.values.map(\.mailboxes) == [[RemoteID("sent")]])
        #expect(try client.differences() == [])
    }

    @Test("a possibly sent message that can't be found is sent again only if the user says so")
    func uncertain() async throws {
        let client = try await Client.synced()
        _ = try await client.session().send(content("One"), account: client.account.id)
        client.server.setFault { $0.name == "send" ? .after(.unreachable) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        for id in client.server.messages.keys { client.server.remove(id.rawValue) }
        client.wait(4_000)
        _ = try await client.sender.sendAll()
        #expect(try client.actions().filter { $0.command == .sendDraft }.map(\.state) == [.stopped])
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
    }

    @Test("a refused save keeps the text and waits for the user")
    func refused() async throws {
        let client = try await Client.synced()
        let id = try await client.session().save(content("One"), account: client.account.id)
        client.server.setFault { $0.name == "save" ? .before(.refused) : nil }
        _ = try await client.sender.sendAll()
        #expect(try client.actions().map(\.state) == [.stopped])
        #expect(try client.store.read { try $0.draft(id) }?.content.subject == "One")
    }

    @Test("a draft also saved by another program becomes two drafts")
    func conflict() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("One"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        let remoteID = try #require(client.server.drafts.first?.id)
        client.server.edit(remoteID.rawValue) { draft in
            draft.subject = "Theirs"
            draft.version = 1
        }
        try await session.save(content("Ours"), as: id, account: client.account.id)
        try await client.settle()
        #expect(Set(client.server.drafts.map(\.subject)) == ["Ours", "Theirs"])
        #expect(try client.store.read { try $0.message(id) }?.subject == "Ours")
        #expect(try client.differences() == [])
    }

    @Test("an unsaved draft is deleted without a request; one being sent can't be deleted")
    func delete() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("One"), account: client.account.id)
        try await session.discardDraft(id)
        #expect(try client.actions().isEmpty)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("save").isEmpty)

        let other = try await session.send(content("Two"), account: client.account.id)
        let send = try #require(try client.actions().last).id
        try await client.store.write { try $0.setState(.sending, of: send) }
        await #expect(throws: SessionError.action(.beingSent)) { try await session.discardDraft(other) }
    }

    @Test("a deleted draft comes back if the server refuses, and stays away if it agrees", arguments: [true, false])
    func deleted(isRefused: Bool) async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content("One"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try await session.discardDraft(id)
        #expect(try client.store.read { try $0.message(id) } == nil)
        if isRefused { client.server.setFault { $0.name == "deleteDraft" ? .before(.refused) : nil } }
        try await client.settle()
        #expect(try client.store.read { try $0.message(id) != nil } == isRefused)
        #expect(client.server.drafts.count == (isRefused ? 1 : 0))
        #expect(try client.differences() == [])
    }
}
