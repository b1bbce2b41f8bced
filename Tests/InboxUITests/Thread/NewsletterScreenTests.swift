import Foundation
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// The invented newsletters, receipts, invitations and alerts as they appear on the screen. Other tests compare their text;
/// these compare what the reader sees, with colours.
@UI
@Suite("Newsletters on the screen", .timeLimit(.minutes(10)))
struct NewsletterScreenTests {
    private nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../MailContentTests/Newsletters").standardized
    private nonisolated static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
        .filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
    /// More rows than any of them has.
    private static let tall = 400

    @Test("there are at least 20 newsletters")
    func count() { #expect(Self.names.count >= 20) }

    @Test("each reads well at 80 and at 120 columns", arguments: names)
    func screen(name: String) throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "m", thread: "t", from: "news", subject: "News", at: 86_400)
        message.body = MessageBody(
            html: try String(contentsOf: Self.folder.appending(path: name + ".html"), encoding: .utf8))
        try world.fill(message)
        let screens = try [80, 120].map { width in
            let screen = ThreadScreen(thread: try world.thread("t"), around: world)
            let rows = world.text(screen, width, Self.tall).dropLast()
            let last = try #require(rows.lastIndex { !$0.allSatisfy { $0 == " " } })
            try #require(last < Self.tall - 3)
            return world.draw(screen, width, last + 3).golden
        }
        #expect(screenGolden("newsletter-\(name)", text: screens.joined(separator: "\n")) == nil)
    }
}
