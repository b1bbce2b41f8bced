import Foundation
import InboxModel
import InboxStore
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

/// Screens opened from a thread, and questions while writing.
extension ScreenState {
    static let mail = opened + attaching + doubts + spoken

    private static let opened: [ScreenState] = [
        .init("find", "Enter /", shows: "Find in this thread"),
        .init("found", "Enter / archive Enter", shows: "archive.example.test"),
        .init("selection", "Enter v j", shows: "folder"),
        .init("snoozed-thread", "b tomorrow Enter", shows: "Snoozed"),
        .init("invitation", "Enter", shows: "Harbour", isBeforeFirstScreen: true, before: invite),
        .init(
            "invitation-answer", "Enter gi", awaits: "Harbour", shows: "Answer the invitation",
            isBeforeFirstScreen: true, before: invite),
        .init(
            "invitation-send", "Enter gi Enter", awaits: "Harbour", shows: "Lunch", isBeforeFirstScreen: true,
            before: invite),
        .init("pictures", "Enter p", awaits: "Look.", shows: "1 × 1 · 43 B", isBeforeFirstScreen: true) { client in
            var message = RemoteMessage.remote(
                id: "hat", from: "zoe", subject: "Hats", unread: true, at: FakeSurroundings.noon, files: ["hat.gif"],
                body: "Look.")
            message.files[0].contentType = "image/gif"
            try client.receive(message)
            let gif = "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
            try client.keep(Data(base64Encoded: gif) ?? Data(), as: "f-hat.gif")
        },
        .init("reader-file", "j j j Enter Tab Tab Enter", shows: "3 tests failed") { client in
            try client.keep(Data("3 tests failed:\nparsing\nfolders\nthreads\n".utf8), as: "f-log.txt")
        },
        .init("reader-source", "Enter I", shows: "Return-Path") { $0.tellsHeaders() },
        .init("reader-all-headers", "Enter i", shows: "Return-Path") { $0.tellsHeaders() },
        .init("reader-all-parts", "Enter P", shows: "fix.diff") { $0.tellsHeaders() },
    ]

    private static let attaching: [ScreenState] = [
        .init("compose-completing", "c kei", shows: "Keith"),
        .init("compose-file", "c ned@else.test Tab Plan Ctrl-a |echo Enter", shows: "output.txt"),
        .init("files", "c Ctrl-a", shows: "plan.pdf") { try await $0.fillFolder() },
        .init("files-found", "c Ctrl-a not", shows: "notes.txt") { try await $0.fillFolder() },
        .init("files-command", "c Ctrl-a |date", shows: "Enter attaches") { try await $0.fillFolder() },
        .init("files-mail", "c Ctrl-a @", shows: "log.txt") { try await $0.fillFolder() },
        .init("contact-picker", "c Ctrl-g", shows: "Carl"),
        .init("send-later", "\(letter) Hello Ctrl-t", shows: "Send when?"),
        .init("send-later-time", "\(letter) Hello Ctrl-t tomorrow", shows: "goes out"),
        .init("send-later-wrong", "\(letter) Hello Ctrl-t yesterday Enter", shows: "not a future time"),
        .init("discarded", shows: "Discarded drafts") { $0.showDiscarded() },
        .init("discarded-none", ":discardedDrafts Enter", shows: "No draft discarded"),
    ]

    private static let letter = "c ned@else.test Tab Plan Tab"

    private static let doubts: [ScreenState] = [
        .init("doubt-file", "\(letter) attached Ctrl-s", shows: "No file"),
        .init("doubt-text", "\(letter) Ctrl-s", shows: "No text"),
        .init("doubt-subject", "c ned@else.test Tab Tab Hello Ctrl-s", shows: "No subject"),
        .init("doubt-short", "c bob@host Tab Plan Tab Hello Ctrl-s", shows: "A short address"),
        .init("doubt-address", "c ned@else.test,zebra Tab Plan Tab Hello Ctrl-s", shows: "No address"),
        .init("doubt-many", "c \(many) Tab Plan Tab Hello Ctrl-s", shows: "Many recipients"),
        .init("doubt-elsewhere", "r Hello Ctrl-s", shows: "It goes elsewhere", isBeforeFirstScreen: true) { client in
            var message = RemoteMessage.remote(
                id: "odd", from: "zoe", subject: "Your parcel", unread: true, at: FakeSurroundings.noon, body: "Answer."
            )
            message.replyTo = [MailAddress(name: "", email: "zoe@elsewhere.example")]
            try client.receive(message)
        },
    ]

    private static let many = (1...21).map { "p\($0)@example.test" }.joined(separator: ",")

    /// Text instead of symbols, for screen readers.
    private static let spoken: [ScreenState] = [
        .init("words-compose", "\(letter) Hello Ctrl-a |echo Enter", shows: "output.txt", settings: words),
        .init("words-reply", "r", shows: "Re: Working", settings: words),
        .init("words-thread", "Enter", shows: "one folder for all", settings: words),
        .init("words-deck", "S", shows: "of 2", settings: words),
        .init("words-palette", ":", shows: "write a message", settings: words),
        .init("words-question", "e o x", shows: "Discard this?", settings: words),
        .init("words-settings", "gS", shows: "Settings", settings: words) { $0.shell.settings.downloads = "" },
        .init("words-files", "c Ctrl-a", shows: "plan.pdf", settings: words) { try await $0.fillFolder() },
        .init("words-jobs", "gj", shows: "What runs", settings: words),
        .init("words-log", "e gl", shows: "Archived", settings: words),
    ]

    private static var words: Settings {
        var settings = Settings()
        settings.words = true
        return settings
    }

    private static let invite: @UI @Sendable (ShellClient) async throws -> Void = { client in
        var message = RemoteMessage.remote(
            id: "invite", from: "lars", subject: "Lunch", unread: true, at: FakeSurroundings.noon,
            files: ["lunch.ics"], body: "See you there.")
        message.files[0].contentType = "text/calendar"
        try client.receive(message)
        let calendar = """
            BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:lunch-1\r\nSUMMARY:Lunch\r\n\
            DTSTART;TZID=Europe/Berlin:20260301T130000\r\nLOCATION:Harbour\r\n\
            ATTENDEE:mailto:me@example.test\r\nATTENDEE:mailto:anna@example.test\r\n\
            ORGANIZER;CN=Lars:mailto:lars@example.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
        try client.keep(Data(calendar.utf8), as: "f-lunch.ics")
    }
}

extension ShellClient {
    /// Provides the source of the first thread's newest message.
    func tellsHeaders() {
        answers()
        server.setHeaders(
            """
            Return-Path: <keith@example.test>
            Received: from mail.example.test (mail.example.test [192.0.2.7])
            \tby mx.example.test with ESMTPS; Tue, 10 Feb 2026 11:10:00 +0000
            From: Keith <keith@example.test>
            To: Me <me@example.test>
            Date: Tue, 10 Feb 2026 11:10:00 +0000
            Message-ID: <dir3@example.test>
            Subject: Re: Working with folders?
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=a

            --a
            Content-Type: text/plain; charset=utf-8

            I am using one folder for all of it, which is fine.
            --a
            Content-Type: text/x-patch
            Content-Disposition: attachment; filename="fix.diff"

            +one line
            --a--

            """, of: "dir3")
    }

    /// Creates two drafts that were discarded at fixed times.
    fileprivate func showDiscarded() {
        let drafts = [("Plan", "Let us meet on Friday.", 3_600), ("", "Dear Bob", 90_000)]
        let versions = drafts.enumerated().map { number, draft in
            DraftVersion(
                id: DraftVersionID(Int64(number)), draft: MessageID(Int64(number)), account: account,
                keptAt: .test(FakeSurroundings.noon - draft.2), isDiscarded: true,
                content: DraftContent(subject: draft.0, body: MessageBody(plain: draft.1)))
        }
        shell.push(DraftVersionsScreen("Discarded drafts", versions, around: shell) { _ in })
    }

    /// What is in the folder to attach from, newest first, with the sizes.
    private static let letters = [("plan.pdf", 48_200), ("notes.txt", 310), ("boat.jpg", 2_400_000)]

    /// Creates a folder to attach from. Its path is on the screen, so it must always be the same, and other tests and processes look into
    /// it meanwhile: it gets its name when it is complete, and stays.
    func fillFolder() async throws {
        let (folder, files) = ("/tmp/maraca-letters", FileManager.default)
        if !Self.isFilled(folder) {
            let new = "\(folder)-\(UUID().uuidString)"
            try files.createDirectory(atPath: new + "/Bills", withIntermediateDirectories: true)
            for (day, (name, size)) in Self.letters.enumerated() {
                try Data(count: size).write(to: URL(fileURLWithPath: "\(new)/\(name)"))
                try files.setAttributes(
                    [.modificationDate: Date.test(-day * 86_400)], ofItemAtPath: "\(new)/\(name)")
            }
            if rename(new, folder) != 0, !Self.isFilled(folder) {
                // It is of an older version of this test.
                try files.removeItem(atPath: folder)
                rename(new, folder)
            }
            try? files.removeItem(atPath: new)
        }
        await session.setSetting(folder, key: "lastFolder")
    }

    private static func isFilled(_ folder: String) -> Bool {
        letters.enumerated().allSatisfy { day, letter in
            let found = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(letter.0)")
            return (found?[.size] as? NSNumber)?.intValue == letter.1
                && found?[.modificationDate] as? Date == .test(-day * 86_400)
        }
    }
}
