import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

/// A sentence for every error, with hostile text wherever text comes from outside.
private enum ErrorSentences {
    private static let hostile = "\u{1B}[31mred\u{7}\u{202E}\r\nsecond"

    private static let remote: [RemoteError.Reason] = [
        .unreachable(detail: hostile), .busy(status: 503, message: hostile), .limited(message: hostile),
        .signedOut(message: hostile), .stateTooOld, .refused(status: 400, message: hostile),
        .notFound(message: hostile),
        .unreadableAnswer(detail: hostile), .insecure(detail: hostile), .unsupported, .cancelled,
        .noServer(
            NoServer(
                attempts: [
                    .init(.record(hostile), .leadsTo(hostile)), .init(.url(hostile), .unreachable(hostile)),
                    .init(.url(hostile), .insecure(hostile)),
                ])),
    ]

    /// J-26
    private static let missing: [String] = [[], [hostile], [hostile, "b"]].map { (names: [String]) -> String in
        let detail = RemoteError.Reason.busy(status: 0, message: hostile)
        return Wording.sentence(
            RemoteError(detail, call: "session", finding: .otherAccount(names: names)))
    }

    private static let errands: [String] =
        [
            PictureFetchProblem.notAllowed, .notPublic, .tooLarge, .tooSlow, .noPicture, .refused(status: 404),
            .unreachable,
        ].map { Wording.sentence($0) }
        + [UnsubscribeProblem.notAllowed, .notPublic, .sentOn, .refused(status: 500), .unreachable, .noAnswer].map {
            Wording.sentence($0)
        }

    static let all: [String] =
        remote.map { Wording.sentence(RemoteError($0, call: "GET /x")) }
        + missing
        + [
            StoreError.diskFull, .quotaUsed, .notWritable(path: hostile), .newerVersion(path: hostile),
            .corrupt(path: hostile), .locked, .moved(path: hostile),
            .notFound, .failed(detail: hostile),
        ].map { Wording.sentence($0) }
        + [HomeError.notWritable(path: hostile), .notOurs(path: hostile), .noPlace].map { Wording.sentence($0) }
        + [
            SecretError.missing, .commandPrintedNothing, .notWritable(path: hostile), .notPrivate(path: hostile),
            .notReadable(path: hostile),
            .commandFailed(status: 1, output: hostile),
        ]
        .map { Wording.sentence($0) }
        + ([.readOnly, .wrongMailbox, .noLabels, .beingSent, .beingHandedOver]
        + MailboxRole.allCases.flatMap { [ActionError.noMailbox($0), .notLabel($0)] }).map {
            Wording.sentence($0)
        }
        + [Wording.sentence(SessionError.accountExists), Wording.sentence(SessionError.notFound)] + errands
}

@Suite("Wording")
struct WordingTests {
    @Test("a command prints a thread's marks as the client shows them: signs, plain ones, or words")
    func marks() {
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", firstDate: .test(0),
            lastDate: .test(0), messageCount: 1, unreadCount: 1, hasFiles: true)
        var settings = Settings()
        func marks(_ locale: [String: String]) -> String {
            Wording.marks(of: thread, settings.glyphs(environment: locale))
        }
        #expect(marks(["LANG": "de_DE.UTF-8"]) == "● ⎘" && marks(["LC_ALL": "", "LANG": "C.utf8"]) == "● ⎘")
        #expect(marks(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]) == "o @" && marks([:]) == "o @")
        settings.ascii = true
        #expect(marks(["LANG": "de_DE.UTF-8"]) == "o @")
        settings.words = true
        #expect(marks(["LC_ALL": "C"]) == "unread, file")
    }

    @Test("a command lists a sender whose name may deceive by the address")
    func senders() {
        func listed(_ senders: MailAddress...) -> String {
            let thread = MailThread(
                id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "", senders: senders,
                participants: senders, firstDate: .test(0), lastDate: .test(0), messageCount: senders.count)
            return Wording.senders(of: thread, own: ["me@example.test"], columns: 40)
        }
        #expect(listed(MailAddress(name: "bank@good.test (IT)", email: "it@evil.test")) == "it@evil.test")
        #expect(listed(.person("anna"), .person("me")) == "Me and Anna")
        #expect(listed() == "(no sender)")
    }

    @Test("a failed server search lists each place tried, and what to do if the provider also speaks JMAP")
    func places() {
        var search = NoServer(attempts: [
            .init(.record("_jmap._tcp.mill.example"), .leadsTo("jmap.mill.example")),
            .init(.url("https://jmap.mill.example"), .unreachable("Connection refused")),
        ])
        let tried = " Tried: _jmap._tcp.mill.example (names jmap.mill.example), jmap.mill.example (Connection refused)."
        #expect(Wording.sentence(search) == "No JMAP, IMAP or Inbox API server was found." + tried)
        search = NoServer(attempts: [
            .init(.url("http://127.0.0.1:9/"), .noMail), .init(.url("imaps://imap.mill.example"), .noAnswer),
        ])
        #expect(
            Wording.sentence(search)
                == "No JMAP, IMAP or Inbox API server was found. "
                + "Tried: http://127.0.0.1:9/ (no mail server), imaps://imap.mill.example (no answer).")
    }

    @Test("what a provider wants instead of the password is said with what to do")
    func providers() throws {
        func advice(_ address: String) throws -> String? {
            Wording.advice(try #require(MailProvider.of(address: address)))
        }
        #expect(try advice("ann@gmail.com")?.contains("app password") == true)
        #expect(try advice("ann@gmail.com")?.hasSuffix("https://myaccount.google.com/apppasswords") == true)
        #expect(try advice("ann@outlook.com")?.contains("--password-command") == true)
        #expect(try advice("ann@gmx.de")?.contains("allowed IMAP in the settings") == true)
        #expect(try advice("ann@t-online.de") == nil)
    }

    @Test("a command names the server that the user has to confirm, as it can be typed")
    func foreign() {
        let url = "imaps://imap.mill.example?smtp=smtps://smtp.mill.example"
        let error = RemoteError(
            .noServer(NoServer(attempts: [])), call: "discovery", finding: .foreignServer(url: url))
        #expect(Wording.signIn(.remote(error)).hasSuffix("name it: '\(url)'"))
    }

    @Test("what a network does that wants its users to sign in is named as a cause")
    func networks() {
        for reason in [
            RemoteError.Reason.busy(status: 511, message: "status 511"), .unreadableAnswer(detail: "no JSON"),
            .insecure(detail: "no alternative certificate subject name matches"),
        ] {
            #expect(Wording.sentence(RemoteError(reason, call: "x")).contains("network wants you to sign in first"))
        }
    }

    @Test("a secret that others can read is reported with its mode and remedy")
    func secrets() {
        func file(_ mode: UInt16, isOwn: Bool = true, holdsTokens: Bool = false) -> (text: String, isGood: Bool) {
            Wording.finding(.file(SecretFile(path: "/s/7", holdsTokens: holdsTokens, mode: mode, isOwn: isOwn)))
        }
        #expect(file(0o600).isGood && file(0o600).text == "the password in /s/7, mode 0600, for you alone")
        #expect(file(0o600, holdsTokens: true).text.hasPrefix("tokens of a sign-in with a browser in /s/7"))
        #expect(
            !file(0o644).isGood
                && file(0o644).text.hasSuffix("mode 0644, which is open to others; close it: chmod 600 /s/7"))
        #expect(!file(0o600, isOwn: false).isGood && !Wording.finding(.missing(path: "/s/7")).isGood)
        #expect(Wording.finding(.command("pass")).isGood)
    }

    @Test(
        "every error is whole sentences without control characters, and names no key: commands say the same",
        arguments: ErrorSentences.all)
    func sentences(text: String) {
        #expect(text.hasSuffix("."))
        #expect(text.first?.isUppercase == true)
        #expect(!text.contains("..") && !text.contains(": ."))
        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control || $0.value == 0x202E }
        #expect(controls.isEmpty)
        #expect(text.firstMatch(of: /([Ww]ith|[Pp]ress) \S[.,;]/) == nil)
    }

    @Test("an action's notice quotes its subject")
    func deeds() {
        #expect(Wording.done(Deed(command: .archive, title: "Lunch?", threads: [ThreadID(1)])) == "Archived “Lunch?”")
        var whole = Deed(command: .trash, title: "Lunch?", threads: [ThreadID(1)])
        whole.threadMessages = 23
        #expect(Wording.done(whole) == "To the trash: “Lunch?”, 23 messages")
        whole.threadMessages = 1
        #expect(Wording.done(whole) == "To the trash: “Lunch?”")
        #expect(Wording.done(Deed(command: .shake, title: "3 threads", threads: [])) == "Read 3 threads")
        let work = Mailbox(
            id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "Work", role: nil)
        let shared = Deed(
            command: .move, title: "5 threads", threads: [], target: work,
            shares: [.init(address: "me@example.test", count: 3), .init(address: "work@example.test", count: 2)])
        #expect(
            Wording.done(shared) == "Moved 5 threads to Work in 2 accounts")
        let making = Deed(command: .archive, title: "Lunch?", threads: [ThreadID(1)], mailboxes: ["Archive"])
        #expect(Wording.done(making) == "Archived “Lunch?”; created the mailbox “Archive”")
        #expect(Wording.undone(making) == "Undone: archive “Lunch?”, and its mailbox “Archive”")
        #expect(
            Wording.undone(Deed(command: .trash, title: "", threads: [ThreadID(1)]))
                == "Undone: move to the trash (no subject)")
        #expect(
            Wording.undone(Deed(command: .unreadable, title: "Lunch?", threads: []))
                == "Skipped: what was done with “Lunch?” can't be read: damaged, or from a newer Maraca")
    }

    @Test("N-7: damaged files set aside are named by their common prefix, on one line")
    func setAside() {
        #expect(Wording.setAside([]) == nil)
        let words = Wording.setAside(["/home/an\nn/store.sqlite.damaged", "/home/an\nn/store.sqlite.damaged-2"])
        #expect(words?.hasPrefix("/home/an�n/store.sqlite.damaged* was set aside") == true)
    }

    @Test("removing an account names kept texts of failed commands, on a line")
    func unsent() {
        #expect(Wording.unsent([]) == nil)
        #expect(
            Wording.unsent(["/home/an\nn/unsent.txt"])
                == "/home/an�n/unsent.txt holds the text of a command that failed: delete it when you no longer "
                + "need it.")
        let words = Wording.unsent(["/a/unsent (2).txt", "/a/unsent.txt", "/a/unsent (3).txt"])
        #expect(words?.hasPrefix("/a/unsent (2).txt and 2 more hold texts of commands that failed: delete") == true)
    }

    @Test("undoing a send says what became of the message")
    func recalled() {
        func words(_ command: Action.Command, _ recall: Deed.Recall) -> String {
            var deed = Deed(command: command, title: "Lunch?", threads: [])
            deed.recall = recall
            return Wording.undone(deed)
        }
        #expect(words(.sendDraft, .stays) == "Undone: send “Lunch?”; it is a draft again")
        #expect(words(.bounce, .stays) == "Undone: redirect “Lunch?”")
        #expect(
            words(.sendDraft, .isAskedBack)
                == "“Lunch?”: asking its server to give it back; then it is a draft again")
        #expect(
            words(.sendDraft, .isTooLate)
                == "Too late: “Lunch?” is no longer in the outbox: it was sent, taken back or discarded. Nothing else was changed"
        )
    }

    @Test("what a server refused is as before, unless it is gone")
    func refused() {
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .move, title: "Ferry", createdAt: .distantPast)
        let words = ["the mailbox is read-only", Notice.goneText].map {
            Wording.sentence(.refused(action, message: $0), WallClock())
        }
        #expect(
            words == [
                "Not done: move “Ferry”: the mailbox is read-only. It is as before.",
                "Not done: move “Ferry”: it is no longer on the server.",
            ])
    }

    @Test("drafts that go together, alone or with other mail, are counted, and the other mail is named")
    func drafts() {
        var deed = Deed(command: .deleteDraft, title: "Half done", threads: [ThreadID(1)])
        #expect(Wording.done(deed) == "Draft discarded: “Half done”")
        #expect(Wording.undone(deed) == "Undone: discard the draft “Half done”")
        deed.title = "3 drafts"
        #expect(Wording.done(deed) == "Discarded 3 drafts" && Wording.undone(deed) == "Undone: discard 3 drafts")
        deed.others = [Deed(command: .trash, title: "2 threads", threads: [ThreadID(2), ThreadID(3)])]
        #expect(Wording.done(deed) == "Done: discard 3 drafts, move to the trash 2 threads")
    }

    @Test("a message of unknown fate, even to one recipient, is not said to be sent")
    func partlySent() {
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .sendDraft, title: "Lunch?", createdAt: .test(0))
        func words(_ message: String) -> String {
            Wording.sentence(.partlySent(action, message: message), WallClock())
        }
        let unknown = words("bob@example.test: 451 4.4.7 It may have been sent: timed out")
        #expect(unknown.hasPrefix("It is not known whether everyone got “Lunch?”: "))
        #expect(words("bob@example.test: no such person").hasPrefix("Sent, but not to everyone: “Lunch?”: "))
    }

    @Test("a home that can't be written is said to need that, even for reading")
    func notWritable() {
        for sentence in [
            Wording.sentence(StoreError.notWritable(path: "/a")), Wording.sentence(HomeError.notWritable(path: "/a")),
        ] {
            #expect(sentence.contains("Maraca must be able to write there, even to read mail"))
        }
    }

    @Test("notices of moves and labels name the mailbox")
    func targets() {
        var lists = Mailbox(
            id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "Lists/allotment", role: nil)
        func deed(_ command: Action.Command, _ title: String = "Refund please") -> Deed {
            Deed(command: command, title: title, threads: [ThreadID(1)], target: lists)
        }
        #expect(Wording.done(deed(.move)) == "Moved “Refund please” to Lists/allotment")
        #expect(Wording.undone(deed(.move)) == "Undone: move “Refund please” to Lists/allotment")
        #expect(Wording.redone(deed(.copy)) == "Redone: copy “Refund please” to Lists/allotment")
        lists.name = "Kernel"
        #expect(Wording.done(deed(.label, "3 threads")) == "Labelled 3 threads with Kernel")
        #expect(Wording.done(deed(.unlabel)) == "Removed label Kernel from “Refund please”")
        #expect(Wording.undone(deed(.label)) == "Undone: label “Refund please” with Kernel")
        #expect(Wording.redone(deed(.unlabel)) == "Redone: remove label Kernel from “Refund please”")
        var across = deed(.transfer)
        across.to = "bob@work.test"
        lists.name = "Inbox"
        #expect(Wording.done(across) == "Moved “Refund please” to Kernel, on its way to bob@work.test")
        #expect(Wording.undone(across) == "Undone: move “Refund please” to Kernel of bob@work.test")
    }

    @Test("notices name the tag when done, undone and queued; the answered mark is no tag")
    func tags() {
        func deed(_ command: Action.Command, _ tag: String? = "todo") -> Deed {
            Deed(command: command, title: "Ropes", threads: [ThreadID(1)], tag: tag.map { Keyword($0) })
        }
        #expect(Wording.done(deed(.mark)) == "Tagged “Ropes” #todo")
        #expect(Wording.undone(deed(.mark)) == "Undone: tag “Ropes” #todo")
        #expect(Wording.done(deed(.unmark)) == "Removed #todo from “Ropes”")
        #expect(Wording.redone(deed(.unmark)) == "Redone: remove #todo from “Ropes”")
        #expect(Wording.undone(deed(.mark, nil)) == "Undone: tag “Ropes”", "where there were several")
        var action = Action(
            id: ActionID(1), account: AccountID(1), command: .mark, title: "Ropes",
            edits: [.init(message: MessageID(1), patch: MessagePatch(addKeywords: [Keyword("todo")]))],
            createdAt: Date())
        #expect(Wording.order(action) == "tag “Ropes” #todo")
        action.detail = Action.ofUndo
        #expect(Wording.order(action) == "undo: tag “Ropes” #todo")
        (action.detail, action.edits[0].patch.addKeywords) = (Action.ofSending, [.answered])
        #expect(Wording.order(action) == "mark “Ropes”")
    }

    @Test(
        "a notice too long for its line cuts the subject first and keeps the target longest",
        arguments: [
            (60, "Moved “Working with Maildir storage” to Lists/allotment"),
            (48, "Moved “Working with Maildir…” to Lists/allotment"),
            (32, "Moved “Work…” to Lists/allotment"), (30, "Moved to Lists/allotment"),
            (23, "Moved … Lists/allotment"), (6, "Moved…"),
        ])
    func shortened(columns: Int, text: String) {
        let words = "Moved “Working with Maildir storage” to Lists/allotment"
        #expect(ShortWords.fitting(words, columns: columns, ellipsis: "…") == text)
        #expect(ShortWords.fitting("so it is", columns: 5, ellipsis: "…") == "so i…")
        let undone = "Taken back: move “Working with Maildir storage” to Archive"
        #expect(ShortWords.fitting(undone, columns: 28, ellipsis: "…") == "Taken back: move to Archive")
        #expect(ShortWords.fitting(undone, columns: 24, ellipsis: "…") == "Taken back: … to Archive")
    }

    @Test(
        "a notice too long for a line takes two, broken between words, with room for the key at the end",
        arguments: [
            ("Archived “Lunch?”", ["Archived “Lunch?”"]),
            ("Archived “Working with Maildir storage”", ["Archived “Working with Ma…”"]),
            (
                "To be answered later: “Working with folders?”",
                ["To be answered later: “Working with", "folders?”"]
            ),
            ("Taken back: discard the draft “Plan”", ["Taken back: discard the draft “Plan”"]),
            (
                "Moved “The minutes of the meeting of last Friday” to Lists/allotment, 2 in a row",
                ["Moved “The minutes of the meeti…” to", "Lists/allotment, 2 in a row"]
            ),
            (
                "The first words of this are so many that two lines are never enough for all of it anyway",
                ["The first words of this are so many", "that two … of it anyway"]
            ),
        ])
    func lines(words: String, lines: [String]) {
        #expect(ShortWords.lines(words, columns: 36, end: 9, most: 2, ellipsis: "…") == lines)
    }

    @Test(
        "numbers have commas",
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-41_200, "-41,200"), (1_234_567, "1,234,567")])
    func numbers(value: Int, text: String) {
        #expect(Wording.number(value) == text)
    }
}
