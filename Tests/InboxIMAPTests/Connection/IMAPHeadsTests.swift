import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Beginnings of messages")
struct IMAPHeadsTests {
    private static func told(
        _ uid: Int, structure: String = #"("text" "plain" NIL NIL NIL "7bit" 4 1)"#, more: String = ""
    ) -> String {
        """
        * \(uid) FETCH (UID \(uid) FLAGS (\\Seen) INTERNALDATE "17-Jul-1996 02:44:25 -0700" RFC822.SIZE 44 \
        BODYSTRUCTURE \(structure) BODY[HEADER.FIELDS ("Date" "From")] {14}
        Subject: x

        BODY[TEXT]<0> {2}
        hi\(more))

        """.replacing("x\n\nBODY", with: "x\n\n BODY")
    }

    @Test("a head has all that lists need")
    func head() async throws {
        let server = ScriptedIMAP("IMAP4rev1 OBJECTID") { command in
            command.hasPrefix("UID FETCH") ? Self.told(5, more: " EMAILID (M5) THREADID NIL") + "OK" : "OK"
        }
        let connection = try await IMAPConnection(server.stream())
        let head = try #require(try await connection.heads(in: "A", [5]).first)
        #expect(head.header == Array("Subject: x\r\n\r\n".utf8))
        #expect(head.text == Array("hi".utf8))
        #expect(head.date == Date(timeIntervalSince1970: 837_596_665))
        #expect(head.size == 44 && head.flags == ["\\Seen"])
        #expect(head.emailID == "M5" && head.threadID == nil)
        #expect(head.structure?.contentType == "text/plain")
        #expect(server.told.last?.hasSuffix("BODY.PEEK[TEXT]<0.3072> EMAILID THREADID)") == true)
    }

    @Test("Gmail's ids are its own")
    func gmail() async throws {
        let server = ScriptedIMAP("IMAP4rev1 X-GM-EXT-1") { command in
            command.hasPrefix("UID FETCH") ? Self.told(5, more: " X-GM-MSGID 1278 X-GM-THRID 1266") + "OK" : "OK"
        }
        let connection = try await IMAPConnection(server.stream())
        let head = try await connection.heads(in: "A", [5]).first
        #expect(head?.emailID == "1278" && head?.threadID == "1266")
    }

    @Test("a structure that can't be understood costs no message", arguments: ["(((", "NIL", "\"", "(\"a\" ))"])
    func brokenStructure(structure: String) async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            guard command.hasPrefix("UID FETCH") else { return "OK" }
            let isFull = command.contains("BODYSTRUCTURE")
            let one = command.hasPrefix("UID FETCH 5") ? Self.told(5) : ""
            let other =
                isFull
                ? Self.told(6, structure: structure) : Self.told(6).replacing(#/BODYSTRUCTURE \(.*?\) /#, with: "")
            return one + other + "OK"
        }
        let connection = try await IMAPConnection(server.stream())
        let heads = try await connection.heads(in: "A", [5, 6])
        #expect(heads.map(\.uid) == [5, 6])
        #expect(heads.map { $0.structure == nil } == [false, true])
        #expect(heads.allSatisfy { $0.text == Array("hi".utf8) })
    }

    @Test("one message that the server can't read does not hide the others, nor is it taken for deleted")
    func poisoned() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            guard command.hasPrefix("UID FETCH"), let set = UIDSet(text: String(command.split(separator: " ")[2]))
            else { return "OK" }
            if command.hasSuffix("(UID FLAGS INTERNALDATE RFC822.SIZE)") {
                return "* 7 FETCH (UID 7 FLAGS () INTERNALDATE \"17-Jul-1996 02:44:25 -0700\" RFC822.SIZE 9)\nOK"
            }
            if set.contains(7) { return "NO Can't read it" }
            return set.map { Self.told(Int($0)) }.joined() + "OK"
        }
        let connection = try await IMAPConnection(server.stream())
        let heads = try await connection.heads(in: "A", UIDSet(1...20))
        #expect(heads.map(\.uid) == Array(1...20))
        #expect(heads[6].size == 9 && heads[6].text.isEmpty && heads[6].header == Array("\r\n".utf8))
        #expect(server.told.count < 30)
    }

    @Test("messages that are gone are left out, and a server that refuses everything is not believed to have none")
    func gone() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { $0.hasPrefix("UID FETCH") ? Self.told(5) + "OK" : "OK" }
        let connection = try await IMAPConnection(server.stream())
        #expect(try await connection.heads(in: "A", [5, 6]).map(\.uid) == [5])
        #expect(server.told.count == 2)
        let refusing = ScriptedIMAP("IMAP4rev1") { $0.hasPrefix("UID FETCH") ? "NO" : "OK" }
        let other = try await IMAPConnection(refusing.stream())
        await #expect(throws: RemoteError.self) { try await other.heads(in: "A", [5, 6]) }
    }
}
