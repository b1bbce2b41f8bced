import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

/// What a screen shows for a while: the connection, a wait, mail that is gone; and boxes in which nothing matches.
extension ScreenState {
    static let passing = connections + waits + gone + unmatched

    private static let connections: [ScreenState] = [
        .init("polling", shows: "○ polling") { $0.is(.polling) },
        .init("server-refuses", shows: "server refuses") {
            $0.is(away(RemoteError(.refused(status: 400, message: "unknown capability"), call: "session")))
        },
        .init("account-gone", shows: "account gone") {
            $0.is(
                away(
                    RemoteError(
                        .busy(status: 0, message: "accountNotFound"), call: "session", finding: .otherAccount())))
        },
        .init("since-yesterday", shows: "offline") { client in
            client.is(away(RemoteError(.unreachable(detail: "Connection refused"), call: "changes")))
            client.shell.status.lastContacts[client.account] = .test(FakeSurroundings.noon - 86_400 - 60)
        },
        .init("uploading", shows: "uploading 25%") { client in
            let file = MessageFile(
                remoteID: RemoteID("f"), fileName: "boat.jpg", contentType: "image/jpeg", size: 4_000_000)
            let transfer = FileTransfer(file, .upload, account: client.account)
            transfer.meter.sent(1_000_000)
            client.shell.status.transfers = [transfer]
        },
        .init("jobs-getting", "gj", shows: "41,200 of 60,000") { client in
            let progress = AccountStatus.Progress(
                work: .messages, done: 41_200, total: 60_000, startedAt: .test(FakeSurroundings.noon - 4))
            client.session.board.update(client.account) {
                $0.phase = .live
                $0.progress = progress
            }
            client.is(.live, progress)
        },
    ]

    private static func away(_ error: RemoteError) -> AccountStatus.Phase {
        .offline(error, retryAt: .test(FakeSurroundings.noon + 60))
    }

    private static let waits: [ScreenState] = [
        .init("errand", "Enter", shows: "stops it", after: wait("Getting the message")),
        .init(
            "errand-long", "Enter", shows: "stops it",
            after: wait("Running formail -r | sed s/a/b/ | tee a-very-long-name-of-a-file-that-does-not-fit.txt")),
    ]

    private static func wait(_ words: String) -> @UI @Sendable (ShellClient) async throws -> Void {
        { client in
            client.shell.start(
                Errand(words, for: client.shell.flows.screens.last) {
                    try? await Task.sleep(for: .seconds(86_400))
                    return {}
                })
        }
    }

    private static let gone: [ScreenState] = [
        .init(
            "thread-gone", "j Enter", shows: "no longer here",
            after: { client in
                let account = client.account
                try client.store.writeNow { try $0.remove(message: RemoteID("new"), account: account) }
            }),
        .init(
            "message-gone", "Enter", shows: "The server no longer has this message", isBeforeFirstScreen: true
        ) { client in
            client.answers()
            try client.receive(
                .remote(
                    id: "ghost", from: "zoe", subject: "Where is it?", snippet: "It was", unread: true,
                    at: FakeSurroundings.noon))
        },
    ]

    private static let unmatched: [ScreenState] = [
        .init("log-empty", "gl", shows: "Nothing has happened yet"),
        .init("help-nothing", "? /zebra", shows: "No such key or command"),
        .init("contacts-nothing", "gc /zebra", shows: "Nobody by that name"),
        .init("contact-picker-nothing", "c Ctrl-g zebra", shows: "zebra"),
        .init("files-nothing", "c Ctrl-a zebra", shows: "Nothing by that name") { try await $0.fillFolder() },
        .init("files-mail-nothing", "c Ctrl-a @zebra", shows: "No mail matches") { try await $0.fillFolder() },
        .init("drawer-nothing", "d /zebra", shows: "no match"),
        .init("move-nothing", "m zebra", shows: "zebra"),
        .init("settings-nothing", "gS zebra", shows: "zebra") { $0.shell.settings.downloads = "" },
        .init("find-nothing", "Enter /zebra Enter", shows: "zebra"),
    ]
}
