import Foundation
import GRDB
import Testing

@testable import InboxServer

@Suite("Reading mail")
struct FillingTests {
    /// Starts a server, inspects it, and stops it.
    static func run<Value: Sendable>(
        _ configuration: ServerConfiguration, _ look: (LoopbackClient) async throws -> Value
    ) async throws -> (value: Value, progress: [FillingProgress]) {
        let progress = Collected()
        let server = InboxServer(configuration: configuration, progress: { progress.add($0) })
        let address = try await server.start()
        let client = LoopbackClient(port: Int(address.url.split(separator: ":").last ?? "") ?? 0, token: address.token)
        do {
            let value = try await look(client)
            await server.stop()
            return (value, progress.all)
        } catch {
            await server.stop()
            throw error
        }
    }

    @Test(
        "an mbox's Status lines tell what is read; without them all is unread",
        arguments: [
            (nil, true, false), ("RO", false, false), ("O", true, false), ("ROF", false, true),
        ] as [(String?, Bool, Bool)])
    func status(status: String?, isUnread: Bool, isStarred: Bool) async throws {
        try await TestServer.with(mail: [MailText("1") { $0.status = status }]) { test async throws in
            let message = try await test.ann.get("/messages").json[0]
            #expect(message["unread"] == .bool(isUnread) && message["starred"] == .bool(isStarred))
            #expect(message["folder"]?["name"]?.textValue == "inbox")
        }
    }

    @Test(
        "labels of Gmail tell what is read and starred, and where mail is",
        arguments: [
            ("Archived,Important,Opened", false, false, "archive", []),
            ("Inbox,Category Updates,Unread", true, false, "inbox", []),
            ("Sent,Inbox,Starred,IMAP_$MDNSent", false, true, "inbox", []),
            ("Trash,Opened,Bills", false, false, "trash", ["Bills"]),
            (
                "=?UTF-8?Q?Geb=C3=BChren/2024,\"Ann,_Bob\",Ge=C3=B6ffnet?=", false, false, "archive",
                ["Gebühren/2024", "Ann, Bob"]
            ),
            ("=?UTF-8?Q?Bo=C3=AEte_de_r=C3=A9ception,Non_lus?=", true, false, "inbox", []),
            ("=?UTF-8?Q?Archiv=C3=A9s,Envoy=C3=A9,Important?=", false, false, "sent", []),
            ("=?UTF-8?Q?Recibidos,No_le=C3=ADdos,Categor=C3=ADa:_Promociones?=", true, false, "inbox", []),
            ("Abierto,Importante,Archivado,Facturas", false, false, "archive", ["Facturas"]),
            ("\"Safata d'entrada\",Destacats,Oberts", false, true, "inbox", []),
            ("Posta in arrivo,Da leggere,Speciali", true, true, "inbox", []),
            ("=?UTF-8?Q?Lixeira,N=C3=A3o_lidas?=", true, false, "trash", []),
            ("Postvak IN,Ongelezen,Met ster,Belangrijk", true, true, "inbox", []),
        ] as [(String, Bool, Bool, String, [String])])
    func gmail(labels: String, isUnread: Bool, isStarred: Bool, place: String, own: [String]) async throws {
        let mail = MailText("1") { ($0.status, $0.gmailLabels) = ("O", labels) }
        try await TestServer.with(mail: [mail]) { test async throws in
            let message = try await test.ann.get("/messages").json[0]
            #expect(message["unread"] == .bool(isUnread) && message["starred"] == .bool(isStarred))
            let folder = message["folder"]?[place == "archive" && !own.isEmpty ? "display_name" : "name"]?.textValue
            #expect(folder == (place == "archive" ? own.first ?? place : place))
        }
        try await TestServer.with(mail: [mail], { $0.hasLabels = true }) { test async throws in
            let message = try await test.ann.get("/messages").json[0]
            let given = (message["labels"]?.arrayValue ?? []).compactMap { label in
                label["name"]?.textValue ?? label["display_name"]?.textValue
            }
            let home = place == "trash" ? ["trash"] : place == "archive" ? ["all"] : [place, "all"]
            #expect(Set(given) == Set(home + (place == "trash" ? [] : own)))
        }
    }

    @Test("text behind a NUL byte is served")
    func nul() async throws {
        let mail = MailText("1") { ($0.subject, $0.body) = ("be\0fore", "one\0two\nthree\n") }
        try await TestServer.with(mail: [mail]) { test async throws in
            let message = try await test.ann.get("/messages").json[0]
            #expect(message["subject"]?.textValue == "be\u{FFFD}fore")
            #expect(message["body"]?.textValue?.contains("one\u{FFFD}two\nthree") == true)
        }
    }

    @Test("importing a file again adds only new mail, whatever its flags; duplicates count")
    func again() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            let first = [MailText("1"), MailText("2"), MailText("2"), MailText("3")]
            configuration.mboxFiles = [try folder.write(mbox: first)]
            let (ids, _) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            #expect(ids.count == 4)
            let marked = first.map { mail in MailText(mail.id) { $0.status = "RO" } }
            _ = try folder.write(mbox: marked + [MailText("2"), MailText("4")])
            let (now, progress) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            #expect(now.count == 6 && Set(ids).isSubset(of: now))
            #expect(progress.last == FillingProgress(source: configuration.mboxFiles[0], done: 6, total: 6, known: 4))
            let (third, _) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            #expect(third == now)
        }
    }

    @Test("mail, ids, flags, token and cursors survive a restart")
    func restart() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            configuration.mboxFiles = [try folder.write(mbox: TestMail.varied)]
            let look: (LoopbackClient) async throws -> [String] = { client in
                let thread = try await client.get("/threads").json[0].single
                _ = try await client.call("PUT", "/threads/\(thread)", .of(("starred", .bool(true))))
                let cursor = try await client.call("POST", "/delta/latest_cursor").text
                return [
                    client.token ?? "", cursor, try await client.get("/threads?limit=1000").text,
                    try await client.get("/messages?limit=1000").text,
                ]
            }
            let (before, _) = try await Self.run(configuration, look)
            configuration.mboxFiles = []
            let (after, _) = try await Self.run(configuration, look)
            #expect(before == after)
            #expect(before[0].count >= 40)
            let attributes = try FileManager.default.attributesOfItem(atPath: configuration.dataFile ?? "")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("a broken message is kept as is, counted and named")
    func broken() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            let broken =
                "From a@b Tue May 13 16:53:20 2014\nSubject: Broken\nContent-Type: multipart/mixed; boundary=cut\n\n--cut\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!!\n"
            let text = MailText("1").inMbox + broken + "\n" + MailText("2").inMbox
            configuration.mboxFiles = [try folder.write(text, to: "mail.mbox")]
            let (subjects, progress) = try await Self.run(configuration) {
                try await $0.get("/messages").json.texts("subject")
            }
            #expect(subjects.sorted() == ["Broken", "Mill gears", "Mill gears"])
            let problem = try #require(progress.last?.problems.first)
            #expect(
                progress.last?.problems.count == 1 && problem.number == 2 && problem.file == configuration.mboxFiles[0])
            #expect(!problem.reasons.isEmpty)
        }
    }

    @Test("progress runs from 0 to complete")
    func progress() async throws {
        try await TestFolder.with { folder async throws in
            var configuration = ServerConfiguration()
            configuration.mboxFiles = [
                try folder.write(mbox: TestMail.varied), try folder.write(mbox: [], to: "empty.mbox"),
            ]
            let (_, progress) = try await Self.run(configuration) { _ in }
            let first = progress.filter { $0.source == configuration.mboxFiles[0] }
            #expect(first.first?.done == 0 && first.last?.isFinished == true && first.allSatisfy { $0.total == 60 })
            #expect(progress.last?.total == 0)
        }
    }

    /// Returns why a server with this configuration fails to start; nil if it starts.
    private static func refusal(_ change: @Sendable (inout ServerConfiguration) -> Void) async -> ServerError? {
        var configuration = ServerConfiguration()
        change(&configuration)
        let server = InboxServer(configuration: configuration)
        do {
            _ = try await server.start()
        } catch {
            return error
        }
        await server.stop()
        return nil
    }

    @Test("a missing mbox or Maildir is reported clearly", arguments: ["mbox", "maildir"])
    func missing(kind: String) async throws {
        let path = NSTemporaryDirectory() + "missing-\(UUID().uuidString)"
        let error = await Self.refusal { if kind == "mbox" { $0.mboxFiles = [path] } else { $0.maildirs = [path] } }
        let what = kind == "mbox" ? "file" : "folder"
        #expect(error?.description == "\(path) can't be read: there is no such \(what).")
        // A folder of our own: anything may lie in the one that all share.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(await Self.refusal { $0.maildirs = [path] } == .notAMaildir(path: path))
    }

    @Test("a folder instead of an mbox, or an unusable data file, is reported clearly")
    func notFiles() async throws {
        try await TestFolder.with { folder async throws in
            let path = folder.path
            #expect(
                await Self.refusal { $0.mboxFiles = [path] }?.description
                    == "\(path) can't be read: it is a folder, not an mbox file.")
            #expect(
                await Self.refusal { $0.dataFile = path }?.description
                    == "The data file \(path) can't be used: it is a folder.")
            #expect(
                await Self.refusal { $0.dataFile = path + "/none/data" }?.description
                    == "The data file \(path)/none/data can't be used: there is no folder \(path)/none.")
            #expect(
                ServerError.cannotListen(port: 1, reason: "It is so.").description.hasSuffix("127.0.0.1:1: It is so."))
        }
    }

    @Test("an invalid address is refused")
    func badAddress() async throws {
        #expect(await Self.refusal { $0.account.address = "ann" } == .badAddress("ann"))
    }

    @Test("an invalid data file stays unchanged, with nothing beside it; a folder account is not served with labels")
    func badDataFile() async throws {
        try await TestFolder.with { folder async throws in
            let words = String(repeating: "This is no database.\n", count: 1000)
            let text = try folder.write(words, to: "text")
            let error = await Self.refusal { $0.dataFile = text }
            #expect(error?.description.hasPrefix("The data file \(text) can't be used: ") == true)
            #expect(folder.read("text") == words)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["text"])
            let data = folder.path + "/data.sqlite"
            #expect(await Self.refusal { $0.dataFile = data } == nil)
            let other = await Self.refusal { configuration in
                configuration.dataFile = data
                configuration.hasLabels = true
            }
            #expect(other == .dataFileIsOfAnotherKind(path: data, hasLabels: false))
        }
    }

    @Test("a newer version's data file stays unchanged")
    func newer() async throws {
        try await TestFolder.with { folder async throws in
            let path = folder.path + "/data.sqlite"
            let database = try MailDatabase(path: path)
            try await database.write {
                try $0.db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2099-01-01 later')")
            }
            database.close()
            #expect(throws: ServerError.dataFileTooNew(path: path)) { try MailDatabase(path: path) }
        }
    }

    @Test("a data file in use by another server is refused until that server stops")
    func inUse() async throws {
        try await TestFolder.with { folder async throws in
            let data = folder.path + "/data.sqlite"
            try await TestServer.with {
                $0.dataFile = data
            } body: { _ async throws in
                #expect(await Self.refusal { $0.dataFile = data }?.description.contains("another") == true)
            }
            #expect(await Self.refusal { $0.dataFile = data } == nil)
        }
    }

    @Test("a port in use is reported")
    func port() async throws {
        try await TestServer.with { test async throws in
            var configuration = ServerConfiguration()
            configuration.port = test.ann.port
            let other = InboxServer(configuration: configuration)
            await #expect(throws: ServerError.portTaken(test.ann.port)) { try await other.start() }
            await #expect(throws: ServerError.alreadyStarted) { try await test.server.start() }
        }
    }

    /// Records the progress, in order.
    private final class Collected: Sendable {
        private let values = Locked<[FillingProgress]>([])

        func add(_ progress: FillingProgress) { values.change { $0.append(progress) } }

        var all: [FillingProgress] { values.change { $0 } }
    }
}
