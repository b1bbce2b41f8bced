import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

/// Which mailbox is the inbox, the trash and so on.
extension JMAPWritingTests {
    @Test("J-47: a mailbox's role comes from the server, or from its name if no mailbox has that role")
    func roles() async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", "Inbox"), JMAPFixtures.mailbox("b", "Eingang", role: "INBOX"),
                JMAPFixtures.mailbox("c", "Trash", role: "x-odd"), JMAPFixtures.mailbox("d", "Papierkorb"),
                JMAPFixtures.mailbox("e", "Posted", role: "sent"), JMAPFixtures.mailbox("f", "Sent"),
                JMAPFixtures.mailbox("g", "All", role: "all"), JMAPFixtures.mailbox("h", "Archive"),
            ])
        }
        let roles = Dictionary(uniqueKeysWithValues: try await service.mailboxes().map { ($0.id.rawValue, $0.role) })
        #expect(
            roles == [
                "a": nil, "b": .inbox, "c": nil, "d": .trash, "e": .sent, "f": nil, "g": .all, "h": nil,
            ])
        server.next("Mailbox/set", .json(#"{"created": {"new": {"id": "s2"}}}"#))
        #expect(try await service.mailbox(for: .drafts) == RemoteID("s2"))
        #expect(server.calls("Mailbox/set").first?["create"]?["new"]?["role"] == "drafts")
    }

    @Test(
        "J-47: names in other languages map to roles too, however written",
        arguments: [
            ("GELÖSCHTE OBJEKTE", MailboxRole.trash), ("E\u{301}le\u{301}ments envoye\u{301}s", .sent),
            ("Kosz", .trash),
            ("Архив", .archive), ("迷惑メール", .junk), ("Borradores", .drafts), ("Trash can", nil),
        ])
    func localized(name: String, role: MailboxRole?) async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([JMAPFixtures.mailbox("a", "Inbox", role: "inbox"), JMAPFixtures.mailbox("b", name)])
        }
        #expect(try await service.mailboxes().first { $0.id == RemoteID("b") }?.role == role)
    }

    @Test(
        "J-47: an inbox without a role is known by its name, too, in the languages of the other roles",
        arguments: ["Eingang", "POSTEINGANG", "Boi\u{302}te de re\u{301}ception", "Входящие", "受信トレイ", "收件箱"])
    func localizedInbox(name: String) async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", name), JMAPFixtures.mailbox("b", "Projects"),
                #"{"id": "c", "name": "Inbox", "parentId": "a", "role": null}"#,
                #"{"id": "d", "name": "Papierkorb", "parentId": "a", "role": null}"#,
            ])
        }
        let roles = Dictionary(uniqueKeysWithValues: try await service.mailboxes().map { ($0.id.rawValue, $0.role) })
        #expect(roles == ["a": .inbox, "b": nil, "c": nil, "d": .trash])
    }

    @Test("J-47: there is one inbox: that of the server, else the one that is called Inbox", arguments: [true, false])
    func oneInbox(isGiven: Bool) async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", "Posteingang"), JMAPFixtures.mailbox("b", "Inbox"),
                JMAPFixtures.mailbox("c", "Post", role: isGiven ? "inbox" : nil),
            ])
        }
        let roles = Dictionary(uniqueKeysWithValues: try await service.mailboxes().map { ($0.id.rawValue, $0.role) })
        let wanted: [String: MailboxRole?] =
            isGiven ? ["a": nil, "b": nil, "c": .inbox] : ["a": nil, "b": .inbox, "c": nil]
        #expect(roles == wanted)
    }

    @Test("J-47: no name maps to two roles")
    func names() {
        let all = MailboxTree.names.values.flatMap { $0 }
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0 == $0.lowercased().precomposedStringWithCanonicalMapping })
    }

    @Test(
        "J-47: a mailbox created for a missing role gets the role if allowed", arguments: [false, true])
    func making(isRefused: Bool) async throws {
        server.on("Mailbox/get") { _ in JMAPFixtures.get([JMAPFixtures.mailbox("a", "Inbox", role: "inbox")]) }
        server.on("Mailbox/set") { call in
            isRefused && call["create"]?["new"]?["role"] != nil
                ? .json(#"{"notCreated": {"new": {"type": "invalidProperties", "properties": ["role"]}}}"#)
                : .json(#"{"created": {"new": {"id": "new"}}}"#)
        }
        #expect(try await service.createMailbox(named: "Archive").role == .archive)
        #expect(try await service.createMailbox(named: "Garden").role == nil)
        #expect(try await service.createMailbox(named: "Inbox/Trash").role == nil)
        let asked = server.calls("Mailbox/set").map { $0["create"]?["new"]?["role"] }
        #expect(asked == (isRefused ? ["archive", nil, nil, nil] : ["archive", nil, nil]))
    }

    @Test("J-47: on a server without roles, names give the roles")
    func noRoles() async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", "INBOX"), JMAPFixtures.mailbox("b", "Sent Items"),
                #"{"id": "c", "name": "Drafts", "parentId": "a", "role": null}"#,
                #"{"id": "d", "name": "Trash", "parentId": "b", "role": null}"#, JMAPFixtures.mailbox("e", "Sent Mail"),
            ])
        }
        let roles = Dictionary(uniqueKeysWithValues: try await service.mailboxes().map { ($0.id.rawValue, $0.role) })
        #expect(roles == ["a": .inbox, "b": .sent, "c": .drafts, "d": nil, "e": nil])
        #expect(try await service.mailbox(for: .drafts) == RemoteID("c"))
        #expect(server.calls("Mailbox/set").isEmpty)
    }

    @Test(
        "J-47: if the server rejects a role, a mailbox of that name is used or made, else an error says what to do",
        arguments: [("Sent", "d", 0), ("Posted", "new", 2), ("Posted", nil, 2)])
    func roleRefused(name: String, found: String?, asked: Int) async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", "Inbox", role: "inbox"), JMAPFixtures.mailbox("d", name),
            ])
        }
        server.on("Mailbox/set") { call in
            let isPlain = call["create"]?["new"]?["role"] == nil
            return isPlain && found != nil
                ? .json(#"{"created": {"new": {"id": "new"}}}"#)
                : .json(#"{"notCreated": {"new": {"type": "invalidProperties", "properties": ["role"]}}}"#)
        }
        if let found {
            #expect(try await service.mailbox(for: .sent) == RemoteID(found))
        } else {
            let error = await failure { _ = try await service.mailbox(for: .sent) }
            #expect(error?.nextStep == .drop && error?.summary.contains("create one called “Sent”") == true)
        }
        #expect(server.calls("Mailbox/set").count == asked)
    }
}
