import Foundation
import GRDB
import Testing

@testable import InboxServer

@Suite("The demo")
struct DemoServerTests {
    private static func demo(seed: UInt64, _ body: (TestServer) async throws -> Void) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.demo = .init(seed: seed, now: Date(timeIntervalSince1970: 1_500_000_000), keepsArriving: false)
        }
        try await TestServer.with(configure, body: body)
    }

    private static func subjects(seed: UInt64) async throws -> [String] {
        let found = Locked<[String]>([])
        try await demo(seed: seed) { test async throws in
            let subjects = try await test.ann.get("/messages?limit=1000").json.texts("subject")
            found.change { $0 = subjects }
        }
        return found.change { $0 }
    }

    @Test("has mail in every folder, some of it unread or starred, and drafts")
    func content() async throws {
        try await Self.demo(seed: 1) { test async throws in
            for folder in ["inbox", "archive", "sent", "spam", "trash"] {
                #expect(try await test.ann.get("/messages?in=\(folder)").json.arrayValue?.isEmpty == false, "\(folder)")
            }
            #expect(try await test.ann.get("/drafts").json.arrayValue?.isEmpty == false)
            #expect(try await test.ann.get("/threads?unread=true").json.arrayValue?.isEmpty == false)
            #expect(try await test.ann.get("/threads?starred=true").json.arrayValue?.isEmpty == false)
        }
    }

    @Test("is the same for the same seed only")
    func seeds() async throws {
        let first = try await Self.subjects(seed: 1)
        #expect(try await Self.subjects(seed: 1) == first)
        #expect(try await Self.subjects(seed: 2) != first)
    }

    @Test("delivers mail to invented people and refuses real ones")
    func sending() async throws {
        try await Self.demo(seed: 1) { test async throws in
            let answer = try await test.send(
                to: ["somebody@press.example", "bob@example.test"], subject: "Into the demo")
            #expect(answer.json["object"]?.textValue == "message")
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Into the demo"])
            #expect(try await test.send(to: ["someone@somewhere.org"], subject: "Out").status == 402)
            #expect(try await test.ann.get("/accounts").json.texts("email_address") == ["ann@example.test"])
        }
    }

    @Test("fills a data file only once")
    func again() async throws {
        try await TestFolder.with { folder async throws in
            let counts = Locked<[Int64]>([])
            for _ in 0..<2 {
                try await TestServer.with({
                    $0.demo = .init(seed: 1, now: Date(), keepsArriving: false)
                    $0.dataFile = folder.path + "/data.sqlite"
                }) { test async throws in
                    let count = try await test.ann.get("/messages?view=count").json["count"]?.wholeNumber ?? 0
                    counts.change { $0.append(count) }
                }
            }
            let all = counts.change { $0 }
            #expect(all[0] > 0 && all[0] == all[1])
        }
    }

    @Test("receives unread inbox mail every 20 to 60 seconds and notifies waiting clients")
    func arrivals() async throws {
        let database = try MailDatabase(path: nil)
        let account = try await database.write { transaction in
            try ServedAccount.open(AccountConfiguration(address: "ann@example.test"), hasLabels: false, in: transaction)
        }
        let importer = MailImporter(database: database, account: account, progress: { _ in })
        let filling = DemoFilling(demo: .init(seed: 1, now: Date()), importer: importer)
        let clock = CountedClock(sleeps: 5)
        let generation = database.signal.generation(of: account.id)
        let task = filling.start(clock: clock)
        await clock.ended()
        task.cancel()
        await task.value
        let unread = try await database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM message JOIN messageMailbox ON messageID = message.id WHERE isUnread")
        }
        #expect(unread == 5)
        #expect(database.signal.generation(of: account.id) == generation + 5)
        #expect(clock.durations.allSatisfy { (.seconds(20)...(.seconds(60))).contains($0) })
    }
}
