import Foundation
import GRDB
import InboxModel
import Testing

@testable import InboxServer

@Suite("Mail imported from a source")
struct OriginTests {
    private static func run<Value: Sendable>(
        _ configuration: ServerConfiguration, _ look: (LoopbackClient) async throws -> Value
    ) async throws -> Value {
        let server = InboxServer(configuration: configuration)
        let address = try await server.start()
        let client = LoopbackClient(port: Int(address.url.split(separator: ":").last ?? "") ?? 0, token: address.token)
        do {
            let value = try await look(client)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }

    private static func ids(_ client: LoopbackClient) async throws -> [String] {
        try await client.get("/messages?view=ids").json.ids
    }

    private static func destroyAll(_ client: LoopbackClient) async throws {
        let talk = try await JMAPTalk(client)
        let list = try await talk.emails().map { "\"\($0)\"" }.joined(separator: ",")
        _ = try await talk.call("Email/set", #"{"destroy":[\#(list)]}"#)
        #expect(try await talk.emails().isEmpty)
    }

    @Test("destroyed mail stays destroyed on reimport; mail new to the file is added, even duplicates")
    func destroyed() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            let first = [MailText("1"), MailText("2"), MailText("2")]
            configuration.mboxFiles = [try folder.write(mbox: first)]
            try folder.write(MailText("9").raw, to: "mail/cur/9:2,S")
            configuration.maildirs = [folder.path + "/mail"]
            try await Self.run(configuration) { client async throws in
                #expect(try await Self.ids(client).count == 4)
                try await Self.destroyAll(client)
            }
            // With marks of its mail program, it is still the same mail.
            _ = try folder.write(mbox: first.map { mail in MailText(mail.id) { $0.status = "RO" } })
            #expect(try await Self.run(configuration, Self.ids).isEmpty)
            // New mail gets the numbers of deleted mail, but is not mistaken for it.
            _ = try folder.write(mbox: first + [MailText("2"), MailText("3")])
            let new = try await Self.run(configuration, Self.ids)
            #expect(new.count == 2)
            #expect(try await Self.run(configuration, Self.ids) == new)
        }
    }

    @Test("a data file of an older version still works: nothing is duplicated or restored")
    func older() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/old.sqlite"
            let mail = [MailText("1"), MailText("2"), MailText("2")]
            configuration.mboxFiles = [try folder.write(mbox: mail)]
            let source = URL(filePath: configuration.mboxFiles[0]).resolvingSymlinksInPath().path
            let queue = try DatabaseQueue(path: configuration.dataFile ?? "")
            try Schema.migrator.migrate(queue, upTo: "2026-11-22 handing over")
            let digests = mail.map { MailDigest.older(of: Array($0.raw.utf8)) }
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO account (id, publicID, email, name, token, hasLabels)
                            VALUES (1, 'a', 'ann@example.test', '', 't', 0)
                        """)
                // All of it has been destroyed since, but that is not recorded here.
                for (index, digest) in digests.enumerated() {
                    try db.execute(
                        sql: "INSERT INTO origin (accountID, source, digest, messageID) VALUES (1, ?, ?, ?)",
                        arguments: [source, digest, index + 1])
                }
            }
            try queue.close()
            #expect(digests[0].count <= 16 && digests[1] == digests[2] && digests[0] != digests[1])
            #expect(try await Self.run(configuration, Self.ids).isEmpty)
            _ = try folder.write(mbox: mail + [MailText("2"), MailText("4")])
            #expect(try await Self.run(configuration, Self.ids).count == 2)
            #expect(try await Self.run(configuration, Self.ids).count == 2)
        }
    }
}
