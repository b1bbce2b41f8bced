import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Messages for other programs")
struct MboxTests {
    @Test("selected mail is given the oldest first, whatever the order of the list, and threads stay together")
    func order() throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "s", subject: "1/2", at: 100),
            .remote(id: "b", thread: "s", subject: "2/2", at: 300),
            .remote(id: "c", thread: "t", subject: "other", at: 200))
        func subjects(_ targets: MailTargets) throws -> [String] {
            try Mbox.messages(of: targets, world.session).map(\.subject)
        }
        let (series, other) = (try world.thread("s"), try world.thread("t"))
        #expect(try subjects(.threads([other, series])) == ["1/2", "2/2", "other"])
        let messages = try [series, other].flatMap { try world.session.messages(of: $0) }.map(\.id)
        for list in [messages, messages.reversed()] {
            #expect(try subjects(.messages(list)) == ["1/2", "other", "2/2"])
        }
    }

    @Test("git am gets the patches of a thread in order, or those selected; all mail where none says that it is one")
    func patches() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "cover", thread: "s", subject: "[PATCH 0/2] All", at: 100),
            .remote(id: "two", thread: "s", subject: "[PATCH 2/2] B", at: 110),
            .remote(id: "one", thread: "s", subject: "[PATCH 1/2] A", at: 120),
            .remote(id: "reply", thread: "s", subject: "Re: [PATCH 1/2] A", at: 130),
            .remote(id: "lacks", thread: "l", subject: "[PATCH 2/2] C", at: 200),
            .remote(id: "plain", thread: "p", subject: "A fix", at: 300))
        func given(_ targets: MailTargets) async throws -> [String] {
            let (messages, lack) = try await Mbox.patches(of: targets, world.session)
            return messages.map(\.subject) + (lack.map { ["lacks \($0)"] } ?? [])
        }
        let (series, lacking, plain) = (try world.thread("s"), try world.thread("l"), try world.thread("p"))
        #expect(try await given(.threads([series])) == ["[PATCH 1/2] A", "[PATCH 2/2] B"])
        #expect(try await given(.threads([lacking])) == ["[PATCH 2/2] C", "lacks 1/2"])
        #expect(try await given(.threads([plain])) == ["A fix"])
        let chosen = try world.session.messages(of: series).prefix(2).map(\.id)
        #expect(try await given(.messages(chosen)) == ["[PATCH 2/2] B"])
    }

    @Test("an mbox holds messages in order, and no line of them starts another")
    func quotes() {
        var mbox = Mbox()
        let date = Date(timeIntervalSince1970: 0)
        mbox.add(
            Array("Subject: a\r\n\r\nFrom here on\r\n>From there\r\nfrom us".utf8), from: "bob@example.test", at: date)
        mbox.add(Array("Subject: b\n\nx\n".utf8), from: "", at: date)
        #expect(
            String(decoding: mbox.bytes, as: UTF8.self) == """
                From bob@example.test Thu Jan 01 00:00:00 1970
                Subject: a

                >From here on
                >>From there
                from us

                From MAILER-DAEMON Thu Jan 01 00:00:00 1970
                Subject: b

                x


                """)
    }
}
