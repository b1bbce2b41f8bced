import Foundation
import InboxRemote
import TestSupport
import Testing

@Suite("The mail server of the tests")
struct TestMailServerTests {
    static let mail = """
        From: Anna <anna@example.test>\r\nTo: me@example.test\r\nSubject: Lunch\r\nMessage-ID: <1@example.test>\r
        Content-Type: multipart/mixed; boundary=x\r\n\r\nbefore\r\n--x\r\nContent-Type: text/plain\r\n\r\nAt noon?\r
        --x\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner\r\n\r\nDeep\r\n--x--\r\n
        """

    @Test("messages are listed, opened, read and marked")
    func reading() async throws {
        let server = TestMailServer(.full)
        server.deliver(Self.mail, date: .test(60))
        var client = TestDialogue(server)
        #expect(
            await client.ask(#"LIST "" "*" RETURN (STATUS (MESSAGES UIDNEXT))"#)?.prefix(2) == [
                #"* LIST (\HasNoChildren \Archive) "/" "Archive""#, #"* STATUS "Archive" (MESSAGES 0 UIDNEXT 1)"#,
            ])
        let opened = try #require(await client.ask("SELECT inbox (CONDSTORE)"))
        #expect(opened.contains("* 1 EXISTS"))
        #expect(opened.last == "a OK [READ-WRITE] open")
        let fetched = try #require(
            await client.ask("UID FETCH 1:* (FLAGS INTERNALDATE BODY.PEEK[2.TEXT]<1.2> BODY.PEEK[3])"))
        #expect(
            fetched.joined().replacing("{2}ee", with: "\"ee\"") == #"* 1 FETCH (UID 1 FLAGS () "#
                + #"INTERNALDATE " 1-Jan-2026 00:01:00 +0000" BODY[2.TEXT]<1> "ee" BODY[3] NIL)a OK fetched"#)
        #expect(
            await client.ask(#"UID STORE 1 +FLAGS.SILENT (\seen $Own)"#) == [
                "* 1 FETCH (UID 1 MODSEQ (3))", "a OK stored",
            ])
        #expect(server.mail(in: "INBOX").map(\.flags) == [["\\Seen", "$Own"]])
    }

    @Test("sections are cut as RFC 9051 numbers them")
    func sections() throws {
        let bytes = Array(Self.mail.utf8)
        func section(_ text: String) throws -> String? {
            guard case .body(let section, _, _, _) = try ServerFetchItem.items(["BODY[\(text)]"], .full)[0] else {
                return nil
            }
            return section.bytes(of: bytes).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try section("") == Self.mail)
        #expect(try section("1") == "At noon?")
        #expect(try section("1.MIME") == "Content-Type: text/plain\r\n\r\n")
        #expect(try section("2") == "Subject: Inner\r\n\r\nDeep")
        #expect(try section("2.HEADER") == "Subject: Inner\r\n\r\n")
        #expect(try section("2.TEXT") == "Deep")
        #expect(try section("2.1") == "Deep")
        #expect(try section("2.2") == nil)
        #expect(try section("3") == nil)
        #expect(try section("HEADER.FIELDS (subject To)") == "To: me@example.test\r\nSubject: Lunch\r\n\r\n")
        #expect(
            ServerPart(bytes).structure == #"(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 8 0 NIL NIL NIL NIL)"#
                + #"("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 22 (NIL "Inner" NIL NIL NIL NIL NIL NIL NIL NIL) "#
                + #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 4 0 NIL NIL NIL NIL) 2 NIL NIL NIL NIL) "MIXED" ("BOUNDARY" "x") "#
                + "NIL NIL NIL)")
    }

    @Test("an expunge is told when the rules allow it, and numbers move up")
    func expunging() async throws {
        let server = TestMailServer(.bare)
        for number in 1...4 { server.deliver("Subject: \(number)\r\n\r\n") }
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        server.expunge(1, from: "INBOX")
        server.expunge(3, from: "INBOX")
        server.deliver("Subject: 5\r\n\r\n")
        #expect(
            await client.ask("FETCH 1:4 UID") == [
                "* 2 FETCH (UID 2)", "* 4 FETCH (UID 4)", "* 5 EXISTS", "a OK fetched",
            ])
        #expect(
            await client.ask("UID FETCH 5:* UID") == [
                "* 5 FETCH (UID 5)", "* 1 EXPUNGE", "* 2 EXPUNGE", "a OK fetched",
            ])
        #expect(
            await client.ask("FETCH 1:* UID")?.dropLast() == [
                "* 1 FETCH (UID 2)", "* 2 FETCH (UID 4)", "* 3 FETCH (UID 5)",
            ])
        #expect(await client.ask("UID FETCH 99:* FLAGS")?.first == "* 3 FETCH (UID 5 FLAGS ())")
    }

    @Test("literals wait for their go-ahead, and others come with the line")
    func literals() async throws {
        let server = TestMailServer(.full)
        var client = TestDialogue(server)
        client.type("a APPEND Drafts (\\Draft) \" 1-Feb-2026 10:00:00 +0100\" {5}\r\n")
        #expect(await client.lines(until: "+")?.last == "+ go on")
        client.type("a\r\nb\n\r\n")
        let appended = try #require(await client.lines(until: "a ")?.last)
        #expect(appended.hasPrefix("a OK [APPENDUID ") && appended.hasSuffix(" 1] appended"))
        client.type("a APPEND {6+}\r\nDrafts {3+}\r\na\r\n\r\n")
        #expect(await client.lines(until: "a ")?.last?.hasSuffix(" 2] appended") == true)
        #expect(server.mail(in: "Drafts").map(\.text) == ["a\r\nb\n", "a\r\n"])
        #expect(server.look { $0.mails[1]?.date } == Date(timeIntervalSince1970: 1_769_936_400))
    }

    @Test("copies and moves tell the new numbers")
    func moving() async throws {
        let server = TestMailServer(.full)
        for number in 1...3 { server.deliver("Subject: \(number)\r\n\r\n") }
        let validity = server.look { $0.folders[1].uidValidity }
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        #expect(await client.ask("UID COPY 2:9 Archive") == ["a OK [COPYUID \(validity) 2:3 1:2] copied"])
        #expect(
            await client.ask("UID MOVE 1,3 Archive") == [
                "* OK [COPYUID \(validity) 1,3 3:4] moving", "* 1 EXPUNGE", "* 2 EXPUNGE", "a OK moved",
            ])
        #expect(await client.ask("UID MOVE 2 Nowhere") == ["a NO [TRYCREATE] there is no Nowhere"])
        #expect(server.mail(in: "Archive").map(\.uid) == [1, 2, 3, 4])
        #expect(server.mail(in: "INBOX").map(\.uid) == [2])
    }

    @Test("a session that waits hears of everything")
    func idling() async throws {
        let server = TestMailServer(.full)
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        client.type("a IDLE\r\n")
        #expect(await client.lines(until: "+") == ["+ idling"])
        server.deliver("Subject: 1\r\n\r\n")
        #expect(await client.lines(until: "*") == ["* 1 EXISTS"])
        server.setFlags(["\\Seen"], 1, in: "INBOX")
        #expect(await client.lines(until: "*") == ["* 1 FETCH (UID 1 FLAGS (\\Seen))"])
        server.expunge(1, from: "INBOX")
        #expect(await client.lines(until: "*") == ["* 1 EXPUNGE"])
        client.type("DONE\r\n")
        #expect(await client.lines(until: "a ") == ["a OK idled"])
    }

    @Test("searches find by header, text, day and number")
    func searching() async throws {
        let server = TestMailServer(.full)
        server.deliver(Self.mail, flags: ["\\Seen"], date: .test(0))
        server.deliver(
            "Subject: Tea\r\nDate: Mon, 5 Jan 2026 10:00:00 +0000\r\n\r\nbr=C3=BCht\r\n", date: .test(86_400))
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        for (key, found) in [
            ("ALL", " 1 2"), ("SEEN", " 1"), ("NOT SEEN", " 2"), ("HEADER Message-ID \"<1@example.test>\"", " 1"),
            ("TEXT noon", " 1"), ("OR SUBJECT tea FROM anna", " 1 2"), ("SINCE 2-Jan-2026", " 2"),
            ("BEFORE 2-Jan-2026", " 1"), ("SENTON 5-Jan-2026", " 2"), ("UID 2:* UNSEEN", " 2"), ("(SEEN UNSEEN)", ""),
        ] {
            #expect(await client.ask("UID SEARCH \(key)")?.first == "* SEARCH\(found)", "\(key)")
        }
        #expect(await client.ask("UID SEARCH RETURN (ALL) ALL")?.first == "* ESEARCH (TAG \"a\") UID ALL 1:2")
        #expect(await client.ask("UID SEARCH RETURN (ALL) DRAFT")?.first == "* ESEARCH (TAG \"a\") UID")
    }

    @Test("folders are made, renamed with all below them, and deleted")
    func folders() async throws {
        let server = TestMailServer(.below)
        var client = TestDialogue(server)
        #expect(await client.ask("CREATE Work")?.last?.hasPrefix("a NO [CANNOT]") == true)
        #expect(await client.ask("CREATE INBOX.Work")?.last == "a OK created")
        #expect(await client.ask("CREATE INBOX.Work.&AOQ-")?.last == "a OK created")
        #expect(await client.ask("RENAME INBOX.Work INBOX.Play")?.last == "a OK renamed")
        #expect(server.folderNames.contains("Play/ä"))
        #expect(await client.ask("DELETE INBOX.Play")?.last == "a OK deleted")
        #expect(
            await client.ask("LIST \"\" INBOX.Play*")?.dropLast() == [
                #"* LIST (\Noselect \HasChildren) "." "INBOX.Play""#,
                #"* LIST (\HasNoChildren) "." "INBOX.Play.&AOQ-""#,
            ])
    }

    @Test("labels are folders, and the trash ends them")
    func labels() async throws {
        let server = TestMailServer(.gmail)
        server.deliver("Subject: 1\r\n\r\n")
        server.createFolder("Work")
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        _ = await client.ask("UID COPY 1 Work")
        _ = await client.ask("UID COPY 1 Work")
        _ = await client.ask("UID STORE 1 +FLAGS (\\Flagged \\Deleted)")
        _ = await client.ask("EXPUNGE")
        let labelled = server.snapshot().filter { !$0.value.isEmpty }
        #expect(labelled.keys.sorted() == ["Work", "[Gmail]/All Mail", "[Gmail]/Starred"])
        #expect(labelled["Work"]?.map(\.flags) == [["\\Flagged"]])
        _ = await client.ask("SELECT \"[Gmail]/All Mail\"")
        #expect(await client.ask("UID FETCH 1 X-GM-MSGID")?.first == "* 1 FETCH (UID 1 X-GM-MSGID 1700000000000000001)")
        _ = await client.ask("UID MOVE 1 [Gmail]/Trash")
        #expect(server.snapshot().filter { !$0.value.isEmpty }.keys.sorted() == ["[Gmail]/Trash"])
    }

    @Test("faults come as they are ordered")
    func faults() async throws {
        let server = TestMailServer(.full)
        server.deliver("Subject: 1\r\n\r\n")
        server.deliver("Subject: 2\r\n\r\n")
        server.script(.hangUpHalf, at: "UID MOVE")
        server.script(.refuse("[OVERQUOTA] full"), at: "UID COPY", after: 1)
        server.script(.refuseLiteral("[TRYCREATE] no"), at: "APPEND")
        server.script(.hangUpBefore, at: "EXPUNGE")
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        #expect(await client.ask("UID COPY 1 Archive")?.last?.hasPrefix("a OK") == true)
        #expect(await client.ask("UID COPY 1 Archive")?.last == "a NO [OVERQUOTA] full")
        #expect(await client.ask("APPEND Archive {3}")?.last == "a NO [TRYCREATE] no")
        #expect(await client.ask("UID MOVE 1:2 Trash") == nil)
        #expect(server.mail(in: "INBOX").map(\.uid) == [2])
        var other = TestDialogue(server)
        _ = await other.ask("SELECT INBOX")
        #expect(await other.ask("EXPUNGE") == nil)
        #expect(server.faultsLeft == 0)
    }

    @Test("what is not offered is not understood")
    func bare() async throws {
        var client = TestDialogue(TestMailServer(.bare))
        _ = await client.ask("SELECT INBOX")
        for command in [
            "UID MOVE 1 Trash", "UID EXPUNGE 1", "IDLE", "ENABLE CONDSTORE", "ID NIL", "UNSELECT",
            "SELECT INBOX (CONDSTORE)",
            "UID FETCH 1 MODSEQ", "UID FETCH 1 FLAGS (CHANGEDSINCE 1)", "LIST \"\" * RETURN (SUBSCRIBED)",
            "STATUS INBOX (HIGHESTMODSEQ)", "UID SEARCH RETURN (ALL) ALL", "UID FETCH 1 EMAILID", "UID FETCH 1",
            "UID STORE 1 +FLAGS (\\Recent)", "NONSENSE", "UID FETCH 0 FLAGS", "APPEND INBOX (", "SEARCH",
        ] {
            #expect(await client.ask(command)?.last?.hasPrefix("a BAD") == true, "\(command)")
        }
    }

    @Test("answers in small pieces are the same answers", arguments: 0..<5)
    func pieces(seed: Int) async throws {
        let server = TestMailServer(.full.hard(seed: seed))
        server.deliver(Self.mail)
        var client = TestDialogue(server)
        _ = await client.ask("SELECT INBOX")
        let lines = try #require(await client.ask("UID FETCH 1 BODY.PEEK[]"))
        #expect(lines.joined(separator: "\r\n").contains(Self.mail))
    }
}
