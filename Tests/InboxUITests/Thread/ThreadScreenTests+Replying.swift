import Foundation
import InboxModel
import InboxRemote
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

/// Which message a reply answers.
extension ThreadScreenTests {
    private static let day = 40 * 86_400

    /// Returns the title of the reply that is begun after some commands.
    private func title(_ messages: RemoteMessage..., after commands: Command...) throws -> String {
        let world = try FakeSurroundings(now: Self.day)
        try world.fill(messages)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.text(screen)
        for command in commands { #expect(screen.perform(command)) }
        #expect(screen.perform(.reply))
        return try #require(world.pushed.last as? ComposeScreen).title
    }

    @Test("reply answers the last message of a visible thread; after moving to another the title names it")
    func answered() throws {
        let tom = RemoteMessage.remote(
            id: "a", thread: "t", from: "tom", unread: true, at: Self.day - 7_200, body: "Shall we?")
        let bob = RemoteMessage.remote(
            id: "b", thread: "t", from: "bob", unread: true, at: Self.day - 3_600, body: "Yes.")
        #expect(try title(tom, bob) == "Reply")
        #expect(try title(tom, bob, after: .top).hasPrefix("Reply to Tom, "))
        #expect(try title(tom, bob, after: .top, .down) == "Reply")
    }

    @Test("in a thread in sight as a whole, reply answers the newest message of someone else, not your own after it")
    func answeredOthers() throws {
        let tom = RemoteMessage.remote(
            id: "a", thread: "t", from: "tom", to: ["me"], unread: true, at: Self.day - 7_200, body: "Shall we?")
        let own = RemoteMessage.remote(
            id: "b", thread: "t", from: "me", to: ["tom"], in: ["sent"], at: Self.day - 3_600, body: "Yes.")
        #expect(try title(tom, own).hasPrefix("Reply to Tom, "))
        #expect(try title(tom, own, after: .down) == "Reply", "the user went there")
    }
}
