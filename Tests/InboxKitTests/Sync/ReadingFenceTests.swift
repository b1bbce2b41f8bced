import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("A body that crashes us")
struct ReadingFenceTests {
    private static let body = MessageBody(html: "<p>formatted words", writtenAt: .test(0))

    private static func words(_ folder: TemporaryFolder, _ id: String = "m") -> String {
        let fence = ReadingFence(folder: folder.file("reading"))
        return fence.read(body, of: RemoteID(id), in: AccountID(1)).words
    }

    /// Simulates a process that ends while reading this text.
    private static func end(_ folder: TemporaryFolder, at id: String = "m") {
        let fence = ReadingFence(folder: folder.file("reading"))
        _ = fence.read(body, of: RemoteID(id), in: AccountID(1)) { _ in
            // The note is never removed, as if the process were gone.
            _ = fence.begin(ReadingFence.key(RemoteID(id), AccountID(1)))
            return ReadBody(MessageBody())
        }
    }

    @Test("is read once more at the next start, and then without formatting after a second crash")
    func twice() throws {
        let folder = try TemporaryFolder()
        #expect(Self.words(folder) == "formatted words")
        Self.end(folder)
        #expect(Self.words(folder) == "formatted words")
        Self.end(folder)
        #expect(Self.words(folder, "other") == "formatted words")
        #expect(try folder.mode("reading/ended") == 0o600, "N-4")
        let fence = ReadingFence(folder: folder.file("reading"))
        let read = fence.read(Self.body, of: RemoteID("m"), in: AccountID(1))
        #expect(read.words.isEmpty && read.body == MessageBody(problems: [ReadingFence.problem], writtenAt: .test(0)))
        #expect(fence.read(Self.body, of: RemoteID("m"), in: AccountID(2)).words == "formatted words")
    }

    @Test("being read by another process does not count, and a clean exit leaves no record")
    func others() throws {
        let folder = try TemporaryFolder()
        let other = ReadingFence(folder: folder.file("reading"))
        _ = other.read(Self.body, of: RemoteID("m"), in: AccountID(1)) { _ in
            for _ in 0..<5 { #expect(Self.words(folder) == "formatted words") }
            return ReadBody(MessageBody())
        }
        #expect(Self.words(folder) == "formatted words")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("reading"))
        #expect(left.count == 1, "only the one that still runs: \(left)")
    }

    @Test("does not stop the rest: after two crashes the client starts, syncs and explains the bare text")
    func session() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        let server = ModelServer()
        var message = RemoteMessage.remote(id: "m", subject: "Poison")
        message.body = Self.body
        server.put(message, .remote(id: "n"))
        let account = try await MailSession(home: home) { _, _ in ScriptedService(server) }.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        for _ in 0..<2 {
            let fence = ReadingFence(folder: home.readingPath)
            _ = fence.begin(ReadingFence.key(RemoteID("m"), account.id))
        }
        let session = try MailSession(home: home) { _, _ in ScriptedService(server) }
        #expect(await session.syncOnce(account, bodies: true).failure == nil)
        let kept = try session.store.read { try $0.message(RemoteID("m"), account: account.id) }
        let id = try #require(kept?.id)
        #expect(session.bodyInStore(of: id) == MessageBody(problems: [ReadingFence.problem], writtenAt: .test(0)))
    }
}
