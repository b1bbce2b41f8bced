import Foundation
import InboxModel
import InboxRemote
import Synchronization
import Testing

@testable import InboxIMAP

@Suite("Connections")
struct IMAPConnectionTests {
    private static let selected = """
        * FLAGS (\\Seen)
        * 3 EXISTS
        * OK [UIDVALIDITY 77] x
        * OK [UIDNEXT 12] x
        * OK [HIGHESTMODSEQ 9] x
        * OK [PERMANENTFLAGS (\\Seen \\*)] x
        OK [READ-WRITE] opened
        """

    /// A connection to a server that opens every folder, and answers other commands by their beginnings.
    private func connection(
        _ answers: [String: String] = [:], _ capabilities: String = "IMAP4rev1 UIDPLUS MOVE IDLE"
    ) async throws -> (IMAPConnection, ScriptedIMAP) {
        let server = ScriptedIMAP(capabilities) { command in
            if let key = answers.keys.filter({ command.hasPrefix($0) }).max(by: { $0.count < $1.count }) {
                return answers[key]
            }
            return command.hasPrefix("SELECT") ? Self.selected : "OK"
        }
        return (try await IMAPConnection(server.stream()), server)
    }

    @Test("a folder is opened once, and what is new in it is asked for with each command")
    func opening() async throws {
        let (connection, server) = try await connection(["UID SEARCH": "* SEARCH 1 2\nOK"], "IMAP4rev1 CONDSTORE")
        #expect(try await connection.uids(in: "A") == [1, 2])
        #expect(try await connection.uids(in: "A") == [1, 2])
        #expect(try await connection.uidValidity(of: "A") == 77)
        #expect(
            server.told == [
                "SELECT \"A\" (CONDSTORE)", "UID SEARCH ALL", "NOOP", "UID SEARCH ALL",
            ])
        let selected = try await connection.select("A")
        #expect(selected == IMAPSelected(uidValidity: 77, uidNext: 12, messages: 3, highestModSeq: 9))
    }

    @Test("what a folder is like that takes no keywords and no changes")
    func readOnly() async throws {
        let (connection, _) = try await connection([
            "SELECT": "* OK [CLOSED] x\n* OK [PERMANENTFLAGS (\\Seen)] x\n* OK [NOMODSEQ] x\nOK [READ-ONLY] x"
        ])
        let selected = try await connection.select("A")
        #expect(selected.isReadOnly && !selected.takesKeywords && selected.highestModSeq == 0)
    }

    @Test("flags come by UID, in whatever pieces the server tells them")
    func outlines() async throws {
        let (connection, server) = try await connection([
            "UID FETCH": """
            * 2 FETCH (UID 8 FLAGS (\\Seen) INTERNALDATE "17-Jul-1996 02:44:25 -0700")
            * 1 FETCH (INTERNALDATE "17-Jul-1996 02:44:26 -0700" UID 5)
            * 1 FETCH (FLAGS ($x \\Flagged) UID 5)
            * 2 FETCH (FLAGS (\\Answered))
            * 3 FETCH (UID 11 FLAGS ())
            * 9 EXISTS
            * 1 EXPUNGE
            * 2 FETCH (FLAGS (\\Deleted))
            OK
            """
        ])
        let outlines = try await connection.outlines(in: "A", [5, 8])
        #expect(
            outlines == [
                IMAPOutline(uid: 5, flags: ["$x", "\\Flagged"], date: Date(timeIntervalSince1970: 837_596_666)),
                IMAPOutline(uid: 8, flags: ["\\Answered"], date: Date(timeIntervalSince1970: 837_596_665)),
            ])
        #expect(server.told.last == "UID FETCH 5,8 (UID FLAGS INTERNALDATE)")
        #expect(try await connection.outlines(in: "A", nil, changedSince: 7).map(\.uid) == [5, 8, 11])
        #expect(server.told.last == "UID FETCH 1:* (UID FLAGS INTERNALDATE) (CHANGEDSINCE 7)")
    }

    @Test("the last message is no news if its UID is lower")
    func from() async throws {
        let (connection, server) = try await connection(["UID FETCH": "* 3 FETCH (UID 11 FLAGS ())\nOK"])
        #expect(try await connection.outlines(in: "A", from: 12).isEmpty)
        #expect(try await connection.outlines(in: "A", from: 11).map(\.uid) == [11])
        #expect(server.told.last == "UID FETCH 11:* (UID FLAGS INTERNALDATE)")
    }

    @Test("a folder with messages is never taken for empty")
    func emptySearch() async throws {
        let (connection, _) = try await connection(["UID SEARCH": "* SEARCH\nOK"])
        await #expect(throws: RemoteError.self) { try await connection.uids(in: "A") }
        let (empty, _) = try await self.connection(["SELECT": "* 0 EXISTS\nOK", "UID SEARCH": "OK"])
        #expect(try await empty.uids(in: "A").isEmpty)
        #expect(try await empty.search(in: "A", "TEXT x").isEmpty)
    }

    @Test("a server with ESEARCH tells ranges")
    func extendedSearch() async throws {
        let (connection, server) = try await connection(
            ["UID SEARCH": "* ESEARCH (TAG \"A3\") UID ALL 1:3,9\nOK"], "IMAP4rev1 ESEARCH")
        #expect(try await connection.search(in: "A", "SEEN").text == "1:3,9")
        #expect(server.told.last == "UID SEARCH RETURN (ALL) SEEN")
    }

    @Test("sections come by UID, and only as much as was asked for")
    func bytes() async throws {
        let (connection, server) = try await connection([
            "UID FETCH 5": "* 1 FETCH (UID 5 BODY[1.MIME] {5}\nab\nc)\n* 2 FETCH (UID 6 BODY[1.MIME] {1}\nx)\nOK",
            "UID FETCH 7":
                "* 1 FETCH (UID 7 BODY[]<10> {5}\nabcde)\n* 2 FETCH (UID 8 BODY[] \"0123456789xyz\")\n* 3 FETCH (UID 9 BODY[] NIL)\nOK",
        ])
        #expect(try await connection.bytes(in: "A", [5], section: "1.MIME") == [5: Array("ab\r\nc".utf8)])
        #expect(server.told.last == "UID FETCH 5 (UID BODY.PEEK[1.MIME])")
        let found = try await connection.bytes(in: "A", [7, 8, 9], section: "", 10..<12)
        #expect(found == [7: Array("ab".utf8), 8: Array("xy".utf8), 9: []])
        #expect(server.told.last == "UID FETCH 7:9 (UID BODY.PEEK[]<10.2>)")
        #expect(try await connection.bytes(in: "A", [], section: "").isEmpty)
    }

    @Test("flags are set and removed; one that can't be written is refused")
    func store() async throws {
        let (connection, server) = try await connection()
        try await connection.store(in: "A", [1, 2], add: ["\\Seen", "$x"], remove: ["y"])
        #expect(
            server.told.suffix(3) == [
                "SELECT \"A\"", "UID STORE 1:2 +FLAGS.SILENT ($x \\Seen)", "UID STORE 1:2 -FLAGS.SILENT (y)",
            ])
        await #expect(throws: RemoteError.self) {
            try await connection.store(in: "A", [1], add: ["x) y"], remove: [])
        }
        #expect(connection.isOpen)
    }

    @Test("where copies are is told at the end, or before it")
    func copies() async throws {
        let (connection, server) = try await connection([
            "UID COPY": "OK [COPYUID 38 304,319:320,999 3956:3958,3960] done",
            "UID MOVE": "* OK [COPYUID 38 5,3 10:11] x\n* 3 EXPUNGE\nOK done",
        ])
        let copied = try await connection.copy(in: "A", [304, 319, 320, 321], to: "Ä")
        #expect(copied == IMAPCopied(uidValidity: 38, uids: [304: 3956, 319: 3957, 320: 3958]))
        #expect(server.told.last == "UID COPY 304,319:321 {2}Ä")
        let moved = try await connection.move(in: "A", [3, 5], to: "B")
        #expect(moved == IMAPCopied(uidValidity: 38, uids: [5: 10, 3: 11]))
    }

    @Test("a server that does not tell where copies are is believed")
    func copiesUntold() async throws {
        let (connection, _) = try await connection(["UID COPY": "OK [COPYUID 38 1:4294967295 1:4294967295] done"])
        #expect(try await connection.copy(in: "A", [1], to: "B") == nil)
    }

    @Test("deleting expunges just these messages, or none")
    func delete() async throws {
        let (connection, server) = try await connection()
        try await connection.delete(in: "A", [4])
        #expect(server.told.suffix(3) == ["SELECT \"A\"", "UID STORE 4 +FLAGS.SILENT (\\Deleted)", "UID EXPUNGE 4"])
        let (old, oldServer) = try await self.connection([:], "IMAP4rev1")
        try await old.delete(in: "A", [4])
        #expect(oldServer.told.last == "UID STORE 4 +FLAGS.SILENT (\\Deleted)")
    }

    @Test("a message is added as a literal")
    func append() async throws {
        let (connection, server) = try await connection(["APPEND": "OK [APPENDUID 38 3955] done"])
        let date = Date(timeIntervalSince1970: 951_782_400)
        let told = try await connection.append(Array("a\r\n{5}\r\nb".utf8), to: "A", flags: ["\\Seen"], date: date)
        #expect(told == IMAPAppended(uidValidity: 38, uid: 3955))
        #expect(server.told == ["APPEND \"A\" (\\Seen) \"29-Feb-2000 00:00:00 +0000\" {9}a\r\n{5}\r\nb"])
    }

    @Test("what is new is told before the command is given, or servers put it off")
    func apart() async throws {
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let sent = Mutex<[String]>([])
        let connection = try await IMAPConnection(
            ByteStream(incoming: incoming) { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                sent.withLock { $0.append(text) }
                for line in text.split(separator: "\r\n") {
                    continuation.yield(Array("* 0 EXISTS\r\n\(line.prefix { $0 != " " }) OK\r\n".utf8))
                }
            })
        _ = try await connection.select("A")
        _ = try await connection.outlines(in: "A", from: 5)
        #expect(sent.withLock { $0.suffix(2).map { String($0.prefix(7)) } } == ["A3 NOOP", "A4 UID "])
    }

    @Test("a literal that the server refuses is not sent")
    func refusedLiteral() async throws {
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let sent = Mutex<[String]>([])
        let stream = ByteStream(incoming: incoming) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            sent.withLock { $0.append(text) }
            let tag = text.prefix { $0 != " " }
            continuation.yield(Array("\(tag) \(text.contains("{") ? "NO no" : "OK")\r\n".utf8))
        }
        let connection = try await IMAPConnection(stream)
        await #expect(throws: RemoteError.self) { try await connection.create("Ä") }
        try await connection.create("x")
        #expect(
            sent.withLock { $0 } == [
                "A1 CAPABILITY\r\n", "A2 CREATE {2}\r\n", "A3 CREATE \"x\"\r\n", "A4 SUBSCRIBE \"x\"\r\n",
            ])
    }

    @Test("folders that are renamed or deleted are not open, and the inbox stays")
    func folderChanges() async throws {
        let (connection, server) = try await connection([:], "IMAP4rev1 UNSELECT")
        _ = try await connection.select("A")
        try await connection.rename("A", to: "B")
        try await connection.deleteFolder("B")
        #expect(
            server.told == [
                "SELECT \"A\"", "UNSELECT", "RENAME \"A\" \"B\"", "SUBSCRIBE \"B\"", "UNSUBSCRIBE \"A\"",
                "DELETE \"B\"",
                "UNSUBSCRIBE \"B\"",
            ])
        await #expect(throws: RemoteError.self) { try await connection.rename("Inbox", to: "B") }
        await #expect(throws: RemoteError.self) { try await connection.deleteFolder("INBOX") }
    }
}
