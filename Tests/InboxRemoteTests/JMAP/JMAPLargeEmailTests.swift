import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("An email that is too large for an answer", .timeLimit(.minutes(10)))
struct JMAPLargeEmailTests {
    /// What of the second of three new emails exceeds the limit.
    enum Part: CaseIterable {
        case text, parts, marks
    }

    private let server = ScriptedJMAP()
    private var service: JMAPService { .scripted(server) }

    private static let tooMuch = #", "x": "\#(String(repeating: "x", count: JMAPCaller.largestAnswer))""#

    /// - Parameter refuses: whether the server says so itself, instead of sending too much.
    private func answer(with large: Part, refuses: Bool) {
        server.next("Email/changes", JMAPFixtures.changes(to: "e1", created: ["m0", "m1", "m2"]))
        server.on("Email/get") { call in
            let isAsked =
                switch large {
                case .text: call["fetchTextBodyValues"] == true
                case .parts: call["properties"]?.strings.contains("attachments") == true
                case .marks: true
                }
            let isLarge = isAsked && call.ids.contains("m1")
            if isLarge && refuses { return .error("requestTooLarge") }
            return JMAPFixtures.get(
                call.ids.map { JMAPFixtures.email($0, more: isLarge && $0 == "m1" ? Self.tooMuch : "") })
        }
    }

    private func changes() async throws -> RemoteChanges {
        try await service.changes(since: SyncState(email: "e0", mailbox: "m0").text, wait: nil)
    }

    @Test("J-11, J-51: comes with less, and later messages still come", arguments: [Part.text, .parts], [true, false])
    func less(large: Part, refuses: Bool) async throws {
        answer(with: large, refuses: refuses)
        let changes = try await changes()
        let told = changes.changes.compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(Set(told.map(\.id.rawValue)) == ["m0", "m1", "m2"])
        let message = try #require(told.first { $0.id == RemoteID("m1") })
        #expect(message.body == nil && message.subject == "Mill gears" && message.mailboxes == [RemoteID("in")])
        #expect(SyncState(changes.newState)?.email == "e1")
    }

    @Test("J-11: is left out, and counted, if even its marks are too much; later messages still come")
    func leftOut() async throws {
        answer(with: .marks, refuses: false)
        let service = service
        let changes = try await service.changes(since: SyncState(email: "e0", mailbox: "m0").text, wait: nil)
        let told = changes.changes.compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(Set(told.map(\.id.rawValue)) == ["m0", "m2"])
        #expect(SyncState(changes.newState)?.email == "e1")
        #expect(service.leftOut.count == 1)
    }

    @Test("is an error if the server refuses every request")
    func refused() async throws {
        answer(with: .marks, refuses: true)
        await #expect { _ = try await changes() } throws: { ($0 as? RemoteError)?.type == "requestTooLarge" }
    }

    @Test("is read from its source when it is opened")
    func opened() async throws {
        let source = "From: Ann <ann@example.test>\r\nTo: me@example.test\r\nSubject: Many parts\r\n\r\nThe text.\r\n"
        server.on("Email/get") { call in
            let isWhole = call["properties"]?.strings.contains("attachments") == true
            let more = isWhole ? Self.tooMuch : #", "size": \#(source.utf8.count)"#
            return JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: more) })
        }
        server.nextHTTP("/jmap/download/A/b-m1/file", status: 200, text: source)
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.body?.plain == "The text.\n")
        #expect(message.subject == "Many parts" && message.from.map(\.email) == ["ann@example.test"])
    }

    @Test("M-2: cannot be opened if it is a draft, which would lose its blind copies and files when it is saved")
    func draft() async throws {
        let source = "To: bo@example.test\r\nBcc: cy@example.test\r\n\r\nThe text.\r\n"
        server.on("Email/get") { call in
            let isWhole = call["properties"]?.strings.contains("attachments") == true
            let more = isWhole ? Self.tooMuch : #", "size": \#(source.utf8.count)"#
            return JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, keywords: ["$draft"], more: more) })
        }
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: source)
        await #expect { _ = try await service.message(RemoteID("d1")) } throws: {
            ($0 as? RemoteError)?.isTooLarge == true
        }
    }

    @Test(
        "the beginning of a text is shown if all of it, and its source, are too large; not of a draft",
        arguments: [false, true])
    func beginning(isDraft: Bool) async throws {
        server.on("Email/get") { call in
            let isCut = call["fetchTextBodyValues"] == true && call["maxBodyValueBytes"] != nil
            let isShort = call["properties"]?.strings.contains("attachments") == false
            let body = """
                , "size": 20000000, "textBody": [{"partId": "1", "type": "text/plain"}], "htmlBody": [], \
                "bodyValues": {"1": {"value": "The beginning", "isTruncated": true}}
                """
            let keywords = isDraft ? ["$draft"] : []
            return JMAPFixtures.get(
                call.ids.map {
                    JMAPFixtures.email($0, keywords: keywords, more: isCut || isShort ? body : Self.tooMuch)
                })
        }
        if isDraft {
            await #expect { _ = try await service.message(RemoteID("m1")) } throws: {
                ($0 as? RemoteError)?.isTooLarge == true
            }
        } else {
            let message = try #require(try await service.message(RemoteID("m1")))
            #expect(message.body?.plain == "The beginning")
            #expect(message.body?.problems == ["The server gave only the beginning of the text"])
        }
    }

    @Test("cannot be opened if its source is as large")
    func tooLargeToOpen() async throws {
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: Self.tooMuch) }) }
        await #expect { _ = try await service.message(RemoteID("m1")) } throws: {
            ($0 as? RemoteError)?.isTooLarge == true
        }
    }
}
