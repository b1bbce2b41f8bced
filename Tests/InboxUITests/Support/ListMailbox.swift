import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

extension FakeSurroundings {
    /// Day 40 at noon is Tuesday 10 February 2026.
    nonisolated static let noon = 40 * 86_400 + 12 * 3_600

    /// A list of six threads, of every kind.
    static func mailbox() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: noon)
        try world.fill(sixThreads)
        return (world, world.list())
    }

    nonisolated static var sixThreads: [RemoteMessage] {
        let now = noon
        var lunch = RemoteMessage.remote(
            id: "lunch1", thread: "lunch", from: "bob", subject: "Lunch?", snippet: "Shall we?", at: now - 90_000 * 30)
        lunch.keywords.insert(.answered)
        return [
            .remote(
                id: "dir1", thread: "dir", from: "lars", subject: "Working with folders?", snippet: "old",
                at: now - 90_000),
            .remote(
                id: "dir2", thread: "dir", from: "mikhail", subject: "Re: Working with folders?", snippet: "older",
                at: now - 9_000),
            .remote(
                id: "dir3", thread: "dir", from: "keith", subject: "Re: Working with folders?",
                snippet: "I am using one folder for all of it, which is fine", unread: true, at: now - 3_000),
            .remote(
                id: "new", from: "keith packard", subject: "New to the list", snippet: "Hi all, I've been lurking here",
                unread: true,
                starred: true, at: now - 10_000),
            .remote(
                id: "patch", from: "carl", subject: "[PATCH] Close the file after parsing", snippet: "The file",
                at: now - 86_400 * 2),
            .remote(
                id: "build", from: "build robot", subject: "Nightly build: 3 failures", snippet: "see the attachment",
                at: now - 86_400 * 4, files: ["log.txt"]),
            lunch,
            .remote(
                id: "lunch2", thread: "lunch", from: "me", to: ["bob"], subject: "Re: Lunch?", snippet: "Yes, at one.",
                at: now - 86_400 * 29),
            .remote(id: "old", from: "jan", subject: "Long ago", snippet: "It was a dark night", at: -86_400 * 400),
        ]
    }

    /// Returns a list whose other screens don't matter.
    func list(serverPause: Duration? = nil) -> ListScreen {
        ListScreen(
            around: self,
            make: ScreenMaker(
                login: { OutboxScreen(around: $0) },
                thread: { ThreadScreen(thread: $0.id, order: $1, around: $2) },
                deck: { OutboxScreen(around: $3) }, compose: { ComposeScreen($0, around: $1) },
                outbox: { OutboxScreen(around: $0) }),
            serverPause: serverPause)
    }
}

extension ListScreen {
    /// The threads of the rows, in order.
    var shownThreads: [MailThread] { loaded.items.map(\.thread) }
    var shown: [ThreadID] { rows.rows.compactMap { loaded[$0]?.thread.id } }
    var selected: ThreadID? { rows.selection.flatMap { loaded[$0]?.thread.id } }
    func thread(_ id: ThreadID) -> MailThread? { loaded[.thread(id)]?.thread }
}
