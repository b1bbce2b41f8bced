import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Sending from an IMAP account")
struct SendingTests {
    @Test(
        "a message leaves without blind copies, is in the sent mail once, and is a draft no more",
        arguments: [ServerOptions.full, .bare])
    func sends(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let draft = try await rig.service.save(rig.draft(bcc: [MailAddress(name: "", email: "hidden@example.test")]))
        let sent = try await rig.service.send(
            try await rig.order(draft.id, to: "hidden@example.test", "ANNA@example.test"))
        #expect(sent.leftover == nil)
        #expect(sent.refusals.isEmpty)
        let submission = try #require(rig.server.submissions.first)
        #expect(submission.sender == "me@example.test")
        #expect(submission.recipients == ["anna@example.test", "hidden@example.test"])
        let text = String(decoding: submission.bytes, as: UTF8.self)
        #expect(!text.contains("hidden@"))
        #expect(text.contains("Message-ID: <draft@example.test>"))
        #expect(rig.server.mail(in: "Sent").map(\.bytes) == [submission.bytes])
        #expect(rig.server.mail(in: "Sent").map(\.flags) == [["\\Seen"]])
        #expect(rig.subjects("Drafts") == [])
        #expect(sent.message?.subject == "Lunch")
        #expect(sent.message?.mailboxes == [try rig.mailbox("Sent")])
    }

    @Test("where the server keeps what was sent, no copy is made")
    func gmail() async throws {
        let rig = try WritingRig(.gmail)
        let draft = try await rig.service.save(rig.draft())
        let sent = try await rig.service.send(try await rig.order(draft.id))
        #expect(sent.leftover == nil)
        #expect(
            !rig.server.commands.suffix(20).contains("APPEND") || rig.server.mail(in: "[Gmail]/Sent Mail").count == 1)
        #expect(rig.server.mail(in: "[Gmail]/Sent Mail").count == 1)
        #expect(rig.server.mail(in: "[Gmail]/Drafts").isEmpty)
    }

    @Test("a recipient that is refused is told, with the reason")
    func refusedRecipient() async throws {
        let rig = try WritingRig()
        rig.server.refuse(recipient: "b@example.test", "550 nobody")
        let draft = try await rig.service.save(rig.draft())
        let sent = try await rig.service.send(try await rig.order(draft.id, to: "b@example.test"))
        #expect(sent.refusals == ["b@example.test": "550 nobody"])
        #expect(rig.server.mail(in: "Sent").count == 1)
    }

    @Test(
        "what the submission server does not take stays a draft",
        arguments: [
            (MailTransportError.refused(message: "550 no"), RemoteError.NextStep.drop),
            (.busy(message: "450 later"), .retry(after: nil)), (.signedOut(message: "535 no"), .drop),
            (.transport(.unconnected(detail: "nobody")), .retry(after: nil)),
        ])
    func refused(error: MailTransportError, next: RemoteError.NextStep) async throws {
        let rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        rig.server.script(submit: .refuse(error))
        let thrown = await #expect(throws: RemoteError.self) { try await rig.service.send(order) }
        #expect(thrown?.nextStep == next)
        #expect(thrown?.didNothing == true)
        // Mail can still be read and filed.
        #expect(thrown?.isAboutSending == true)
        guard
            case .draft(let found) = try await rig.service.whereabouts(
                of: draft.id, messageIDHeader: order.messageIDHeader, sending: order)
        else {
            Issue.record("it is no draft")
            return
        }
        #expect(found.id == draft.id)
        #expect(rig.server.mail(in: "Sent").isEmpty)
        #expect(rig.server.submissions.isEmpty)
    }

    @Test(
        "if the server that sends does not accept the secret, the other one is asked whether it does",
        arguments: [
            (MailTransportError.signedOut(message: "no"), RemoteError.NextStep.signIn),
            (.transport(.unconnected(detail: "nobody")), .retry(after: nil)),
        ])
    func signedOut(open: MailTransportError, next: RemoteError.NextStep) async throws {
        let rig = try WritingRig()
        let order = try await rig.order(try await rig.service.save(rig.draft()).id)
        rig.server.script(submit: .refuse(.signedOut(message: "535 no")))
        rig.server.script(open: open)
        let thrown = await #expect(throws: RemoteError.self) { try await rig.service.send(order) }
        #expect(thrown?.nextStep == next)
        #expect(thrown?.didNothing == true)
        #expect(thrown?.isAboutSending == false)
    }

    @Test(
        "nobody knows whether a message left whose answer was lost, but for a server that keeps what was sent",
        arguments: [true, false])
    func lostAnswer(keepsSent: Bool) async throws {
        var options = ServerOptions.full
        options.keepsSent = keepsSent
        var rig = try WritingRig(options)
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        rig.server.script(submit: .lose)
        let thrown = await #expect(throws: RemoteError.self) { try await rig.service.send(order) }
        #expect(thrown?.didNothing == false)
        try rig.restart()
        let found = try await rig.service.whereabouts(
            of: draft.id, messageIDHeader: order.messageIDHeader, sending: order)
        if keepsSent {
            guard case .sent(let sent) = found else {
                Issue.record("it is not found: \(found)")
                return
            }
            #expect(sent.message?.messageIDHeader == "<draft@example.test>")
            #expect(rig.subjects("Drafts") == [])
            #expect(rig.server.mail(in: "Sent").count == 1)
        } else {
            #expect(found == .uncertain)
            #expect(rig.subjects("Drafts") == ["Lunch"])
        }
    }

    @Test("an order of which no journal knows is in doubt")
    func lostJournal() async throws {
        let rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        var order = try await rig.order(draft.id)
        order.state = "of another journal"
        #expect(
            try await rig.service.whereabouts(of: draft.id, messageIDHeader: order.messageIDHeader, sending: order)
                == .uncertain)
    }

    @Test(
        "whatever breaks after the message left, it is sent once, kept once, and no draft in the end",
        arguments: [ServerFault.hangUpBefore, .hangUpAfter, .hangUpAmid, .refuse("not now")],
        ["APPEND", "UID STORE", "UID EXPUNGE", "UID FETCH"])
    func breaks(fault: ServerFault, command: String) async throws {
        var rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        rig.server.script(fault, at: command)
        var place = order
        var isSent = false
        do {
            let sent = try await rig.service.send(order)
            isSent = sent.leftover == nil
            place.left = sent.leftover?.message
        } catch {}
        for _ in 0..<5 where !isSent {
            try rig.restart()
            do {
                switch try await rig.service.whereabouts(
                    of: draft.id, messageIDHeader: order.messageIDHeader, sending: place)
                {
                case .sent: isSent = true
                case .leftover(let leftover): place.left = leftover.message
                case .draft: isSent = try await rig.service.send(order).leftover == nil
                case let other:
                    Issue.record("it is \(other)")
                    return
                }
            } catch {}
        }
        #expect(isSent)
        #expect(rig.server.submissions.count == 1)
        #expect(rig.server.mail(in: "Sent").count == 1)
        #expect(rig.subjects("Drafts") == [])
    }

    @Test("an old draft leaves with the date of now, a new one with its own")
    func dates() {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        func leaving(_ seconds: TimeInterval) -> String {
            let bytes = HeaderDateBytes.mail(now.addingTimeInterval(seconds))
            return String(decoding: OutgoingBytes.leaving(bytes, now: now), as: UTF8.self)
        }
        #expect(leaving(-3600).contains("Date: Thu, 1 Jan 2026 00:00:00 +0000"))
        #expect(leaving(-60).contains("Date: Wed, 31 Dec 2025 23:59:00 +0000"))
        #expect(!leaving(0).contains("X-Mozilla-Draft-Info"))
        #expect(!leaving(0).contains("secret@"))
    }

    // MARK: Whole messages

    @Test("bytes that are given leave as they are, and their draft goes")
    func resends() async throws {
        let rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        let bytes = Array(WritingRig.mail("sealed").utf8)
        var order = try await rig.order(draft.id)
        order.messageIDHeader = "<sealed@example.test>"
        let sent = try await rig.service.resend(bytes, order)
        #expect(sent.leftover == nil)
        #expect(rig.server.submissions.map(\.bytes) == [bytes])
        #expect(rig.server.mail(in: "Sent").map(\.bytes) == [bytes])
        #expect(rig.subjects("Drafts") == [])
    }

    @Test("a whole message whose answer was lost is found in the sent mail only if it is that one")
    func resentWhereabouts() async throws {
        let rig = try WritingRig()
        _ = try await rig.deliver("sealed", to: "Sent")
        let bytes = Array(("Resent-To: b@example.test\r\n" + WritingRig.mail("sealed")).utf8)
        var order = try await rig.order(RemoteID(""))
        order.messageIDHeader = "<sealed@example.test>"
        #expect(try await rig.service.whereabouts(ofResent: bytes, order) == .nowhere)
        rig.server.script(submit: .vanish)
        await #expect(throws: RemoteError.self) { try await rig.service.resend(bytes, order) }
        #expect(try await rig.service.whereabouts(ofResent: bytes, order) == .uncertain)
        rig.server.deliver(bytes, to: "Sent", flags: ["\\Seen"])
        guard case .sent = try await rig.service.whereabouts(ofResent: bytes, order) else {
            Issue.record("it is not found")
            return
        }
        #expect(rig.server.mail(in: "Sent").count == 2)
    }

    @Test("each server says by itself that it does not accept the password")
    func signIn() async throws {
        let rig = try WritingRig()
        let account = try await rig.service.signIn()
        #expect(account == RemoteAccount(address: "me@example.test", name: "", hasLabels: false))
        rig.server.script(open: .signedOut(message: "535 wrong"))
        let error = await #expect(throws: RemoteError.self) { try await rig.service.signIn() }
        #expect(error?.summary == "the server that sends does not accept the sign-in: 535 wrong")
        #expect(error?.nextStep == .drop)
        rig.server.script(open: .signedOut(message: "535 wrong"), .signedOut(message: "no"))
        let both = await #expect(throws: RemoteError.self) { try await rig.service.signIn() }
        #expect(both?.summary == "sending: 535 wrong")
        #expect(both?.nextStep == .signIn)
        #expect(try await WritingRig(.gmail).service.signIn().hasLabels)
    }
}

private enum HeaderDateBytes {
    static func mail(_ date: Date) -> [UInt8] {
        let seconds = Int(date.timeIntervalSince1970)
        let text =
            switch seconds {
            case 1_767_225_540: "Wed, 31 Dec 2025 23:59:00 +0000"
            case 1_767_222_000: "Wed, 31 Dec 2025 23:00:00 +0000"
            default: "Thu, 1 Jan 2026 00:00:00 +0000"
            }
        return Array(
            "Date: \(text)\r\nBcc: secret@example.test\r\nX-Mozilla-Draft-Info: x\r\nSubject: a\r\n\r\nb\r\n".utf8)
    }
}
