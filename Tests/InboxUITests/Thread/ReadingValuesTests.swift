import Foundation
import InboxModel
import MailContent
import Testing
import TestSupport

@testable import InboxUI

@Suite("Values of the reader")
struct ReadingValuesTests {
    @Test(
        "sizes use the unit that fits",
        arguments: [
            (0, "0 B"), (197, "197 B"), (999, "999 B"), (1_000, "1 kB"), (4_096, "4.1 kB"), (250_400, "250 kB"),
            (999_600, "1 MB"), (2_500_000, "2.5 MB"), (3_000_000_000, "3 GB"),
        ])
    func sizes(bytes: Int, text: String) {
        #expect(FileSize.text(bytes) == text)
    }

    @Test("a long target keeps its host and is cut in the middle")
    func labels() {
        let target = "https://mail.example.test/a/very/long/path/that/goes/on/and/on/to/the/end.html"
        let text = LinkLabel.text(target, columns: 50, ellipsis: "…")
        #expect(text.count == 50)
        #expect(text.hasPrefix("https://mail.example.test/"))
        #expect(text.hasSuffix("the/end.html"))
        #expect(LinkLabel.text("https://a.test", columns: 50, ellipsis: "…") == "https://a.test")
    }

    @Test(
        "a subject is new if more than reply prefixes, list names or spaces differ",
        arguments: [
            ("Re: Lunch?", "Lunch?", false), ("AW: Re:  lunch?", "Lunch?", false), ("Lunch!", "Lunch?", true),
            ("[list] Re: Lunch?", "Re: [list] Lunch?", false), ("Re: [PATCH v2 2/3] Two", "[PATCH v2 1/3] One", true),
            ("Dinner (was: Lunch?)", "Lunch?", true), ("", "Lunch?", false), ("Re: ", "Lunch?", false),
            ("[1]", "[2]", true), ("[list] [1]", "[1]", false),
        ])
    func subjects(subject: String, before: String, isNew: Bool) {
        #expect(NewSubject.text(subject, after: before) == (isNew ? subject : nil))
    }

    @Test(
        "files go to the configured folder, else to Downloads",
        arguments: [
            ("", "/home/ann/Downloads"), ("~", "/home/ann"), ("~/mail", "/home/ann/mail"), ("/srv/files", "/srv/files"),
            ("mail", "/home/ann/mail"),
        ])
    func folders(setting: String, path: String) {
        #expect(DownloadFolder.path(setting, home: "/home/ann") == path)
        #expect(DownloadFolder.shown(path, home: "/home/ann").hasPrefix(path.hasPrefix("/home/ann") ? "~" : "/"))
    }

    @Test("dates are written out in full")
    func dates() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let dates = MessageDates(clock: WallClock(calendar: calendar) { .test(200) })
        #expect(dates.long(.test(8_520)) == "Thu 1 Jan 2026 02:22")
        #expect(dates.age(.test(110)) == "90 s")
        #expect(dates.age(.test(-7_200)) == "2 h")
        #expect(dates.seconds(until: .test(212)) == 12)
        #expect(dates.seconds(until: .test(0)) == 0)
    }
}

@Suite("Folding of a thread")
struct ThreadFoldingTests {
    private func messages(_ unread: [Bool]) -> [Message] {
        unread.enumerated().map { index, isUnread in
            Message(
                id: MessageID(Int64(index)), account: AccountID(1), remoteID: nil, thread: ThreadID(1), subject: "",
                receivedAt: .test(index), keywords: isUnread ? [] : [.seen])
        }
    }

    private func rows(_ unread: [Bool]) -> String {
        var folding = ThreadFolding()
        folding.see(messages(unread))
        return folding.rows(messages(unread)).map { row in
            switch row {
            case .message(_, isOpen: true): "O"
            case .message(_, isOpen: false): "-"
            case .run(let ids): "(\(ids.count))"
            }
        }.joined()
    }

    @Test(
        "unread messages and the last are open, long runs of read ones take one line",
        arguments: [
            ("r", "O"), ("rr", "-O"), ("rrrr", "---O"), ("rrrrr", "--(2)O"), ("rrrrrrrr", "--(5)O"), ("uruu", "O-OO"),
            ("rrrrurrrrr", "--(2)O--(2)O"),
        ])
    func shape(thread: String, expected: String) {
        #expect(rows(thread.map { $0 == "u" }) == expected)
    }

    @Test("a message that is read meanwhile stays open")
    func stays() {
        var folding = ThreadFolding()
        folding.see(messages([true, true]))
        folding.see(messages([false, false, false]))
        #expect(folding.rows(messages([false, false, false])).map(\.isOpen) == [true, true, false])
    }
}
