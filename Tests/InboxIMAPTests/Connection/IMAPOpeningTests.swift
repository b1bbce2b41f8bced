import InboxModel
import Testing

@testable import InboxIMAP

@Suite("The beginning of a connection")
struct IMAPOpeningTests {
    @Test("what the server can be told and asked at the beginning, it is at once; a refusal does not matter")
    func opening() async throws {
        let server = ScriptedIMAP("IMAP4rev1 ID NAMESPACE UTF8=ACCEPT ENABLE") { _ in "NO not now" }
        let connection = try await IMAPConnection(server.stream())
        #expect(server.told == ["ID (\"name\" \"Maraca\" \"version\" \"\(ClientName.version)\")", "NAMESPACE"])
        #expect(await connection.spelling == nil)
        #expect(await !connection.isUTF8)
    }

    @Test("a server that knows nothing but UTF-8 is told so, and names and searches are in it (RFC 6855)")
    func unicode() async throws {
        let server = ScriptedIMAP("IMAP4rev1 UTF8=ONLY ENABLE NAMESPACE LITERAL+") { command in
            if command.hasPrefix("ENABLE") { return "* ENABLED UTF8=ACCEPT\nOK" }
            if command == "NAMESPACE" { return "* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL\nOK" }
            if command.hasPrefix("LIST") { return "* LIST () \".\" \"INBOX.Entwürfe &APw-\"\nOK" }
            if command.hasPrefix("STATUS") {
                let name = command.contains("Entw") ? "\"INBOX.Entwürfe &APw-\"" : "INBOX"
                return "* STATUS \(name) (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 3)\nOK"
            }
            return command.contains("SEARCH") ? "* SEARCH 1\nOK" : "* 1 EXISTS\nOK"
        }
        let connection = try await IMAPConnection(server.stream())
        #expect(await connection.isUTF8)
        #expect(try await connection.folders().map(\.name) == ["INBOX", "Entwürfe &APw-"])
        _ = try await connection.search(in: "INBOX", "TEXT \"Käse\"")
        #expect(server.told.last == "UID SEARCH TEXT {5+}Käse")
    }

    @Test("what the server wants its user to read is told once")
    func alerts() async throws {
        let server = TestMailServer(.full)
        let service = try IMAPService(
            url: "imap://127.0.0.1", userName: "me", secret: "secret", address: "me@example.test", transport: server)
        server.change { $0.alert = "Your mailbox moves at noon" }
        _ = try await service.mailboxes()
        #expect(service.takeAlerts() == ["Your mailbox moves at noon"])
        _ = try await service.mailboxes()
        #expect(service.takeAlerts().isEmpty)
    }
}
