import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Reading through an IMAP account")
struct ReadingThroughTests {
    static let servers: [ServerOptions] = [.full, .bare, .objects, .gmail, .full.hard(seed: 7), .bare.hard(seed: 8)]
    private static let mail = """
        From: =?utf-8?q?J=C3=BCrgen?= <j@example.test>\r\nTo: me@example.test\r\nSubject: =?utf-8?b?w4RwZmVs?=\r
        Message-ID: <9@example.test>\r\nList-Id: Fruit <fruit.example.test>\r\nMIME-Version: 1.0\r
        Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r\n\r\nR=C3=B6te =C3=84pfel.\r\n--x\r
        Content-Type: application/pdf; name="=?utf-8?q?=C3=A4.pdf?="\r\nContent-Disposition: attachment; filename*=utf-8''%C3%A4.pdf\r
        Content-Transfer-Encoding: base64\r\n\r\nSGVsbG8gd29ybGQ=\r\n--x--\r\n
        """

    @Test("a message has its fields, its text, its file and its source", arguments: servers.indices)
    func whole(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        world.server.deliver(Self.mail, date: .test(7))
        _ = try await world.service.latestState()
        let page = try await world.service.threads(in: nil, from: nil, limit: 10)
        let listed = try #require(page.messages.first)
        #expect(listed.subject == "Äpfel" && listed.from == [MailAddress(name: "Jürgen", email: "j@example.test")])
        #expect(listed.receivedAt == .test(7) && listed.listID == "fruit.example.test")
        #expect(listed.snippet.contains("Röte Äpfel."))
        #expect(listed.files.map(\.fileName) == ["ä.pdf"])
        #expect(listed.body == nil)
        let message = try #require(try await world.service.message(listed.id))
        #expect(message.body?.plain?.contains("Röte Äpfel.") == true)
        let file = try #require(message.files.first)
        #expect(try await world.service.download(file.remoteID, meter: nil) == Array("Hello world".utf8))
        #expect(try await world.service.rawMessage(listed.id) == Array(Self.mail.utf8))
        #expect(world.server.mail(in: "INBOX").first?.flags == [], "reading must not mark as read")
    }

    @Test("walks over bodies and over one mailbox end with all of their mail", arguments: servers.indices)
    func walks(place: Int) async throws {
        let world = try ServiceWorld(Self.servers[place])
        let other = Self.servers[place].isGmail ? "[Gmail]/Sent Mail" : "Archive"
        for number in 1...11 {
            world.server.deliver(
                NumberedMail.text(number), to: number % 3 == 0 ? other : "INBOX", date: .test(number / 2))
        }
        _ = try await world.service.latestState()
        var (met, position) = ([String](), RemotePosition?.none)
        repeat {
            let page = try await world.service.messages(from: position, limit: 4)
            #expect(page.messages.allSatisfy { $0.body != nil })
            met += page.messages.compactMap(\.messageIDHeader)
            position = page.next
        } while position != nil
        #expect(met.sorted() == (1...11).map(NumberedMail.header).sorted())
        let inbox = try await world.mailbox("INBOX")
        var found: [String] = []
        repeat {
            let page = try await world.service.threads(in: inbox, from: position, limit: 3)
            found += page.messages.compactMap(\.messageIDHeader)
            position = page.next
        } while position != nil
        #expect(found.sorted() == (1...11).filter { $0 % 3 != 0 }.map(NumberedMail.header).sorted())
    }
}
