import Foundation
import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// The files of a draft.
extension WritingTests {
    @Test("a large file is read in parts, and one that ends early leaves nothing behind")
    func pieces() async throws {
        let client = try await Client.synced()
        let session = client.session()
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

    @Test("a JMAP server is told that an attached text is UTF-8; a server of the Inbox API finds out by itself")
    func charset() async throws {
        for (dialect, type) in [(Account.Dialect.jmap, "text/plain;charset=utf-8"), (.inbox, "text/plain")] {
            let client = try Client(ModelServer(), dialect: dialect)
            let text = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: Array("Grüße".utf8))
            let file = try await client.session().attach(text, account: client.account.id)
            #expect(file.contentType == type)
        }
    }

    @Test(
        "Blobs: files that the server lost before the save are uploaded again twice; then its error is shown",
        arguments: [1, 2, 9])
    func blobsExpire(times: Int) async throws {
        let client = try await Client.synced()
        let file = try await client.session().attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        _ = try await client.session().send(content("One", files: [file]), account: client.account.id)
        let lost = RemoteError(.refused(status: 0, message: "no blob"), call: "Email/set", type: "blobNotFound")
        let server = client.server
        server.setFault { [weak server] call in
            call.name == "save" && (server?.calls("save").count ?? 0) <= times ? .before(lost) : nil
        }
        _ = try await client.sender.sendAll()
        let isSent = times <= 2
        #expect(server.calls("upload").count == min(times, 2) + 1 && server.calls("send").count == (isSent ? 1 : 0))
        #expect(try client.actions().contains { $0.command == .saveDraft && $0.state == .stopped } == !isSent)
        #expect(isSent || client.server.drafts.isEmpty)
    }

    @Test("Blobs: they are also uploaded again after other failures of the save and when the user retries")
    func blobsExpireMeanwhile() async throws {
        let client = try await Client.synced()
        let file = try await client.session().attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        _ = try await client.session().send(content("One", files: [file]), account: client.account.id)
        let (server, busy) = (client.server, RemoteError.busy)
        server.setFault { $0.name == "save" ? .before(busy) : nil }
        for _ in 0..<4 {
            _ = try await client.sender.sendAll()
            client.wait(1_000)
        }
        let lost = RemoteError(.refused(status: 0, message: "no blob"), call: "Email/set", type: "blobNotFound")
        server.setFault { $0.name == "save" ? .before(lost) : nil }
        _ = try await client.sender.sendAll()
        #expect(server.calls("upload").count == 2)
        let save = try #require(try client.actions().first { $0.command == .saveDraft })
        #expect(save.state == .stopped)
        server.setFault { [weak server] call in
            call.name == "save" && server?.calls("upload").count == 2 ? .before(lost) : nil
        }
        try await client.session().retry(save.id)
        _ = try await client.sender.sendAll()
        #expect(server.calls("upload").count == 3 && server.calls("send").count == 1)
    }

    @Test("discarding a file's upload stops its message, and a retry uploads the file again")
    func discardedUpload() async throws {
        let client = try await Client.synced()
        let session = client.session()
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

    @Test("a message whose file is lost is stopped and reported, not sent")
    func lostFile() async throws {
        let client = try await Client.synced()
        let session = client.session()
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
        // Sending without the file is the user's own decision.
        try await session.save(content("One"), as: id, account: client.account.id)
        try await session.send(id)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
    }

    @Test("a file removed from a draft is not uploaded and is deleted, unless another draft has it")
    func takenOff() async throws {
        let client = try await Client.synced()
        let session = client.session()
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
        try await client.settle()
        #expect(client.server.calls("upload").count == 2, "of a draft that is discarded nothing goes up any more")
        #expect(try isKept(last) && isKept(late) && isKept(shared), "it may come back")
        #expect(try client.differences() == [])

        let (first, second) = (try await attach(), try await attach())
        let other = try await session.save(content("Three", files: [first]), account: client.account.id)
        try await session.save(content("Three", files: [second]), as: other, account: client.account.id)
        try await session.send(other)
        try await client.settle()
        #expect(try !isKept(first) && !isKept(second) && isKept(shared), "what is sent needs no versions")
    }
}
