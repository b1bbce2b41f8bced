import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Folders of others in an IMAP account")
struct ForeignFolderTests {
    private static func rig() async throws -> WritingRig {
        let rig = try WritingRig(.internalNames)
        rig.server.createFolder(raw: "user.ann.Sent", use: "\\Sent", rights: "lrswipkxtea")
        rig.server.createFolder(raw: "Trash", use: "\\Trash", rights: "lr")
        rig.server.createFolder(raw: "lists.swift", rights: "lrs")
        _ = try await rig.service.latestState()
        return rig
    }

    @Test("lie below a level of their own, with the rights that the user has, and have no role")
    func shown() async throws {
        let rig = try await Self.rig()
        let boxes = try await rig.service.mailboxes()
        let byName = Dictionary(boxes.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        #expect(
            Set(byName.keys) == [
                "INBOX", "Archive", "Drafts", "Junk", "Sent", "Trash", "Other Users/ann/Sent", "Shared/Trash",
                "Shared/lists/swift",
            ])
        #expect(byName["Sent"]?.role == .sent && byName["Other Users/ann/Sent"]?.role == nil)
        #expect(byName["Trash"]?.role == .trash && byName["Shared/Trash"]?.role == nil)
        #expect(byName["Shared/lists/swift"]?.rights == [.setSeen])
        #expect(byName["Other Users/ann/Sent"]?.rights == .all && byName["Sent"]?.rights == .all)
        // Asked once for each connection, and of those of others only.
        #expect(rig.server.commands.count { $0 == "MYRIGHTS" } == 3)
    }

    @Test("new mailboxes are made in what they are shown in")
    func creates() async throws {
        let rig = try await Self.rig()
        for name in ["Work/2026", "Other Users/ann/Sent/2026", "Shared/lists/rust", "Other Users/bob"] {
            _ = try? await rig.service.createMailbox(named: name)
        }
        let asked = rig.server.look { $0.transcript }.filter { $0.contains(" CREATE ") }
        let names = asked.compactMap { $0.split(separator: " ").last.map { String($0.filter { $0 != "\"" }) } }
        #expect(names == ["INBOX.Work.2026", "user.ann.Sent.2026", "lists.rust", "user.bob"])
    }

    @Test("what may not be done there is refused at once, in words")
    func refused() async throws {
        let rig = try await Self.rig()
        let id = try await rig.deliver("one", to: "INBOX")[0]
        rig.server.change { state in
            guard let index = state.folders.firstIndex(where: { $0.rawName == "lists.swift" }) else { return }
            _ = state.put(state.addMail(Array(WritingRig.mail("two").utf8), .test(1)), in: index, flags: [])
        }
        try await rig.service.look()
        let shared = try #require(try rig.known("two")).id
        let (trash, lists) = (try rig.mailbox("Trash"), try rig.mailbox("Shared/lists/swift"))
        for (id, update) in [
            (shared, RemoteUpdate.moving(from: lists, to: trash)), (id, RemoteUpdate(addMailboxes: [lists])),
            (shared, RemoteUpdate(addKeywords: [.flagged])),
        ] {
            let error = try await rig.service.update([id: update]).error(id)
            #expect(error?.nextStep == .drop && error?.type == "forbidden")
            #expect(error?.summary.contains("Shared/lists/swift") == true)
        }
        #expect(try await rig.service.update([shared: RemoteUpdate(addKeywords: [.seen])]).error(shared) == nil)
    }

    @Test("a mailbox that only says when it is opened that it can't be changed is left alone")
    func readOnly() async throws {
        var options = ServerOptions.below
        options.shared = "Public."
        let rig = try WritingRig(options)
        rig.server.createFolder(raw: "Public.news", rights: "lr")
        _ = try await rig.service.latestState()
        rig.server.change { state in
            let index = state.folders.count - 1
            _ = state.put(state.addMail(Array(WritingRig.mail("one").utf8), .test(1)), in: index, flags: [])
        }
        try await rig.service.look()
        let id = try #require(try rig.known("one")).id
        let error = try await rig.service.update([id: RemoteUpdate(addKeywords: [.seen])]).error(id)
        #expect(error?.summary == "this mailbox can only be read" && error?.nextStep == .drop)
        #expect(!rig.server.commands.contains("UID STORE"))
    }

    @Test("a server that opens no folder for a stranger is told who is there")
    func identified() async throws {
        let rig = try WritingRig(.unsafe)
        #expect(try await rig.deliver("one").count == 1)
        #expect(rig.server.look { $0.transcript }.contains { $0.contains("ID (\"name\" \"Maraca\" \"version\"") })
    }
}
