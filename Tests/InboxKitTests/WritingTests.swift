import Foundation
import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Writing and sending")
struct WritingTests {
    private func session(_ client: Client) -> MailSession {
        let server = client.server
        return MailSession(store: client.store) { _, _ in ScriptedService(server) }
    }

    private func content(_ subject: String, files: [MessageFile] = []) -> DraftContent {
        DraftContent(
            to: [.person("bo")], subject: subject, body: MessageBody(plain: "Text of \(subject)"), files: files)
    }

    private func drafts(_ client: Client) -> [RemoteMessage] {
        client.server.messages.values.filter { $0.keywords.contains(.draft) }
    }

    private func settle(_ client: Client) async throws {
        for _ in 0..<6 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
    }

    @Test("what leaves much later can be written on until then; what is written does not leave by itself")
    func later() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let soon = try await session.send(content("Soon"), account: client.account.id, at: Date() + 600)
        let late = try await session.send(content("Late"), account: client.account.id, at: Date() + 7_200)
        #expect(try session.draft(soon)?.state == .sending)
        #expect(try session.draft(late)?.state != .sending)
        try await session.save(content("Later still"), as: late, account: client.account.id)
        #expect(try client.actions().filter { $0.command == .sendDraft }.map(\.object) == [.draft(soon)])
    }

    @Test(
        "a Message-ID is given to one only, drafts too, of which sending one costs no other: who asks for it next gets its own",
        arguments: [false, true])
    func takenHeader(isSent: Bool) async throws {
        let client = try await Client.synced()
        let session = session(client)
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
        // Saved again, each keeps its own.
        try await session.save(fixed, as: first, account: client.account.id)
        #expect(try client.store.read { try $0.message(first) }?.messageIDHeader == headers[0])
    }

    @Test(
        "while one types the server gets a draft at once and then every 30 s at most; at once when one leaves, keeps or sends it"
    )
    func typing() async throws {
        let client = try await Client.synced()
        let session = session(client)
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
        #expect(drafts(client).map(\.subject) == ["Three"])

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

    @Test("a draft made offline has its id at once, and keeps it when the server gives it one")
    func localID() async throws {
        let client = try await Client.synced()
        let id = try await session(client).save(content("One"), account: client.account.id)
        let thread = try #require(try client.store.read { try $0.message(id) }).thread
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        let saved = try #require(try client.store.read { try $0.message(id) })
        #expect(saved.remoteID != nil && saved.thread == thread && saved.version == 0)
        #expect(drafts(client).count == 1)
        #expect(try client.differences() == [])
    }

    @Test("a large file is taken in pieces, whole, and one that ends early leaves nothing behind")
    func pieces() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let bytes = (0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 997) }
        let largest = Mutex(0)
        let file = try await session.attach(
            named: "a.bin", type: "a/b", size: bytes.count, account: client.account.id
        ) { range in
            largest.withLock { $0 = max($0, range.count) }
            return Array(bytes[range].prefix(3_000_000))
        }
        #expect(file.size == bytes.count && file.fileName == "a.bin" && largest.withLock(\.self) <= 4 << 20)
        let id = try #require(file.localID)
        #expect(try client.store.read { try $0.upload(id)?.bytes } == bytes)
        #expect(try client.actions().map(\.command) == [.uploadFile])
        await #expect(throws: SessionError.notFound) {
            try await session.attach(named: "b", type: "a/b", size: 10, account: client.account.id) { range in
                range.lowerBound == 0 ? [1, 2, 3] : nil
            }
        }
        #expect(try client.actions().count == 1)
        #expect(try client.store.read { try $0.upload(FileID(id.rawValue + 1)) } == nil)
    }

    @Test(
        "the text of a draft stays as it was written when its server tells of the save in HTML; another's save is taken"
    )
    func ownText() async throws {
        let client = try await Client.synced()
        var content = content("Markdown")
        content.body = MessageBody(html: "<h1>Head</h1>", plain: "# Head")
        let id = try await session(client).save(content, account: client.account.id)
        _ = try await client.sender.sendAll()
        var told = try #require(drafts(client).first)
        told.body = MessageBody(html: "<h1>Head</h1>")
        for isOurs in [true, false] {
            if !isOurs { told.version = told.version.map { $0 + 1 } }
            let (word, account) = (told, client.account.id)
            try client.store.writeNow { try $0.receive(word, account: account, bodyText: "Head") }
            #expect(try session(client).draft(id)?.content.body.plain == (isOurs ? "# Head" : nil))
        }
    }

    @Test("newer saves replace one that waits, and the newest text arrives")
    func newest() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let id = try await session.save(content("One"), account: client.account.id)
        try await session.save(content("Two"), as: id, account: client.account.id)
        #expect(try client.actions().count == 1)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("save").count == 1)
        #expect(drafts(client).map(\.subject) == ["Two"])
    }

    @Test(
        "Blobs: files that the server lost before their draft named them go up again, twice; then its words are told",
        arguments: [1, 2, 9])
    func blobsExpire(times: Int) async throws {
        let client = try await Client.synced()
        let file = try await session(client).attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        _ = try await session(client).send(content("One", files: [file]), account: client.account.id)
        let lost = RemoteError(.refused(status: 0, message: "no blob"), call: "Email/set", type: "blobNotFound")
        let server = client.server
        server.setFault { [weak server] call in
            call.name == "save" && (server?.calls("save").count ?? 0) <= times ? .before(lost) : nil
        }
        _ = try await client.sender.sendAll()
        let isSent = times <= 2
        #expect(server.calls("upload").count == min(times, 2) + 1 && server.calls("send").count == (isSent ? 1 : 0))
        #expect(try client.actions().contains { $0.command == .saveDraft && $0.state == .stopped } == !isSent)
        #expect(isSent || drafts(client).isEmpty)
    }

    @Test(
        "a message never goes without a file of its own: an upload that is discarded stops it, and goes with it again")
    func discardedUpload() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        let id = try await session.send(content("One", files: [file]), account: client.account.id)
        try await session.discard(try #require(try client.actions().first { $0.command == .uploadFile }).id)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls.filter { ["upload", "save", "send"].contains($0.name) }.isEmpty)
        #expect(try session.draft(id)?.content.files.map(\.fileName) == ["a.txt"])
        let save = try #require(try client.actions().first { $0.command == .saveDraft })
        #expect(save.state == .stopped && save.lastError?.contains("a.txt") == true)
        try await session.retry(save.id)
        _ = try await client.sender.sendAll()
        #expect(client.server.messages.values.map { $0.files.map(\.fileName) } == [["a.txt"]])
    }

    @Test("a message whose file is lost here is not sent without it, which is said")
    func lostFile() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        let id = try await session.send(content("One", files: [file]), account: client.account.id)
        let lost = try #require(file.localID)
        try await client.store.write { try DraftTable.delete($0.database, lost) }
        var notices = client.board.notices().makeAsyncIterator()
        _ = try await client.sender.sendAll()
        #expect(client.server.messages.isEmpty)
        guard case .stopped(let action, let message) = await notices.next() else {
            Issue.record("nothing is said")
            return
        }
        #expect(action.command == .saveDraft && message.contains("a.txt"))
        // Without the file it is the user's own wish.
        try await session.save(content("One"), as: id, account: client.account.id)
        try await session.send(id)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
    }

    @Test("a file that is taken off a draft is uploaded no more and leaves no byte, unless another draft has it")
    func takenOff() async throws {
        let client = try await Client.synced()
        let session = session(client)
        func attach() async throws -> MessageFile {
            try await session.attach(
                RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        }
        func isKept(_ file: MessageFile) throws -> Bool {
            let id = try #require(file.localID)
            return try client.store.read { try $0.upload(id) } != nil
        }
        let (file, shared, last) = (try await attach(), try await attach(), try await attach())
        let id = try await session.save(content("One", files: [file, shared]), account: client.account.id)
        try await session.save(content("Two", files: [shared]), account: client.account.id)
        try await session.save(content("One", files: [last]), as: id, account: client.account.id)
        #expect(try isKept(file) && isKept(shared) && isKept(last), "an earlier version has the first")
        #expect(try client.actions().count { $0.command == .uploadFile } == 2)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.calls("upload").count == 2)

        let late = try await attach()
        try await session.save(content("One", files: [last, late]), as: id, account: client.account.id)
        try await session.discardDraft(id)
        try await settle(client)
        #expect(client.server.calls("upload").count == 2, "of a draft that is discarded nothing goes up any more")
        #expect(try isKept(last) && isKept(late) && isKept(shared), "it may come back")
        #expect(try client.differences() == [])

        let (first, second) = (try await attach(), try await attach())
        let other = try await session.save(content("Three", files: [first]), account: client.account.id)
        try await session.save(content("Three", files: [second]), as: other, account: client.account.id)
        try await session.send(other)
        try await settle(client)
        #expect(try !isKept(first) && !isKept(second) && isKept(shared), "what is sent needs no versions")
    }

    @Test("a save that is discarded takes back the order to send that waits for it: an older text never goes out")
    func discardedSave() async throws {
        let client = try await Client.synced()
        let session = session(client)
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

    @Test("sending waits for the files and the save, and takes the draft away")
    func order() async throws {
        let client = try await Client.synced()
        let session = session(client)
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
        "whatever is lost on the way, a message is sent once and no draft is doubled",
        arguments: ["save", "send", "upload"], ["before", "after", "killed"])
    func once(call: String, how: String) async throws {
        let client = try await Client.synced()
        let session = session(client)
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        try #require(try await session.send(content("One", files: [file]), account: client.account.id).rawValue > 0)
        client.server.setFault {
            $0.name == call ? (how == "before" ? .before(.unreachable) : .after(.unreachable)) : nil
        }
        _ = try await client.sender.sendAll()
        if how == "killed" { try await client.store.write { try $0.recoverInterrupted(account: client.account.id) } }
        client.server.setFault { _ in nil }
        try await settle(client)
        #expect(client.server.messages.values.map(\.mailboxes) == [[RemoteID("sent")]])
        #expect(try client.differences() == [])
    }

    @Test("what may have been sent and cannot be found is not sent again until the user says so")
    func uncertain() async throws {
        let client = try await Client.synced()
        _ = try await session(client).send(content("One"), account: client.account.id)
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
        let id = try await session(client).save(content("One"), account: client.account.id)
        client.server.setFault { $0.name == "save" ? .before(.refused) : nil }
        _ = try await client.sender.sendAll()
        #expect(try client.actions().map(\.state) == [.stopped])
        #expect(try client.store.read { try $0.draft(id) }?.content.subject == "One")
    }

    @Test("when someone else saved over a draft both texts are kept")
    func conflict() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let id = try await session.save(content("One"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        let remoteID = try #require(drafts(client).first?.id)
        client.server.edit(remoteID.rawValue) { draft in
            draft.subject = "Theirs"
            draft.version = 1
        }
        try await session.save(content("Ours"), as: id, account: client.account.id)
        try await settle(client)
        #expect(Set(drafts(client).map(\.subject)) == ["Ours", "Theirs"])
        #expect(try client.store.read { try $0.message(id) }?.subject == "Ours")
        #expect(try client.differences() == [])
    }

    @Test("a draft that the server never heard of is deleted without a request, one on its way not at all")
    func delete() async throws {
        let client = try await Client.synced()
        let session = session(client)
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

    @Test(
        "a deleted draft comes back when the server says no, and stays away when it says yes", arguments: [true, false])
    func deleted(isRefused: Bool) async throws {
        let client = try await Client.synced()
        let session = session(client)
        let id = try await session.save(content("One"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try await session.discardDraft(id)
        #expect(try client.store.read { try $0.message(id) } == nil)
        if isRefused { client.server.setFault { $0.name == "deleteDraft" ? .before(.refused) : nil } }
        try await settle(client)
        #expect(try client.store.read { try $0.message(id) != nil } == isRefused)
        #expect(drafts(client).count == (isRefused ? 1 : 0))
        #expect(try client.differences() == [])
    }
}
