import Foundation
import InboxModel
import InboxRemote
import MailContent
import Synchronization
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Reading messages from a server")
struct ReadingTests {
    private func listed(_ service: IMAPService) async throws -> [RemoteMessage] {
        try await service.threads(in: nil, from: nil, limit: 100).messages
    }

    private func same(_ one: MessageFile, _ other: MessageFile) -> Bool {
        var other = other
        if abs(one.size - other.size) <= 2 { other.size = one.size }
        return one == other
    }

    @Test("lists tell the files that the whole message has", arguments: 0..<4)
    func files(seed: Int) async throws {
        let world = try ServiceWorld(seed % 2 == 0 ? .full : .full.hard(seed: seed))
        var form = MailForm(random: SeededRandom(seed: seed + 100), leavesDigestsOpen: false)
        for number in 0..<12 {
            let mail = form.mail()
            let isMultipart = !IMAPPart(of: mail).parts.isEmpty
            // Behind the last part, so long that not all is in what lists read.
            world.server.deliver(
                mail + Array(repeating: 0x20, count: isMultipart ? 4_000 : 0), date: .test(number))
        }
        for message in try await listed(world.service) {
            let whole = ParsedMessage.parse(try await world.service.rawMessage(message.id))
            let expected = whole.files.filter { !$0.partID.contains("#") }.map {
                MessageFile($0, of: message.id, size: $0.size)
            }
            #expect(message.files.count == expected.count)
            for (told, wanted) in zip(message.files, expected) {
                #expect(same(told, wanted), "\(told) is \(wanted)")
                let bytes = try await world.service.download(told.remoteID, meter: nil)
                #expect(bytes.count == wanted.size)
            }
        }
    }

    @Test("a file in a text, and a message in a message, are downloaded")
    func oddFiles() async throws {
        let world = try ServiceWorld()
        world.server.deliver(
            "Subject: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere:\r\n"
                + "begin 644 a.txt\r\n%:&5L;&\\\r\n`\r\nend\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n"
                + "Subject: inner\r\n\r\nInner.\r\n--b--\r\n")
        let message = try #require(try await listed(world.service).first)
        let whole = try #require(try await world.service.message(message.id))
        var texts: [String: String] = [:]
        for file in whole.files {
            texts[file.contentType] = String(
                decoding: try await world.service.download(file.remoteID, meter: nil), as: UTF8.self)
        }
        #expect(texts["text/plain"] == "hello")
        #expect(texts["message/rfc822"] == "Subject: inner\r\n\r\nInner.")
    }

    @Test("of a large message only the text is read, and its files are the same")
    func large() async throws {
        let world = try ServiceWorld()
        let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let coded = Data(content).base64EncodedString(options: [.lineLength76Characters])
        let mail =
            "From: Ada <ada@a.example>\r\nSubject: large\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png; name=a.png\r\n"
            + "Content-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n\(coded)\r\n--b\r\n"
            + "Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain\r\n\r\nPlain.\r\n--c\r\n"
            + "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + "<p>K=C3=A4se\r\n--c--\r\n--b--\r\n"
        world.server.deliver(mail)
        let id = try #require(try await listed(world.service).first?.id)
        let message = try #require(try await world.service.message(id))
        let whole = ParsedMessage.parse(Array(mail.utf8))
        #expect(message.body?.html == whole.body.html)
        #expect(message.body?.plain == whole.body.plain)
        #expect(message.body?.problems == whole.problems)
        #expect(message.size == mail.utf8.count)
        let file = try #require(message.files.first)
        #expect(message.files.count == 1 && abs(file.size - content.count) <= 2)
        let meter = TransferMeter(.download)
        #expect(try await world.service.download(file.remoteID, meter: meter) == content)
        #expect(meter.bytes == coded.utf8.count)
    }

    @Test("a file goes to where it was moved")
    func moved() async throws {
        let world = try ServiceWorld()
        world.server.deliver(NumberedMail.text(1))
        let id = try #require(try await listed(world.service).first?.id)
        world.server.move(1, from: "INBOX", to: "Archive")
        #expect(try await world.service.rawMessage(id) == Array(NumberedMail.text(1).utf8))
        world.server.move(1, from: "Archive", to: "Trash")
        #expect(try await world.service.message(id)?.body?.plain?.contains("Text of 1.") == true)
        world.server.expunge(1, from: "Trash")
        await #expect(throws: RemoteError.self) { try await world.service.rawMessage(id) }
        #expect(try await world.service.message(id) == nil)
    }

    @Test("folders that were numbered anew don't lead to another message")
    func numberedAnew() async throws {
        let world = try ServiceWorld()
        for number in 1...3 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        let messages = try await listed(world.service)
        world.server.expunge(1, from: "INBOX")
        world.server.changeUIDValidity("INBOX")
        for message in messages where message.messageIDHeader != NumberedMail.header(1) {
            let header = try #require(message.messageIDHeader)
            let bytes = try await world.insist { service throws(RemoteError) in
                try await service.rawMessage(message.id)
            }
            #expect(NumberedMail.header(of: bytes) == header)
        }
    }

    @Test("an index that was made anew finds old mail by its ids")
    func newIndex() async throws {
        var world = try ServiceWorld()
        for number in 1...5 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        let ids = try await listed(world.service).map(\.id)
        try world.restart(losingIndex: true)
        _ = try await world.service.latestState()
        #expect(Set(try await world.service.messages(ids).map(\.id)) == Set(ids))
        #expect(try await world.service.messages([RemoteID("none")]).isEmpty)
    }

    @Test("headers are told as they were written")
    func headers() async throws {
        let world = try ServiceWorld()
        world.server.deliver("X-A: 1\r\nSubject: b\r\nX-A:  2\r\n 3\r\n\r\ntext\r\nX-A: 4\r\n")
        let id = try #require(try await listed(world.service).first?.id)
        let found = try await world.service.headers(named: ["x-a", "None"], of: id)
        #expect(found.map { $0.map { $0.split(separator: " ").joined(separator: " ") } } == [["1", "2 3"], []])
    }

    @Test("drafts come with their texts, however many there are")
    func drafts() async throws {
        let world = try ServiceWorld()
        for number in 1...3 { world.server.deliver(NumberedMail.text(number), to: "Drafts", flags: ["\\Draft"]) }
        world.server.deliver(NumberedMail.text(4), to: "Drafts", flags: ["\\Draft", "\\Deleted"])
        _ = try await world.service.latestState()
        let drafts = try await world.service.drafts()
        #expect(Set(drafts.map(\.messageIDHeader)) == Set((1...3).map { NumberedMail.header($0) }))
        #expect(drafts.allSatisfy { $0.keywords.contains(.draft) && $0.body != nil })
    }

    @Test("a thread is told whole, from all folders")
    func threads() async throws {
        let world = try ServiceWorld()
        world.server.deliver(NumberedMail.text(1), to: "Sent", date: .test(1))
        world.server.deliver(NumberedMail.text(2, answering: 1), date: .test(2))
        world.server.deliver(NumberedMail.text(3), date: .test(3))
        let all = try await listed(world.service)
        let answer = try #require(all.first { $0.messageIDHeader == NumberedMail.header(2) })
        let thread = try await world.service.threads(of: [answer.id])
        #expect(Set(thread.map(\.messageIDHeader)) == [NumberedMail.header(1), NumberedMail.header(2)])
        #expect(thread.allSatisfy { $0.body != nil && $0.thread == answer.thread })
        let inbox = try await world.mailbox("INBOX")
        let page = try await world.service.threads(in: inbox, from: nil, limit: 10)
        #expect(page.messages.count == 3 && page.count == 2)
    }

    @Test("the second of two walks reads no heads")
    func outlines() async throws {
        let world = try ServiceWorld()
        for number in 1...5 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        let all = try await listed(world.service)
        let before = world.server.commands.count
        let outline = try await world.service.outline(from: nil, limit: 100, isWhole: true)
        #expect(Set(outline.messages.map(\.id)) == Set(all.map(\.id)))
        #expect(outline.messages.map(\.receivedAt) == (1...5).reversed().map { .test($0) })
        let page = try await world.service.allMail(from: nil, limit: 100, besides: Set(all.map(\.id)))
        #expect(page.messages.isEmpty && page.count == 5)
        #expect(world.server.commands.count == before)
    }

    @Test("pages begin where the one before ends, known beforehand or by date")
    func positions() async throws {
        let world = try ServiceWorld()
        for number in 1...9 { world.server.deliver(NumberedMail.text(number), date: .test(number / 2)) }
        let first = try await world.service.threads(in: nil, from: nil, limit: 4)
        let second = try #require(first.next)
        let third = try await world.service.position(behind: second, limit: 4)
        #expect(try await world.service.threads(in: nil, from: second, limit: 4).next == third)
        #expect(try await world.service.position(behind: try #require(third), limit: 4) == nil)
        let place = try #require(world.service.position(notAfter: .test(2)))
        let older = try await world.service.threads(in: nil, from: place, limit: 100)
        #expect(Set(older.messages.map(\.messageIDHeader)) == Set((1...5).map { NumberedMail.header($0) }))
    }

    @Test("a mailbox that is gone is not an empty one")
    func noMailbox() async throws {
        let world = try ServiceWorld()
        await #expect(throws: RemoteError.self) {
            try await world.service.threads(in: RemoteID("none"), from: nil, limit: 5)
        }
    }

    @Test("a sink that refuses stops the download")
    func sink() async throws {
        let world = try ServiceWorld()
        world.server.deliver(
            "Subject: a\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n")
        let message = try #require(try await listed(world.service).first)
        let file = try #require(message.files.first)
        await #expect(throws: RemoteError(.cancelled, call: "download")) {
            try await world.service.download(file.remoteID, meter: nil) { _ in false }
        }
        let pieces = Mutex<[UInt8]>([])
        try await world.service.download(file.remoteID, meter: nil) { piece in
            pieces.withLock { $0 += piece }
            return true
        }
        #expect(pieces.withLock { $0 } == Array("hello".utf8))
        await #expect(throws: RemoteError.self) {
            try await world.service.download(RemoteID("\(message.id)/9"), meter: nil)
        }
        await #expect(throws: RemoteError.self) { try await world.service.download(RemoteID("x"), meter: nil) }
    }
}
