import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("File transfers", .timeLimit(.minutes(10)))
struct TransferTests {
    private let lane = SteppedLane()

    private func session(_ client: Client) -> MailSession {
        MailSession(store: client.store) { [lane] _, _ in
            SteppedService(client.server, lane: lane)
        }
    }

    private func sender(_ client: Client, _ session: MailSession) -> ActionSender {
        ActionSender(
            account: client.account.id, store: client.store,
            service: SteppedService(client.server, lane: lane), board: session.board
        ) { client.now }
    }

    @Test("an upload reports its progress; stopped by the user, it waits for a retry")
    func upload() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let sender = sender(client, session)
        let file = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1, 2, 3]), account: client.account.id)
        await lane.start { _ = try? await sender.sendAll() }
        let transfer = try #require(session.transfer(of: file))
        #expect(transfer.direction == .upload && transfer.done == 0 && transfer.file.size == 3)
        await lane.go(.on)
        #expect(transfer.done == 3)
        session.stop(transfer.id)
        await lane.go(.fail(RemoteError(.cancelled, call: "upload")))
        #expect(session.transfers.isEmpty)
        let stopped = try #require(try client.actions().first)
        #expect(stopped.state == .stopped && stopped.lastError == "stopped by you")

        try await session.retry(stopped.id)
        await lane.start { _ = try? await sender.sendAll() }
        await lane.go(.on)
        await lane.go(.on)
        #expect(try client.actions().isEmpty)
    }

    @Test("an upload interrupted by a stop resumes at the next start")
    func ended() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let sender = sender(client, session)
        _ = try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1]), account: client.account.id)
        await lane.start { _ = try? await sender.sendAll() }
        await lane.bury()
        try await client.store.write { try $0.recoverInterrupted(account: client.account.id) }
        #expect(try client.actions().map(\.state) == [.waiting])
    }

    @Test("a download reports its progress, and stopping it throws to the caller")
    func download() async throws {
        let (folder, lane) = (try TemporaryFolder(), lane)
        let home = Home(directory: folder.file("home"))
        let session = try MailSession(home: home) { _, _ in
            SteppedService(ModelServer(), lane: lane)
        }
        let account = try session.store.addTestAccount()
        try SecretStore(folder: home.secretsPath).save("secret", for: account)
        try session.store.receive(.remote(id: "m", thread: "t", at: 100, files: ["a.pdf"]), account: account)
        let mail = try #require(try session.store.read { try $0.message(RemoteID("m"), account: account) })
        await lane.start {
            let error = await #expect(throws: SessionError.self) { try await session.download(mail.files[0], of: mail) }
            #expect(error == .remote(RemoteError(.cancelled, call: "download")))
        }
        let transfer = try #require(session.transfers.first)
        #expect(transfer.isOf(mail.files[0]) && transfer.direction == .download && transfer.account == mail.account)
        session.stop(transfer.id)
        await lane.go(.fail(RemoteError(.cancelled, call: "download")))
        #expect(session.transfers.isEmpty)
    }

    @Test("Blobs: a file with more or fewer bytes than its size is rejected", arguments: [-1, 0, 1])
    func size(more: Int) async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        let session = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let account = try session.store.addTestAccount(.test(hasLabels: true, dialect: .jmap))
        try SecretStore(folder: home.secretsPath).save("secret", for: account)
        try session.store.receive(.remote(id: "m"), account: account)
        let mail = try #require(try session.store.read { try $0.message(RemoteID("m"), account: account) })
        // The scripted server sends a file's id as its bytes.
        let file = MessageFile(remoteID: RemoteID("f-abc"), fileName: "a", contentType: "text/plain", size: 5 + more)
        let bytes = try? await session.download(file, of: mail)
        #expect(bytes == (more == 0 ? Array("f-abc".utf8) : nil))
        #expect(try session.store.read { try $0.file(file.remoteID, account: account) }.map { [UInt8]($0) } == bytes)
    }

    @Test("progress is capped at the file's size")
    func most() {
        let file = MessageFile(remoteID: RemoteID("f"), fileName: "a", contentType: "", size: 10)
        let transfer = FileTransfer(file, .download, account: AccountID(1))
        transfer.meter.received(12)
        #expect(transfer.done == 10)
    }
}
