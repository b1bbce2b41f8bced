import Foundation
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

/// Rarer screens: mail that hides something, what waits and why, the deck in another order.
extension ScreenState {
    static let rare = dealt + listed + waiting + hidden + programs

    private static let dealt: [ScreenState] = [
        .init("deck-all", "S A", shows: "all of Inbox"),
        .init("deck-selected", "x x S", shows: "selected in Inbox"),
        .init("deck-kept", "S Right Right", shows: "those kept for later"),
        .init("deck-elsewhere", "gm Archive Enter S", shows: "unread in the inbox"),
        .init("palette-own", ":boss", shows: "search from:boss", settings: ownKeys),
        .init("help-own", "? /boss", shows: "search from:boss", settings: ownKeys),
    ]

    private static let listed: [ScreenState] = [
        .init("reply-later", "w d", shows: "Reply later"),
        .init("drawer-view", "/folders Enter v d G k k k", shows: "Pinned"),
        .init("snoozed", "b tomorrow Enter /is:snoozed Enter", shows: "until Wed"),
        .init("thread-snoozed", "b tomorrow Enter /is:snoozed Enter Enter", shows: "one folder for all"),
        .init("list-range", "V j j", shows: "3 selected"),
        .init("list-preview-below", shows: "Nightly", settings: previewBelow),
        .init("list-first", shows: "Nightly", isBeforeFirstScreen: true) {
            await $0.session.setSetting(nil, key: FirstHint.key)
        },
    ]

    private static let waiting: [ScreenState] = [
        .init("outbox-held", "e o p", shows: "held here until"),
        .init("outbox-refused", "o", shows: "refused: not allowed") { client in
            try await client.archiveFirst()
            try client.store.writeNow { transaction in
                let action = try #require(try transaction.reader.queue().first)
                try transaction.refuse(action.id, reason: "not allowed", now: .test(FakeSurroundings.noon - 300))
            }
        },
        .init("outbox-offline", "o", shows: "waits for the connection") { client in
            try await client.archiveFirst()
            let words = "no connection to 127.0.0.1, port 39517"
            try client.store.writeNow { transaction in
                let action = try #require(try transaction.reader.queue().first)
                try transaction.postpone(action.id, until: .test(FakeSurroundings.noon + 60), error: words)
            }
            client.is(
                .offline(
                    RemoteError(.unreachable(detail: words), call: "changes"),
                    retryAt: .test(FakeSurroundings.noon + 60)))
        },
    ]

    private static let programs: [ScreenState] = [
        .init("command-output", "; Enter", shows: "Done: Count", settings: command("Count", "echo 2")),
        .init("command-many-lines", "; Enter", shows: "Done: Count", settings: command("Count", "seq -s ' ' 9 99")),
        .init(
            "command-failed", "; Enter", shows: "Print failed (3)",
            settings: command("Print", "echo no such printer >&2; exit 3")),
        .init(
            "command-too-slow", "; Enter", shows: "Print took longer than 1 s",
            settings: command("Print", "sleep 60", seconds: 1)),
        .init(
            "thread-block", "Enter", shows: "Rain from nine on",
            settings: command("Sky", "echo Rain from nine on", isBlock: true)),
        .init("thread-block-failed", "Enter", shows: "failed (3)", settings: command("Sky", "exit 3", isBlock: true)),
        .init("jobs-stopped", "gj", shows: "Paused by you") { client in
            client.session.board.update(client.account) { $0.phase = .paused }
            client.is(.paused)
        },
    ]

    private static func command(_ name: String, _ line: String, seconds: Int = 10, isBlock: Bool = false) -> Settings {
        var settings = Settings()
        settings.commands = [name: NamedCommand(run: line, seconds: seconds, isBlock: isBlock)]
        return settings
    }

    private static let hidden: [ScreenState] = [
        .init("hidden-text-shown", "Enter gh", shows: "[hidden:", isBeforeFirstScreen: true, before: newsletter),
        .init(
            "link-careful", "Enter Tab Enter", awaits: "Our offer", shows: "Careful", isBeforeFirstScreen: true,
            before: newsletter),
        .init("pictures-elsewhere", "Enter", shows: "1 picture on another server", isBeforeFirstScreen: true) {
            client in
            var message = news
            message.body = MessageBody(
                html: "<p>Our offer</p><img src=\"https://shop.example/hat.png\" alt=\"A red hat\">")
            try client.receive(message)
        },
        .init("quote-above", "Enter", shows: "from above", isBeforeFirstScreen: true) { client in
            let words = (1...6).map { "Line \($0) of what was said first, and by whom" }
            let quote = (["On Monday, Lars wrote:"] + words.map { "> " + $0 } + ["", "I see."])
                .joined(separator: "\n")
            let noon = FakeSurroundings.noon
            try client.receive(
                .remote(
                    id: "q1", thread: "q", from: "lars", subject: "Words", at: noon - 500,
                    body: words.joined(separator: "\n")))
            try client.receive(
                .remote(
                    id: "q2", thread: "q", from: "keith", subject: "Re: Words", unread: true, at: noon, body: quote))
        },
        .init("files-several", "Enter", shows: "boat.jpg", isBeforeFirstScreen: true) { client in
            try client.receive(
                .remote(
                    id: "files", from: "zoe", subject: "Plans", unread: true, at: FakeSurroundings.noon,
                    files: ["plan.pdf", "boat.jpg"], body: "Here they are."))
        },
        .init(
            "reader-attached-mail", "Enter Tab Enter", awaits: "The box.eml", shows: "Outer text",
            isBeforeFirstScreen: true
        ) { client in
            let mail = """
                From: Anna <anna@example.test>\r\nTo: Me <me@example.test>\r\nSubject: The box\r\n\
                Date: Tue, 10 Feb 2026 11:10:00 +0000\r\nMIME-Version: 1.0\r\n\
                Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nOuter text\r\n--a\r\n\
                Content-Type: text/plain\r\nContent-Disposition: attachment; filename="notes.txt"\r\n\r\n\
                Notes\r\n--a--\r\n
                """
            var message = RemoteMessage.remote(
                id: "box", from: "anna", subject: "A box", unread: true, at: FakeSurroundings.noon, files: ["box"],
                body: "See the mail.")
            message.files[0].contentType = "message/rfc822"
            message.files[0].fileName = "The box.eml"
            message.files[0].size = mail.utf8.count
            try client.receive(message)
            try client.keep(Data(mail.utf8), as: "f-box")
        },
    ]

    private static let newsletter: @UI @Sendable (ShellClient) async throws -> Void = { client in
        var message = news
        message.body = MessageBody(
            html: """
                <p>Our offer</p><p style="display:none">read by no one</p>
                <p><a href="https://elsewhere.example/in">https://bank.example/login</a></p>
                """)
        try client.receive(message)
    }

    private static var news: RemoteMessage {
        .remote(id: "news", from: "shop", subject: "Hats", unread: true, at: FakeSurroundings.noon)
    }

    private static var ownKeys: Settings {
        var settings = Settings()
        settings.keys = ["search:from:boss": ["gB"], "move:Work": ["F11"]]
        return settings
    }

    private static var previewBelow: Settings {
        var settings = Settings()
        settings.preview = .below
        return settings
    }
}

extension ShellClient {
    fileprivate func archiveFirst() async throws {
        let thread = try #require(try session.threads(.everything, limit: 1).first?.id)
        _ = try await session.perform(.archive, on: [thread])
    }
}
