import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("The Date of mail sent long after it was written (JMAP)")
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

    @Test("a copy with the current Date is sent; the draft is destroyed once the copy is sent")
    func late() async throws {
        takesCopy(sentAt: Self.written)
        _ = try await service.send(order)
        #expect(upload == "Date: Sun, 6 Nov 1994 08:49:37 +0000\r\nSubject: Gears\r\nTo: bo\r\n\r\nDate: text\r\n")
        #expect(sent == "d2" && server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("a held message is sent as the draft itself and can be taken back")
    func held() async throws {
        takesCopy(sentAt: Self.written)
        var order = order
        order.holdUntil = UTCDate.parse("2030-01-02T03:04:05Z")
        _ = try await service.send(order)
        #expect(sent == "d1" && upload == nil)
    }

    @Test("a Date within minutes, an unknown Date, and that of large mail stay")
    func stays() async throws {
        let files = #", "attachments": [{"partId": "2", "blobId": "B", "size": 2000000, "name": "a", "type": "a/b"}]"#
        for (sentAt, more) in [("1994-11-06T08:45:00Z", ""), (nil, ""), (Self.written, files)] as [(String?, String)] {
            let other = JMAPDateTests()
            other.takesCopy(sentAt: sentAt, more: more)
            _ = try await other.service.send(order)
            #expect(other.sent == "d1" && other.upload == nil, "\(sentAt ?? "") \(more)")
        }
    }

    @Test("a copy from an earlier attempt is reused, whatever its Date")
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

    @Test("if the server rejects the copy, the draft is sent with its Date")
    func refused() async throws {
        takesCopy(sentAt: Self.written, isFull: true)
        _ = try await service.send(order)
        #expect(sent == "d1" && server.calls("Email/set").isEmpty)
    }

    @Test("if the server gives no time, the draft keeps its Date: the local clock may be wrong")
    func noTime() async throws {
        takesCopy(sentAt: Self.written)
        server.date = nil
        _ = try await service.send(order)
        #expect(sent == "d1" && upload == nil)
    }

    @Test("if its bytes cannot be downloaded, the draft keeps its Date and an earlier copy is destroyed")
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

    @Test("the copy keeps keywords and mailboxes")
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

    @Test("errors before the order prove that nothing was ordered; errors with it do not")
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
