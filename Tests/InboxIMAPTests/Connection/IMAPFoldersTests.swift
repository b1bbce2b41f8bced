import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Listing folders")
struct IMAPFoldersTests {
    @Test("one command tells all where the server can")
    func together() async throws {
        let server = ScriptedIMAP("IMAP4rev1 LIST-EXTENDED LIST-STATUS SPECIAL-USE CONDSTORE OBJECTID") { _ in
            """
            * LIST (\\HasNoChildren) "." INBOX
            * STATUS INBOX (MESSAGES 3 UIDNEXT 9 UIDVALIDITY 5 UNSEEN 1 HIGHESTMODSEQ 17 MAILBOXID (F1))
            * LIST (\\Noselect) "." Work
            * LIST (\\Sent) "." "Entw&APw-rfe"
            * STATUS "Entw&APw-rfe" (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 6)
            OK
            """
        }
        let connection = try await IMAPConnection(server.stream())
        let folders = try await connection.folders()
        #expect(
            server.told == [
                "LIST \"\" \"*\" RETURN (SPECIAL-USE STATUS (MESSAGES UIDNEXT UIDVALIDITY UNSEEN HIGHESTMODSEQ MAILBOXID))"
            ])
        #expect(
            folders == [
                IMAPFolder(
                    rawName: "INBOX", name: "INBOX", delimiter: ".", role: .inbox,
                    status: IMAPFolderStatus(uidValidity: 5, uidNext: 9, messages: 3, unseen: 1, highestModSeq: 17),
                    objectID: "F1"),
                IMAPFolder(
                    rawName: "Entw&APw-rfe", name: "Entwürfe", delimiter: ".", role: .sent,
                    status: IMAPFolderStatus(uidValidity: 6, uidNext: 1, messages: 0)),
            ])
    }

    @Test("folders in which mail is once more are left out, but on Gmail", arguments: [false, true])
    func views(isGmail: Bool) async throws {
        let server = ScriptedIMAP("IMAP4rev1 LIST-STATUS SPECIAL-USE" + (isGmail ? " X-GM-EXT-1" : "")) { _ in
            """
            * LIST () "/" INBOX
            * STATUS INBOX (MESSAGES 3 UIDNEXT 9 UIDVALIDITY 5)
            * LIST (\\All) "/" Everything
            * STATUS Everything (MESSAGES 4 UIDNEXT 9 UIDVALIDITY 5)
            * LIST (\\Flagged) "/" Marked
            * STATUS Marked (MESSAGES 1 UIDNEXT 9 UIDVALIDITY 5)
            * LIST () "/" Archive
            * STATUS Archive (MESSAGES 1 UIDNEXT 9 UIDVALIDITY 5)
            OK
            """
        }
        let folders = try await IMAPConnection(server.stream()).folders()
        #expect(
            folders.map(\.name) == (isGmail ? ["INBOX", "Everything", "Marked", "Archive"] : ["INBOX", "Archive"]))
        #expect(folders.last?.role == (isGmail ? nil : .archive))
    }

    @Test("a server that writes bytes of its memory for the ids of folders is not asked for them")
    func oddIDs() async throws {
        let server = ScriptedIMAP("IMAP4rev1 LIST-EXTENDED LIST-STATUS OBJECTID X-REPLICATION") { _ in
            "* LIST () \"/\" INBOX\n* STATUS INBOX (MESSAGES 3 UIDNEXT 9 UIDVALIDITY 5)\nOK"
        }
        let folders = try await IMAPConnection(server.stream()).folders()
        #expect(folders.map(\.rawName) == ["INBOX"] && !server.told.joined().contains("MAILBOXID"))
    }

    @Test("else each folder is asked for its status, all at once; those that are not there any more are left out")
    func singly() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            if command.hasPrefix("LIST") {
                return
                    "* LIST () \"/\" inbox\n* LIST () \"/\" \"a \\\"b\"\n* LIST () \"/\" secret\n* LIST () \"/\" {2}\nÄ\nOK"
            }
            let name = command.split(separator: " (")[0].dropFirst("STATUS ".count)
            if name == "\"secret\"" { return "NO [NONEXISTENT] gone" }
            let told = name == "\"inbox\"" ? "INBOX" : name.hasPrefix("{") ? "\"Ä\"" : String(name)
            return "* STATUS \(told) (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 3 UNSEEN 0)\nOK"
        }
        let connection = try await IMAPConnection(server.stream())
        let folders = try await connection.folders()
        #expect(folders.map(\.rawName) == ["inbox", "a \"b", "Ä"])
        #expect(folders.map(\.name) == ["INBOX", "a \"b", "Ä"])
    }

    @Test(
        "a folder whose status is not told is not gone, and keeps no other from being followed",
        arguments: ["NO [INUSE] locked", "NO [SERVERBUG] oh", "NO [NOPERM] not yours", "BAD what?", "OK"])
    func untold(end: String) async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            if command.hasPrefix("LIST") { return "* LIST () \"/\" INBOX\n* LIST () \"/\" a\nOK" }
            return command.contains("\"a\"") ? end : "* STATUS INBOX (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 3)\nOK"
        }
        let folders = try await IMAPConnection(server.stream()).folders()
        #expect(folders.map(\.rawName) == ["INBOX", "a"] && folders.map(\.isUntold) == [false, true])
    }

    @Test("an inbox whose status can't be told now is an error")
    func busy() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            command.hasPrefix("LIST") ? "* LIST () \"/\" INBOX\nOK" : "NO [INUSE] locked"
        }
        let connection = try await IMAPConnection(server.stream())
        let error = await #expect(throws: RemoteError.self) { try await connection.folders() }
        #expect(error?.reason == .busy(status: 0, message: "locked"))
    }

    @Test("a server that lists nothing has not lost all its folders")
    func nothing() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { command in
            command.hasPrefix("LIST") ? "OK" : "* STATUS INBOX (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 3)\nOK"
        }
        let connection = try await IMAPConnection(server.stream())
        let error = await #expect(throws: RemoteError.self) { try await connection.folders() }
        #expect(error?.reason == .unreadableAnswer(detail: "the server lists no folders"))
    }

    @Test("an inbox that is not listed is there, and a server that refuses options is asked without")
    func inbox() async throws {
        let server = ScriptedIMAP("IMAP4rev1 LIST-STATUS") { command in
            if command.contains("RETURN") { return "BAD what?" }
            if command.hasPrefix("LIST") { return "* LIST () \"/\" a\nOK" }
            return "* STATUS \(command.contains("INBOX") ? "INBOX" : "a") (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 3)\nOK"
        }
        let connection = try await IMAPConnection(server.stream())
        #expect(try await connection.folders().map(\.name) == ["INBOX", "a"])
    }

    @Test("two spellings of one name are two folders")
    func twice() throws {
        var listing = FolderListing()
        for name in ["Entw&APw-rfe", "Entwürfe"] {
            try listing.take(ListedFolder(rawName: name, delimiter: "/", attributes: []))
            let number = IMAPValue.atom(Array("1".utf8))
            listing.status[name] = ["UIDVALIDITY": number, "UIDNEXT": number, "MESSAGES": number]
        }
        #expect(Set(listing.result(FolderSpelling()).map(\.rawName)) == ["Entw&APw-rfe", "Entwürfe"])
        #expect(listing.result(FolderSpelling()).map(\.name).first == "Entwürfe")
    }
}

@Suite("Roles of folders")
struct FolderRolesTests {
    private func roles(_ folders: [(String, Set<String>)]) -> [String: MailboxRole] {
        let roles = FolderRoles(folders.map { ($0.0, $0.1) })
        return Dictionary(
            uniqueKeysWithValues: folders.compactMap { folder in roles.role(of: folder.0).map { (folder.0, $0) } })
    }

    @Test("attributes count more than names, and each role has one folder")
    func attributes() {
        let found = roles([
            ("INBOX", []), ("Sent", []), ("Outgoing", ["\\sent"]), ("Trash", []), ("Deleted Items", []),
            ("Papierkorb", []),
            ("Junk", ["\\junk"]), ("Spam", ["\\junk"]),
        ])
        #expect(found == ["INBOX": .inbox, "Outgoing": .sent, "Trash": .trash, "Junk": .junk])
    }

    @Test(
        "names of many programs and languages",
        arguments: [
            ("INBOX/Sent", MailboxRole.sent), ("Éléments envoyés", .sent), ("ENTWÜRFE", .drafts), ("ゴミ箱", .trash),
            ("Archives", .archive),
            ("[Google Mail]/Spam", .junk), ("Корзина", .trash), ("E\u{301}le\u{301}ments envoye\u{301}s", .sent),
        ])
    func names(name: String, role: MailboxRole) {
        #expect(roles([(name, [])]) == [name: role])
    }

    @Test("a folder within another is none", arguments: ["Work/Sent", "Sent/2026", "INBOX/Work/Sent", "Sentinel"])
    func inside(name: String) {
        #expect(roles([(name, [])]).isEmpty)
    }

    @Test("at Gmail, flagged mail is no folder with a role, and a label of one's own no archive")
    func gmail() {
        let found = roles([
            ("INBOX", []), ("Archive", []), ("[Gmail]/All Mail", ["\\all"]), ("[Gmail]/Starred", ["\\flagged"]),
            ("[Gmail]/Important", ["\\important"]),
        ])
        #expect(found == ["INBOX": .inbox, "[Gmail]/All Mail": .all, "[Gmail]/Important": .important])
    }
}
