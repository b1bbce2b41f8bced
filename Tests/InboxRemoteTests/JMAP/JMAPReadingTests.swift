import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Reading mail of a JMAP server")
struct JMAPReadingTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private static let raw =
        "From: Ada <ada@mail.example>\r\nSubject: Caf=?x-mac-roman?Q?=8E?=\r\nContent-Type: text/plain; charset=x-mac-roman\r\n"
        + "Content-Transfer-Encoding: quoted-printable\r\n\r\nDas Caf=8E ist auf\r\n"
    private static let plain = #", "textBody": [{"partId": "1", "type": "text/plain"}], "htmlBody": []"#
    private static let garbled =
        plain + #", "bodyValues": {"1": {"value": "Das Caf\#u{FFFD} ist auf", "isEncodingProblem": true}}"#

    private func gives(_ more: String, size: Int = raw.utf8.count) {
        server.on("Email/get") { _ in
            JMAPFixtures.get([JMAPFixtures.email("m1", more: #", "size": \#(size)\#(more)"#)])
        }
    }

    private func sends(_ text: String = raw, status: Int = 200) {
        server.nextHTTP("/jmap/download/A/b-m1/file", status: status, text: text)
    }

    @Test(
        "mail of which the server does not say when it arrived is sorted by when it was written, as far as that can be",
        arguments: ["null", #""0001-01-01T00:00:00Z""#, #""1970-01-01T00:00:00Z""#])
    func undated(receivedAt: String) async throws {
        for (sentAt, date) in [
            ("1990-05-01T10:00:00Z", UTCDate.parse("1990-05-01T10:00:00Z")), ("2030-05-01T10:00:00Z", JMAPFixtures.now),
            (nil, Date(timeIntervalSince1970: 0)),
        ] as [(String?, Date?)] {
            let other = ScriptedJMAP()
            other.on("Email/get") { call in
                let asksForDate = call["properties"]?.strings.contains("sentAt") == true
                let sent = asksForDate ? sentAt.map { #", "sentAt": "\#($0)""# } ?? "" : ""
                return JMAPFixtures.get(
                    call.ids.map { id in
                        let email = JMAPFixtures.email(id, more: Self.plain + #", "bodyValues": {}"# + sent)
                        return id == "m1"
                            ? email.replacingOccurrences(of: #""2025-06-01T10:00:00Z""#, with: receivedAt) : email
                    })
            }
            let service = JMAPService.scripted(other)
            let list = try await service.emails(["m1", "m2"], .list)
            #expect(list.map { Optional($0.remote.receivedAt) } == [date, UTCDate.parse("2025-06-01T10:00:00Z")])
            // Only for what lacks the date it is asked for.
            #expect(other.calls("Email/get").map(\.ids) == [["m1", "m2"], ["m1"]])
            let whole = try await service.message(RemoteID("m1"))
            #expect(whole?.receivedAt == date && whole?.body?.problems == [])
            #expect(other.calls("Email/get").count == 3)
        }
    }

    @Test("lists ask for the size of the whole message, by which searches and sorts go")
    func sizes() async throws {
        gives("", size: 5_000_000)
        server.on("Email/query") { _ in JMAPFixtures.query(["m1"]) }
        let page = try await service.threads(in: nil, from: nil, limit: 10)
        #expect(page.messages.map(\.size) == [5_000_000])
        #expect(server.calls("Email/get").allSatisfy { $0["properties"]?.strings.contains("size") == true })
    }

    @Test("P-3: text that the server could not decode is decoded here, opened or prefetched")
    func garbled() async throws {
        gives(Self.garbled)
        sends()
        let opened = try #require(try await service.message(RemoteID("m1")))
        #expect(opened.body == MessageBody(plain: "Das Café ist auf\n"))
        #expect(opened.subject == "Café" && opened.snippet == "Das Café ist auf")
        sends()
        #expect(try await service.messages([RemoteID("m1")]).map(\.body) == [opened.body])
    }

    @Test("P-3: so is that of new mail")
    func garbledNews() async throws {
        server.next("Email/changes", JMAPFixtures.changes(to: "2", created: ["m1"]))
        gives(Self.garbled)
        sends()
        let since = SyncState(email: "1", mailbox: "1").text
        let new = try await service.changes(since: since, wait: nil).changes.compactMap { change -> RemoteMessage? in
            if case .message(let message) = change { message } else { nil }
        }
        #expect(new.map(\.body) == [MessageBody(plain: "Das Café ist auf\n")])
        #expect(new.map(\.subject) == ["Café"] && new.map(\.snippet) == ["Das Café ist auf"])
    }

    @Test("every list requests In-Reply-To and reads it with its brackets; none is nil")
    func inReplyTo() async throws {
        for (told, read) in [(#"["a@x", "b@x"]"#, "<a@x>" as String?), ("null", nil), ("[]", nil), ("7", nil)] {
            gives(#", "inReplyTo": \#(told)"#)
            #expect(try await service.messages([RemoteID("m1")]).map(\.inReplyToHeader) == [read])
        }
        #expect(server.calls("Email/get").allSatisfy { $0["properties"]?.strings.contains("inReplyTo") == true })
    }

    @Test("every list requests List-Id; null is none, and a missing property is unknown")
    func listID() async throws {
        for (told, read) in [
            (#""The mill <dev.mill.example>""#, "dev.mill.example" as String?),
            (#""dev.mill.example""#, "dev.mill.example"), ("null", ""), (#""""#, ""),
        ] {
            gives(#", "header:List-Id:asText": \#(told)"#)
            #expect(try await service.messages([RemoteID("m1")]).map(\.listID) == [read])
        }
        gives("")
        #expect(try await service.messages([RemoteID("m1")]).map(\.listID) == [nil])
        let asked = server.calls("Email/get").map { $0["properties"]?.strings.contains("header:List-Id:asText") }
        #expect(asked.allSatisfy { $0 == true })
    }

    @Test("P-3: a replacement character alone triggers decoding here")
    func standIn() async throws {
        gives(Self.plain + #", "bodyValues": {"1": {"value": "Das Caf\#u{FFFD} ist auf"}}"#)
        sends()
        #expect(try await service.message(RemoteID("m1"))?.body?.plain == "Das Café ist auf\n")
    }

    @Test("a sender only the server can parse is kept")
    func sender() async throws {
        let raw = String(Self.raw.drop { $0 != "\r\n" }.dropFirst())
        gives(Self.garbled + #", "from": [{"name": "Ada", "email": "ada@mail.example"}]"#, size: raw.utf8.count)
        sends(raw)
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.from.map(\.email) == ["ada@mail.example"] && message.body?.plain == "Das Café ist auf\n")
    }

    @Test("readable text needs no further request")
    func readable() async throws {
        gives(Self.plain + #", "bodyValues": {"1": {"value": "Das Café ist auf"}}"#)
        #expect(try await service.message(RemoteID("m1"))?.body == MessageBody(plain: "Das Café ist auf"))
        #expect(server.requests(to: "/jmap/download/A/b-m1/file").isEmpty)
    }

    @Test(
        "P-3: a message too large to decode here, or incomplete, stays as the server gives it, with a notice"
    )
    func asGiven() async throws {
        let told = MessageBody(
            plain: "Das Caf\u{FFFD} ist auf",
            problems: ["Some of the text was encoded wrongly; what could be read is shown"])
        gives(Self.garbled, size: 1 << 30)
        #expect(try await service.message(RemoteID("m1"))?.body == told)
        #expect(server.requests(to: "/jmap/download/A/b-m1/file").isEmpty)
        gives(Self.garbled)
        sends(status: 404)
        #expect(try await service.message(RemoteID("m1"))?.body == told)
        sends(String(Self.raw.dropLast(10)))
        #expect(try await service.message(RemoteID("m1"))?.body == told)
    }

    @Test("H-4: of several senders, subjects and dates the first counts, with a notice")
    func first() async throws {
        gives(
            Self.plain + """
                , "bodyValues": {"1": {"value": "Hi"}}, "from": [{"name": "Eve", "email": "eve@evil.example"}],
                "sentAt": "2025-06-01T10:00:00Z",
                "header:From:asAddresses:all": [[{"name": "Ada", "email": "ada@mail.example"}], [{"email": "eve@evil.example"}]],
                "header:Subject:asText:all": ["First", "Mill gears"],
                "header:Date:asDate:all": ["2030-06-01T10:00:00Z", "2025-06-01T10:00:00Z"]
                """)
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.from == [MailAddress(name: "Ada", email: "ada@mail.example")])
        #expect(message.subject == "First")
        #expect(
            message.body?.problems == [
                "The mail says that it was written on 1 Jun 2030, more than a day after it came",
                "There are several From headers; the first one counts",
                "There are several Subject headers; the first one counts",
                "There are several Date headers; the first one counts",
            ])
    }

    @Test(
        "the time when mail arrived is read with fractions, and in any zone",
        arguments: [
            ("2025-06-01T10:00:00Z", 1_748_772_000.0), ("2025-06-01T10:00:00.123Z", 1_748_772_000),
            ("2025-06-01T12:00:00+02:00", 1_748_772_000), ("2025-06-01T04:30:00.5-05:30", 1_748_772_000),
            ("2025-06-01T10:00:00", 0), ("2025-06-01T10:00:00+0200", 0), ("2025-06-01T10:00:00Z+02:xx", 0),
        ])
    func arrivals(told: String, seconds: Double) async throws {
        server.on("Email/get") { _ in JMAPFixtures.get([#"{"id": "m1", "receivedAt": "\#(told)"}"#]) }
        #expect(try await service.message(RemoteID("m1"))?.receivedAt == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "a message's written date is its first Date if that is plausible and differs from the arrival",
        arguments: [
            (#""sentAt": "2009-11-18T02:22:00+08:00""#, 1_258_482_120.0),
            (
                #""sentAt": "2025-05-01T10:00:00Z", "header:Date:asDate:all": ["2009-11-17T18:22:00Z", "2025-05-01T10:00:00Z"]"#,
                1_258_482_120
            ),
            (#""sentAt": "2025-06-01T12:00:00+02:00""#, nil), (#""sentAt": "2030-06-01T10:00:00Z""#, nil),
            (#""sentAt": "1970-01-01T00:00:00Z""#, nil), (#""sentAt": null"#, nil),
        ] as [(String, Double?)])
    func written(told: String, seconds: Double?) async throws {
        let written = seconds.map { Date(timeIntervalSince1970: $0) }
        gives(Self.plain + #", "bodyValues": {"1": {"value": "Hi"}}, \#(told)"#)
        #expect(try await service.message(RemoteID("m1"))?.body?.writtenAt == written)
        gives(Self.garbled + ", \(told)")
        sends()
        let read = try #require(try await service.message(RemoteID("m1"))?.body)
        #expect(read.plain == "Das Café ist auf\n" && read.writtenAt == written)
    }

    @Test("H-4: a single sender and subject stay as the server has them")
    func one() async throws {
        gives(
            Self.plain + """
                , "bodyValues": {"1": {"value": "Hi"}}, "from": [{"name": "Ada", "email": "ada@mail.example"}],
                "header:From:asAddresses:all": [[{"name": "A.", "email": "ada@mail.example"}]],
                "header:Subject:asText:all": ["Mill gears"], "header:Date:asDate:all": ["2025-06-01T10:00:00Z"]
                """)
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.from == [MailAddress(name: "Ada", email: "ada@mail.example")])
        #expect(message.subject == "Mill gears" && message.body?.problems == [])
    }
}
