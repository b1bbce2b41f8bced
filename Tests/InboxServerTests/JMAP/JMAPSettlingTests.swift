import Foundation
import GRDB
import TestSupport
import Testing

@testable import InboxServer

@Suite("JMAP: submission outcomes are saved despite a full disk or a crash")
struct JMAPSettlingTests {
    /// Makes the disk refuse to record the outcome of a message, or accept it again.
    private static func refuse(_ isRefused: Bool, in path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: isRefused
                    ? """
                    CREATE TRIGGER full BEFORE UPDATE OF status ON submission WHEN NEW.status <> 'sending'
                    BEGIN SELECT RAISE(ABORT, 'there is no room'); END
                    """ : "DROP TRIGGER full")
        }
        try queue.close()
    }

    @Test("a full disk after sending delays no other submission: the outcome is saved once there is room")
    func fullDisk() async throws {
        try await TestFolder.with { folder in
            let data = folder.path + "/mail.db"
            try await TestServer.with(clock: CountedClock(sleeps: .max)) {
                $0.dataFile = data
            } body: { test async throws in
                let talk = try await JMAPTalk(test.ann)
                let (first, second) = (
                    try await talk.draft(to: "bob@example.test"), try await talk.draft(to: "bob@example.test")
                )
                let before = try await talk.state("EmailSubmission")
                let cursor = try await test.bob.call("POST", "/delta/latest_cursor").json["cursor"]?.textValue ?? ""
                try Self.refuse(true, in: data)
                let order = try await talk.submission(of: first, more: #","ifInState":"\#(before)""#)
                #expect(try await talk.call("EmailSubmission/set", order)["created"]?["s"] == nil)
                try Self.refuse(false, in: data)
                _ = try await test.bob.get("/delta/longpoll?cursor=\(cursor)&timeout=5")
                #expect(try await test.bob.get("/messages").json.ids.count == 1)
                #expect(try await talk.keywords(first)?.contains("$draft") == false, "and what was to follow has")
                let after = try await talk.state("EmailSubmission")
                #expect(after != before)
                let next = try await talk.submission(of: second, more: #","ifInState":"\#(after)""#)
                #expect(try await talk.call("EmailSubmission/set", next)["created"]?["s"] != nil)
                #expect(try await test.bob.get("/messages").json.ids.count == 2)
            }
        }
    }

    @Test(
        "after a crash mail in transit is in local inboxes; remote delivery is unknown",
        arguments: [true, false])
    func ended(leaves: Bool) async throws {
        try await TestFolder.with { folder in
            let data = folder.path + "/mail.db"
            let script = try folder.write("#!/bin/sh\ncat >/dev/null\n", to: "send")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            try await TestServer.with {
                ($0.dataFile, $0.sendmail) = (data, script)
            } body: { test async throws in
                let talk = try await JMAPTalk(test.ann)
                let id = try await talk.draft(
                    to: "bob@example.test", more: leaves ? #","cc":[{"email":"x@far.example"}]"# : "")
                try Self.refuse(true, in: data)
                _ = try await talk.call("EmailSubmission/set", try await talk.submission(of: id))
                #expect(try await test.bob.get("/messages").json.ids.isEmpty)
            }
            try Self.refuse(false, in: data)
            try await TestServer.with {
                ($0.dataFile, $0.sendmail) = (data, script)
            } body: { test async throws in
                #expect(try await test.bob.get("/messages").json.ids.count == 1)
                let talk = try await JMAPTalk(test.ann)
                let ids = try await talk.call("EmailSubmission/query")["ids"]?.textList ?? []
                #expect(ids.count == 1)
                let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(ids.first ?? "")"]}"#)["list"]?[0]
                #expect(told?["undoStatus"]?.textValue == "final")
                let status = told?["deliveryStatus"]
                #expect(status?["bob@example.test"]?["delivered"]?.textValue == "yes")
                #expect(status?["x@far.example"]?["delivered"]?.textValue == (leaves ? "unknown" : nil))
            }
        }
    }

    @Test("a server that is stopped while held mail is handed over waits, and records what came of it")
    func stopped() async throws {
        try await TestFolder.with { folder in
            let data = folder.path + "/mail.db"
            let (begun, go) = (folder.path + "/begun", folder.path + "/go")
            for pipe in [begun, go] { try #require(mkfifo(pipe, 0o600) == 0) }
            let script = try folder.write("#!/bin/sh\ncat > /dev/null\n: > '\(begun)'\n: < '\(go)'\n", to: "send")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            let clock = ManualClock()
            try await TestServer.with(clock: clock) {
                ($0.dataFile, $0.sendmail) = (data, script)
            } body: { test async throws in
                let talk = try await JMAPTalk(test.ann)
                let id = try await talk.draft(to: "x@far.example")
                let envelope =
                    #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"600"}},"#
                    + #""rcptTo":[{"email":"x@far.example"}]}"#
                _ = try await talk.call("EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
                await clock.untilSomeoneSleeps(for: .seconds(59)..<(.seconds(61)))
                clock.advance(by: .seconds(601))
                // To open a pipe is to wait for its other end.
                try await LoopbackClient.onThread { _ = close(open(begun, O_RDONLY)) }
                let stopping = Task { await test.server.stop() }
                // One that was let in at the last moment may get no answer before the server has stopped.
                while (try? test.stranger.hangUp(after: "/")) != nil { await Task.yield() }
                try await LoopbackClient.onThread { _ = close(open(go, O_WRONLY)) }
                await stopping.value
            }
            try await TestServer.with {
                $0.dataFile = data
            } body: { test async throws in
                let talk = try await JMAPTalk(test.ann)
                let ids = try await talk.call("EmailSubmission/query")["ids"]?.textList ?? []
                let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(ids.first ?? "")"]}"#)["list"]?[0]
                #expect(told?["deliveryStatus"]?["x@far.example"]?["delivered"]?.textValue == "yes")
            }
        }
    }

    @Test("S-10: setting the clock back does not delay another attempt to hand over held mail")
    func setBack() async throws {
        try await TestFolder.with { folder in
            let script = try folder.write("#!/bin/sh\nexit 69\n", to: "send")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            var configuration = ServerConfiguration()
            configuration.account.token = TestServer.annToken
            (configuration.dataFile, configuration.sendmail) = (folder.path + "/mail.db", script)
            let first = InboxServer(configuration: configuration)
            let port = Int(try await first.start().url.split(separator: ":").last ?? "") ?? 0
            let talk = try await JMAPTalk(LoopbackClient(port: port, token: TestServer.annToken))
            let envelope =
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"600"}},"#
                + #""rcptTo":[{"email":"x@far.example"}]}"#
            let id = try await talk.draft(to: "x@far.example")
            _ = try await talk.call("EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
            await first.stop()
            let clock = CountedClock(sleeps: 3)
            // Long after its time, and an hour earlier once the first attempt has failed.
            let now: @Sendable () -> Date = {
                let hours = clock.durations.count < 2 ? 2.0 : 1
                return Date().addingTimeInterval(hours * 3600)
            }
            let second = InboxServer(configuration: configuration, clock: clock, now: now)
            _ = try await second.start()
            await clock.ended()
            #expect(clock.durations == [.zero, .seconds(300), .zero, .seconds(300)])
            await second.stop()
        }
    }
}
