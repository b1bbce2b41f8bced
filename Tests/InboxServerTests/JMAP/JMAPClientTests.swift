import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxServer

/// Tests this project's client against its own server. Other tests, with third-party clients and servers, prove that the two do not
/// merely share the same errors.
@Suite("JMAP: our own client", .timeLimit(.minutes(10)))
struct JMAPClientTests {
    static func service(
        _ test: TestServer, path: String = "/jmap/session", clock: any Clock<Duration> = ContinuousClock()
    ) -> JMAPService {
        JMAPService(
            url: "http://127.0.0.1:\(test.ann.port)\(path)", userName: "ann@example.test", secret: TestServer.annToken,
            transport: CurlTransport(), clock: clock)
    }

    static let mail = (0..<30).map { number in
        MailText("\(number)") {
            $0.date = 1_400_000_000 + number * 60
            $0.status = number.isMultiple(of: 3) ? "RO" : nil
            if number % 5 == 4 { $0.inReplyTo = "\(number - 1)" }
            if number % 7 == 0 { $0.file = "cog.bin" }
        }
    }

    /// Returns all mail, by a walk from the newest thread to the oldest.
    private static func walk(_ service: JMAPService) async throws -> [RemoteMessage] {
        var all: [RemoteMessage] = []
        var position: RemotePosition?
        repeat {
            let page = try await service.threads(in: nil, from: position, limit: 7)
            all += page.messages
            position = page.next
        } while position != nil
        return all
    }

    @Test("P-3, H-4: both APIs report what is broken in a mail")
    func problems() async throws {
        let broken = MailText("1") {
            $0.from += "\nFrom: Mallory <mallory@mill.example>\nContent-Transfer-Encoding: base64"
            $0.date = 1_500_000_000
            $0.body = "VGhlIGNvZyBpcyBiYWNrIGF0IHRoZSBtaWxsLCBhbmQgdGhlIHdoZWVsIHR1cm5z!!!IGFnYWlu\n"
        }
        try await TestServer.with(mail: [broken]) { test async throws in
            let told = try await test.ann.get("/messages").json[0]["problems"]
            let date = "The mail says that it was written on 14 Jul 2017, more than a day after it came"
            #expect(
                told
                    == .texts([
                        date, "There are several From headers; the first one counts",
                        "Base64 content is damaged; what can be read is shown",
                    ]))
            let service = Self.service(test)
            let message = try #require(try await Self.walk(service).first)
            let read = try #require(try await service.message(message.id))
            #expect(read.from.map(\.email) == ["cleo@mill.example"])
            #expect(
                read.body?.problems == [
                    date, "There are several From headers; the first one counts",
                    "Base64 content is damaged; what can be read is shown",
                ])
        }
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            #expect(try await test.ann.get("/messages").json[0]["problems"] == nil)
            let service = Self.service(test)
            let message = try #require(try await Self.walk(service).first)
            #expect(try await service.message(message.id)?.body?.problems == [])
        }
    }

    @Test("a server without anchors is walked completely by position")
    func noAnchors() async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            await test.server.setOddities([Oddity(.noAnchors)])
            let service = Self.service(test)
            let inbox = try #require(try await service.mailboxes().first { $0.role == .inbox })
            var (ids, position): (Set<RemoteID>, RemotePosition?) = ([], nil)
            repeat {
                let page = try await service.threads(in: inbox.id, from: position, limit: 7)
                ids.formUnion(page.messages.map(\.id))
                position = page.next
            } while position != nil
            #expect(ids.count == 30)
        }
    }

    @Test("J-59: a server that hides its submissions still sends, and the mail itself shows the outcome")
    func untoldSubmissions() async throws {
        try await TestServer.with { test async throws in
            await test.server.setOddities([Oddity(.submissionsUntold)])
            let service = Self.service(test)
            let ann = MailAddress(name: "Ann", email: "ann@example.test")
            let draft = try await service.save(
                RemoteDraft(
                    messageIDHeader: "<cog@example.test>", from: ann,
                    to: [MailAddress(name: "", email: "bob@example.test")], subject: "Cog",
                    body: MessageBody(plain: "Hi")))
            let state = try await service.stateBeforeSending()
            #expect(state == nil)
            let order = RemoteSubmission(
                draft: draft.id, messageIDHeader: draft.messageIDHeader, from: ann, recipients: draft.to, state: state)
            #expect(
                try await service.whereabouts(of: draft.id, messageIDHeader: draft.messageIDHeader, sending: order)
                    == .uncertain)
            _ = try await service.send(order)
            let found = try await service.whereabouts(
                of: draft.id, messageIDHeader: draft.messageIDHeader, sending: order)
            guard case .sent = found else { Issue.record("\(found)"); return }
        }
    }

    @Test("a read-only account says so and refuses changes with a message")
    func readOnly() async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            let service = Self.service(test)
            #expect(try await service.ability(isAnew: false) == RemoteAbility(isReadOnly: false, hasLabels: false))
            await test.server.setOddities([Oddity(.readOnly)])
            let id = try #require(try await Self.walk(service).first?.id)
            let answer = await service.update([id: RemoteUpdate(addKeywords: [.flagged])])[id]
            guard case .failure(let error)? = answer else { Issue.record("\(String(describing: answer))"); return }
            #expect(error.nextStep == .drop && error.type == "accountReadOnly")
            #expect(try await service.ability(isAnew: false)?.isReadOnly == true, "the session was read again at once")
        }
    }

    @Test("a first sync, a push and a flag change", arguments: [false, true])
    func sync(hasLabels: Bool) async throws {
        try await TestServer.with(mail: Self.mail, { $0.hasLabels = hasLabels }) { test async throws in
            let service = Self.service(test)
            #expect(try await service.signIn().address == "ann@example.test")
            let mailboxes = try await service.mailboxes()
            let inbox = try #require(mailboxes.first { $0.role == .inbox })
            let state = try await service.latestState()
            let all = try await Self.walk(service)
            #expect(Set(all.map(\.id)).count == 30 && Set(all.map(\.thread)).count == 24)
            #expect(
                all.filter { $0.keywords.contains(.seen) }.count == 10 && all.filter { !$0.files.isEmpty }.count == 5)
            #expect(all.allSatisfy { $0.mailboxes.contains(inbox.id) })
            let whole = try #require(try await service.message(all[0].id))
            #expect(whole.body?.plain?.hasPrefix("The cog is back.") == true)
            #expect(try await service.rawMessage(all[0].id).count > 100)

            // The next answer comes when the server has news.
            async let told = service.changes(since: state, wait: .seconds(300))
            _ = try await test.send(from: test.bob, to: ["ann@example.test"], subject: "From bob")
            var news = try await told
            // An event for changes missed while the stream was opened comes at once, perhaps before the mail.
            while news.changes.isEmpty { news = try await service.changes(since: news.newState, wait: .seconds(300)) }
            let arrived = news.changes.compactMap { if case .message(let message) = $0 { message } else { nil } }
            #expect(arrived.map(\.subject) == ["From bob"])
            #expect(await !service.isPolling)

            let id = try #require(arrived.first?.id)
            let marked = try await service.update(id, RemoteUpdate(addKeywords: [.seen, .flagged]))
            #expect(marked.keywords.isSuperset(of: [.seen, .flagged]))
            #expect(try await test.ann.get("/messages/\(id.rawValue)").json["starred"] == .bool(true))
            let after = try await service.changes(since: news.newState, wait: nil)
            #expect(
                after.changes.contains {
                    if case .marks(id, let keywords, _) = $0 { keywords == [.seen, .flagged] } else { false }
                })
        }
    }

    @Test("J-67: a server that disconnects is noticed at once, well before a ping times out")
    func goneServer() async throws {
        try await TestServer.with { test async throws in
            // No timed event happens.
            let service = Self.service(test, clock: ManualClock())
            let state = try await service.latestState()
            _ = try await service.changes(since: state, wait: .zero)
            try await eventually { await !service.isPolling }
            await test.server.stop()
            try await eventually { await service.isPolling }
            #expect(await service.isPolling)
        }
    }

    @Test("it finds the session from the server's bare URL")
    func discovery() async throws {
        try await TestServer.with { test async throws in
            let account = try await Self.service(test, path: "").signIn()
            #expect(account.url == "http://127.0.0.1:\(test.ann.port)/jmap/session")
        }
    }

    @Test("a draft with a file is saved twice and sent once, Bcc hidden")
    func sending() async throws {
        try await TestServer.with { test async throws in
            let service = Self.service(test)
            let file = try await service.upload(
                RemoteUpload(fileName: "cog.bin", contentType: "application/x-cog", bytes: [1, 2, 3]))
            var draft = RemoteDraft(
                messageIDHeader: "<draft@ann>", from: MailAddress(name: "Ann", email: "ann@example.test"),
                to: [MailAddress(name: "", email: "bob@example.test")],
                bcc: [MailAddress(name: "", email: "ann@example.test")],
                subject: "Räder", body: MessageBody(plain: "Hier.\n"), files: [file])
            let first = try await service.save(draft)
            draft.id = first.id
            draft.subject = "Räder 2"
            let second = try await service.save(draft)
            #expect(try await service.drafts().map(\.id) == [second.id])
            #expect(second.files.first?.fileName == "cog.bin" && second.keywords.contains(.draft))
            let order = RemoteSubmission(
                draft: second.id, messageIDHeader: "<draft@ann>", from: draft.from, recipients: draft.to + draft.bcc,
                state: try await service.stateBeforeSending())
            guard
                case .draft = try await service.whereabouts(
                    of: second.id, messageIDHeader: "<draft@ann>", sending: order)
            else {
                Issue.record("not known as a draft")
                return
            }
            let sent = try #require(try await service.send(order).message)
            #expect(!sent.keywords.contains(.draft) && sent.subject == "Räder 2")
            await #expect(throws: RemoteError.self) { try await service.send(order) }
            guard
                case .sent = try await service.whereabouts(
                    of: second.id, messageIDHeader: "<draft@ann>", sending: order)
            else {
                Issue.record("not known as sent")
                return
            }
            #expect(try await service.drafts().isEmpty)
            let received = try await test.bob.get("/messages").json
            #expect(received.texts("subject") == ["Räder 2"] && received[0]["files"]?.texts("filename") == ["cog.bin"])
            let raw = try await test.bob.get("/messages/\(received.ids[0])", headers: ["Accept": "message/rfc822"]).text
            #expect(!raw.contains("ann@example.test>,") && !raw.lowercased().contains("bcc:"))
        }
    }

    @Test("J-47: sending works if no mailbox has a role")
    func noRoles() async throws {
        try await TestServer.with { test async throws in
            await test.server.setOddities([Oddity(.noRoles)])
            let service = Self.service(test)
            #expect(try await service.mailboxes().first { $0.role == .inbox }?.name == "Inbox")
            let draft = RemoteDraft(
                messageIDHeader: "<roleless@ann>", from: MailAddress(name: "Ann", email: "ann@example.test"),
                to: [MailAddress(name: "", email: "bob@example.test")], subject: "Roleless",
                body: MessageBody(plain: "Hi\n"))
            let saved = try await service.save(draft)
            let order = RemoteSubmission(
                draft: saved.id, messageIDHeader: "<roleless@ann>", from: draft.from, recipients: draft.to,
                state: try await service.stateBeforeSending())
            let sent = try #require(try await service.send(order).message)
            let mailboxes = try await service.mailboxes()
            #expect(sent.mailboxes == Set(mailboxes.filter { $0.role == .sent }.map(\.id)))
            #expect(!sent.keywords.contains(.draft))
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Roleless"])
        }
    }

    @Test("J-47: if only some mailboxes have roles, archive and trash are found by name")
    func fewRoles() async throws {
        try await TestServer.with { test async throws in
            await test.server.setOddities([Oddity(.fewRoles)])
            let roles = Set(try await Self.service(test).mailboxes().compactMap(\.role))
            #expect(roles.isSuperset(of: [.inbox, .drafts, .sent, .archive, .trash]))
        }
    }

    @Test("J-61: the server holds scheduled mail, lets it be taken back, and sends it on time")
    func holding() async throws {
        let clock = ManualClock()
        try await TestServer.with(clock: clock) { test async throws in
            let service = Self.service(test)
            #expect(await service.longestHold == .seconds(30 * 86_400))
            let draft = RemoteDraft(
                messageIDHeader: "<later@ann>", from: MailAddress(name: "Ann", email: "ann@example.test"),
                to: [MailAddress(name: "", email: "bob@example.test")], subject: "Later",
                body: MessageBody(plain: "Hi\n"))
            let saved = try await service.save(draft)
            func order() async throws -> RemoteSubmission {
                RemoteSubmission(
                    draft: saved.id, messageIDHeader: "<later@ann>", from: draft.from, recipients: draft.to,
                    state: try await service.stateBeforeSending(), holdUntil: Date().addingTimeInterval(3600))
            }
            let first = try await order()
            let hold = try #require(try await service.send(first).hold)
            #expect(try await service.state(of: hold) == .held)
            guard
                case .held(_, hold) = try await service.whereabouts(
                    of: saved.id, messageIDHeader: "<later@ann>", sending: first)
            else {
                Issue.record("not known as held")
                return
            }
            guard case .takenBack(let message) = try await service.takeBack(hold) else {
                Issue.record("not taken back")
                return
            }
            #expect(message?.id == saved.id && message?.keywords.contains(.draft) == true)
            #expect(try await service.drafts().map(\.id) == [saved.id])
            #expect(try await test.bob.get("/messages").json.ids.isEmpty)

            let cursor = try await test.bob.call("POST", "/delta/latest_cursor").json["cursor"]?.textValue ?? ""
            let soon = try #require(try await service.send(try await order()).hold)
            await clock.untilSomeoneSleeps(for: .seconds(60)..<(.seconds(3601)))
            clock.advance(by: .seconds(3600))
            _ = try await test.bob.get("/delta/longpoll?cursor=\(cursor)&timeout=600")
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Later"])
            guard case .sent = try await service.takeBack(soon) else { Issue.record("not known as sent"); return }
        }
    }

    @Test("mailboxes are made, renamed and deleted")
    func mailboxes() async throws {
        try await TestServer.with { test async throws in
            let service = Self.service(test)
            let made = try await service.createMailbox(named: "Mill")
            #expect(try await service.renameMailbox(made.id, to: "Mills").name == "Mills")
            #expect(try await service.mailboxes().contains { $0.id == made.id && $0.name == "Mills" })
            try await service.deleteMailbox(made.id)
            #expect(try await !service.mailboxes().contains { $0.id == made.id })
        }
    }

    @Test("mailboxes are made in others, moved with all that lie in them, and deleted from the innermost on")
    func nestedMailboxes() async throws {
        try await TestServer.with { test async throws in
            let service = Self.service(test)
            func own() async throws -> [String] {
                try await service.mailboxes().filter { $0.role == nil }.map(\.name).sorted()
            }
            let may = try await service.createMailbox(named: "Work/2026/May")
            #expect(try await own() == ["Work", "Work/2026", "Work/2026/May"])
            let year = try #require(try await service.mailboxes().first { $0.name == "Work/2026" })
            _ = try await service.renameMailbox(year.id, to: "Inbox/Last year")
            #expect(try await own() == ["Inbox/Last year", "Inbox/Last year/May", "Work"])
            _ = try await service.renameMailbox(may.id, to: "May")
            #expect(try await service.mailboxes().contains { $0.id == may.id && $0.name == "May" })
            _ = try await service.renameMailbox(may.id, to: "Inbox/Last year/May")
            await #expect(throws: RemoteError.self) { try await service.deleteMailbox(year.id) }
            try await service.deleteMailbox(may.id)
            try await service.deleteMailbox(year.id)
            #expect(try await own() == ["Work"])
        }
    }

    @Test("J-66: old states that arrive after newer ones restore and repeat nothing")
    func reorderedEvents() async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            await test.server.setOddities([Oddity(.reorderedEvents)])
            let service = Self.service(test)
            var state = try await service.latestState()
            let ids = try await Self.walk(service).prefix(4).map(\.id)
            let other = Self.service(test)
            for id in ids {
                _ = try await other.update(id, RemoteUpdate(addKeywords: [.flagged]))
                var told: [RemoteID] = []
                while told.isEmpty {
                    let changes = try await service.changes(since: state, wait: .seconds(30))
                    for case .marks(let id, let keywords, _) in changes.changes where keywords.contains(.flagged) {
                        told.append(id)
                    }
                    state = changes.newState
                }
                #expect(told == [id])
            }
        }
    }

    @Test(
        "it syncs with a server that is odd in several ways at once",
        arguments: [
            [Oddity.Kind.tinyLimits, .requestLimits], [.anchorsGone, .noQueryChanges, .relativeURLs],
            [.hidesOldState, .repeatsChanges, .smallSteps],
        ])
    func oddServers(oddities: [Oddity.Kind]) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            await test.server.setOddities(oddities.map { Oddity($0) })
            let service = Self.service(test)
            var state = try await service.latestState()
            let all = try await Self.walk(service)
            #expect(Set(all.map(\.id)).count == 30)
            let ids = all.prefix(3).map(\.id)
            for id in ids { _ = try await service.update(id, RemoteUpdate(addKeywords: [.flagged])) }
            var told: Set<RemoteID> = []
            var hasMore = true
            while hasMore {
                let changes = try await service.changes(since: state, wait: nil)
                for case .marks(let id, _, _) in changes.changes { told.insert(id) }
                (state, hasMore) = (changes.newState, changes.hasMore)
            }
            #expect(told == Set(ids))
        }
    }
}
