import Foundation
import InboxKit
import InboxModel
import InboxRemote
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Headers of one's choice", .timeLimit(.minutes(10)))
struct ChosenHeadersTests {
    private func world(_ names: [String]) async throws -> FakeSurroundings {
        let world = try await FakeSurroundings.paused()
        world.settings.headers = names
        let message = RemoteMessage.remote(id: "m1", thread: "t", from: "lars", at: 86_400, body: "Offers")
        try world.fill(message)
        world.server.put(message)
        let long = Array(repeating: "word", count: 60).joined(separator: " ")
        world.server.setHeaders(
            "X-Mailer: =?utf-8?q?M=C3=BCtt?=\r\nX-Long: \(long)\r\nReceived: one\r\nReceived:\r\n   two       2\r\n"
                + "Received: three\r\nReceived: four\r\nX-Odd: \u{1B}]0;owned\u{7}\r\nX-Empty:\r\n", of: "m1")
        return world
    }

    @Test("an opened message shows those that it has, decoded and harmless, a line each, at every size")
    func shown() async throws {
        let world = try await world(["X-Mailer", "X-None", "received", "X-Long", "X-Odd", "X-Empty"])
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(world.text(screen).contains { $0.contains("Offers") }, "no text waits for them")
        await world.until { world.text(screen).contains { $0.contains("  X-Mailer: Mütt") } }
        for (width, height) in [(80, 24), (120, 40), (40, 12)] {
            let lines = world.text(screen, width, height)
            let first = try #require(lines.firstIndex { $0.contains("  X-Mailer: Mütt") })
            let named = lines[(first + 1)...].prefix(4).map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(named.prefix(3) == ["received: one", "received: two 2", "received: three"], "\(lines)")
            #expect(named[3].hasPrefix("X-Long: word word") && named[3].hasSuffix("…"))
            #expect(!lines.contains { $0.contains("X-None") || $0.contains("X-Empty") || $0.contains("four") })
            #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
        }
        world.settings.headers = []
        screen.settingsChanged()
        #expect(!world.text(screen).contains { $0.contains("X-Mailer") })
    }

    @Test("without any nobody is asked for them; with some the server is asked once for all, and what it said is kept")
    func asking() async throws {
        let world = try await world(["X-Mailer", "X-None"])
        let message = try #require(try world.session.messages(of: try world.thread("t")).first)
        let headers = ChosenHeaders(session: world.session) { world.setNeedsDraw() }
        #expect(headers.headers(of: message, asking: true).isEmpty && world.server.calls("rawMessage").isEmpty)
        headers.choose(["X-Mailer", "X-None"])
        #expect(headers.headers(of: message, asking: false).isEmpty && world.server.calls("rawMessage").isEmpty)
        _ = headers.headers(of: message, asking: true)
        await world.until { !headers.headers(of: message, asking: true).isEmpty }
        #expect(headers.headers(of: message, asking: true).map(\.value) == ["Mütt"])
        #expect(world.server.calls("rawMessage").count == 1)
        let again = ChosenHeaders(session: world.session) { world.setNeedsDraw() }
        again.choose(["X-Mailer"])
        _ = again.headers(of: message, asking: true)
        await world.until { !again.headers(of: message, asking: true).isEmpty }
        #expect(world.server.calls("rawMessage").count == 1)
    }

    @Test("names that are none are reported, and the others are used")
    func names() {
        func read(_ json: String) -> SettingsReading { SettingsReading(Data(json.utf8)) }
        let reading = read(#"{"headers": ["X-Mailer", "X Mailer", "X:", "", 3, "Kopfzeile-ä"]}"#)
        #expect(reading.settings.headers == ["X-Mailer"] && reading.notices.count == 5)
        #expect(reading.notices.first?.contains("“headers[1]” must be the name of a header") == true)
        #expect(read(#"{"headers": "X-Mailer"}"#).notices.count == 1)
        let many = (0...10).map { "\"X-\($0)\"" }.joined(separator: ", ")
        #expect(read("{\"headers\": [\(many)]}").notices.count == 1)
    }
}
