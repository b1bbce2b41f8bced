import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("The date of mail that leaves long after it was written (JMAP)")
struct JMAPDateTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private static let raw =
        "Subject: Gears\r\nDate: Tue, 17 Nov 2009\r\n 15:28:37 +0000\r\nTo: bo\r\n\r\nDate: text\r\n"
    private static let written = "2009-11-17T15:28:37Z"

    /// A server with a draft of that date, which accepts a copy "d2" of it.
    private func takesCopy(sentAt: String?, more: String = "", isFull: Bool = false) {
        let date = sentAt.map { #", "sentAt": "\#($0)""# } ?? ""
        let email = JMAPFixtures.email(
            "d1", mailboxes: ["dr"], keywords: ["$draft", "$seen"],
            more: #", "messageId": ["one@mail.example"]\#(date)\#(more)"#)
        has(["d1": email])
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: Self.raw)
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next(
            "Email/import",
            .json(
                isFull
                    ? #"{"notCreated": {"copy": {"type": "overQuota"}}}"# : #"{"created": {"copy": {"id": "d2"}}}"#))
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": {"id": "s1"}}}"#),
                ("Email/set", #"{"updated": {"d1": null, "d2": null}}"#),
            ]))
        server.on("Email/set") { _ in .json(#"{"destroyed": ["d1"]}"#) }
    }

    private var sent: String? { server.calls("EmailSubmission/set").first?["create"]?["s"]?["emailId"]?.text }
    private var upload: String? { server.requests(to: "/jmap/upload/A/").first?.bodyText }

    @Test("what leaves is a copy with the time at which it leaves; the draft goes when the copy is sent")
    func late() async throws {
        takesCopy(sentAt: Self.written)
        _ = try await service.send(order)
        #expect(upload == "Date: Sun, 6 Nov 1994 08:49:37 +0000\r\nSubject: Gears\r\nTo: bo\r\n\r\nDate: text\r\n")
        #expect(sent == "d2" && server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("what the server holds leaves as the draft that it is, which may be taken back")
    func held() async throws {
        takesCopy(sentAt: Self.written)
        var order = order
        order.holdUntil = UTCDate.parse("2030-01-02T03:04:05Z")
        _ = try await service.send(order)
        #expect(sent == "d1" && upload == nil)
    }

    @Test("a date that is right to minutes, or that nobody tells, stays, and so does that of large files")
    func stays() async throws {
        let files = #", "attachments": [{"partId": "2", "blobId": "B", "size": 2000000, "name": "a", "type": "a/b"}]"#
        for (sentAt, more) in [("1994-11-06T08:45:00Z", ""), (nil, ""), (Self.written, files)] as [(String?, String)] {
            let other = JMAPDateTests()
            other.takesCopy(sentAt: sentAt, more: more)
            _ = try await other.service.send(order)
            #expect(other.sent == "d1" && other.upload == nil, "\(sentAt ?? "") \(more)")
        }
    }

    @Test("a copy that an earlier try made is used again, whatever its date")
    func again() async throws {
        takesCopy(sentAt: Self.written)
        let emails = [
            "d1": JMAPFixtures.email(
                "d1", mailboxes: ["dr"], keywords: ["$draft"],
                more: #", "messageId": ["one@mail.example"], "sentAt": "\#(Self.written)""#), "d3": saved("d3"),
        ]
        has(emails)
        server.nextHTTP(
            "/jmap/download/A/b-d3/file", status: 200,
            text: "Date: Wed, 2 Jan 2030 03:04:05 +0000\r\nSubject: Gears\r\nTo: bo\r\n\r\nDate: text\r\n")
        _ = try await service.send(order)
        #expect(sent == "d3" && upload == nil)
    }

    @Test("where the server takes no copy, it leaves with the date that it has")
    func refused() async throws {
        takesCopy(sentAt: Self.written, isFull: true)
        _ = try await service.send(order)
        #expect(sent == "d1" && server.calls("Email/set").isEmpty)
    }

    @Test("where the server tells no time, it leaves with the date that it has: this machine's clock may be wrong")
    func noTime() async throws {
        takesCopy(sentAt: Self.written)
        server.date = nil
        _ = try await service.send(order)
        #expect(sent == "d1" && upload == nil)
    }

    @Test("where its bytes cannot be had, it leaves with the date that it has, and a copy of an earlier try goes")
    func unreadable() async throws {
        takesCopy(sentAt: Self.written)
        has([
            "d1": JMAPFixtures.email(
                "d1", mailboxes: ["dr"], keywords: ["$draft"],
                more: #", "messageId": ["one@mail.example"], "sentAt": "\#(Self.written)""#), "d3": saved("d3"),
        ])
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 500)
        _ = try await service.send(order)
        #expect(sent == "d1" && upload == nil)
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d3"]])
    }

    @Test("the copy keeps the draft's tags and labels")
    func marks() async throws {
        takesCopy(sentAt: Self.written)
        has([
            "d1": JMAPFixtures.email(
                "d1", mailboxes: ["dr", "work"], keywords: ["$draft", "$flagged", "mine"],
                more: #", "messageId": ["one@mail.example"], "sentAt": "\#(Self.written)""#)
        ])
        _ = try await service.send(order)
        let copy = server.calls("Email/import").first?["emails"]?["copy"]
        #expect(copy?["mailboxIds"] == ["dr": true, "work": true])
        #expect(copy?["keywords"] == ["$draft": true, "$seen": true, "$flagged": true, "mine": true])
    }

    @Test("what fails before the order is known to have ordered nothing; what fails with it is not")
    func beforeTheOrder() async throws {
        has(["d1": saved("d1")])
        server.next("Identity/get", .error("serverUnavailable"))
        let before = await #expect(throws: RemoteError.self) { _ = try await service.send(order) }
        #expect(before?.isBeforeWork == true && sent == nil)
        server.next("EmailSubmission/set", .error("serverUnavailable"))
        let with = await #expect(throws: RemoteError.self) { _ = try await service.send(order) }
        #expect(with?.isBeforeWork == false && sent == "d1")
    }
}
