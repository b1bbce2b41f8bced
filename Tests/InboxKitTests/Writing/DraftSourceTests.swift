import InboxModel
import InboxRemote
import MailContent
import TestSupport
import Testing

@testable import InboxKit

@Suite("The source of a draft", .timeLimit(.minutes(10)))
struct DraftSourceTests {
    private func source(of id: MessageID, _ session: MailSession) async throws -> ParsedMessage {
        ParsedMessage.parse(try await session.rawMessage(try #require(try session.message(id))))
    }

    @Test("a draft has a source before it is saved, and if the server has none: all content, with Bcc")
    func written() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let upload = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: Array("file".utf8))
        let file = try await session.attach(upload, account: client.account.id)
        let content = DraftContent(
            to: [.person("bo")], bcc: [.person("cy")], subject: "Ferry", body: MessageBody(plain: "It leaves at nine."),
            files: [file])
        let id = try await session.save(content, account: client.account.id)
        for isSaved in [false, true] {
            if isSaved { try await client.settle() }
            #expect(try (session.message(id)?.remoteID != nil) == isSaved)
            let source = try await source(of: id, session)
            #expect(source.subject == "Ferry" && source.to == content.to && source.bcc == content.bcc)
            #expect(source.from.map(\.email) == [client.account.address])
            #expect(source.body.plain?.contains("It leaves at nine.") == true)
            #expect(source.files.map(\.fileName) == ["a.txt"])
        }
        #expect(client.server.calls("rawMessage").isEmpty)
    }

    @Test("a JMAP server's bytes are the source of a saved draft, but not of one edited since")
    func saved() async throws {
        let client = try Client(ModelServer(), dialect: .jmap)
        try await client.sync.once(bodies: false)
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        try home.prepare()
        try SecretStore(folder: home.secretsPath).save("secret", for: client.account.id)
        let session = MailSession(store: client.store, home: home) { [server = client.server] _, _ in
            ScriptedService(server)
        }
        var content = DraftContent(to: [.person("bo")], subject: "Ferry", body: MessageBody(plain: "At nine."))
        let id = try await session.save(content, account: client.account.id)
        try await client.settle()
        _ = try await source(of: id, session)
        #expect(client.server.calls("rawMessage").count == 1)
        content.subject = "Ferry, later"
        try await session.save(content, as: id, account: client.account.id)
        #expect(try await source(of: id, session).subject == "Ferry, later")
        #expect(client.server.calls("rawMessage").count == 1)
    }
}
