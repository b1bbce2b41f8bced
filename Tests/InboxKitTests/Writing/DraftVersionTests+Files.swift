import Foundation
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import TestSupport
import Testing

@testable import InboxKit

/// The files of discarded drafts.
extension DraftVersionTests {
    @Test("files only on the server are restored with a discarded draft", arguments: [true, false])
    func filesOfServer(isAway: Bool) async throws {
        let server = client.server
        server.put(
            .remote(id: "d", subject: "Plan", draft: true, in: ["drafts"], at: 3, files: ["plan.pdf"], body: "Text"))
        try await client.sync.catchUp()
        let id = try #require(try draftsHere.first).id
        try await session.discardDraft(id)
        // Nothing is deleted before its files have been fetched.
        if isAway {
            server.setFault { $0.name == "download" ? .before(.unreachable) : nil }
            _ = try await client.sender.sendAll()
            #expect(draftsThere.count == 1)
            server.setFault { _ in nil }
        }
        try await settle()
        #expect(draftsThere.isEmpty)
        #expect(try await session.undo() != nil)
        // The files were deleted with the draft.
        server.setFault { call in
            guard call.name == "save", server.calls("upload").isEmpty else { return nil }
            return .before(RemoteError(.refused(status: 0, message: "gone"), call: "save", type: "blobNotFound"))
        }
        try await settle()
        #expect(draftsThere.map { $0.files.map(\.fileName) } == [["plan.pdf"]])
        #expect(try client.differences() == [])
    }

    @Test("a draft is not deleted while its files can't be fetched completely", arguments: [true, false])
    func filesOutOfReach(isShort: Bool) async throws {
        let server = client.server
        server.put(
            .remote(id: "d", subject: "Plan", draft: true, in: ["drafts"], at: 3, files: ["plan.pdf"], body: "Text"))
        if isShort { server.edit("d") { $0.files[0].size = 1_000 } }
        try await client.sync.catchUp()
        try await session.discardDraft(try #require(try draftsHere.first).id)
        let words = "which you have not approved"
        if !isShort {
            server.setFault { call in
                guard call.name == "download" else { return nil }
                return .before(
                    RemoteError(
                        .refused(status: 0, message: words), call: "download",
                        finding: .unapprovedOrigins(["https://files.example"])))
            }
        }
        _ = try await client.sender.sendAll()
        #expect(draftsThere.count == 1 && server.calls("deleteDraft").isEmpty)
        if isShort {
            let error = try #require(try client.actions().first?.lastError)
            #expect(error.hasSuffix("of 1000 bytes of a file came"))
        } else {
            #expect(try draftsHere.count == 1, "it is not to be discarded so")
            #expect(try client.store.read { try $0.refusals() }.map(\.lastError) == [words])
        }
    }

    @Test("a draft keeps its files from here when the server renames them, and undo restores them")
    func renamedFiles() async throws {
        let client = client
        func attach(_ bytes: [UInt8]) async throws -> MessageFile {
            try await session.attach(
                RemoteUpload(fileName: "a", contentType: "a/b", bytes: bytes), account: client.account.id)
        }
        let files = [try await attach([1]), try await attach([1, 2])]
        let id = try await session.save(content(files: files), account: client.account.id)
        try await settle()
        let there = try #require(draftsThere.first).id
        client.server.edit(there.rawValue) { draft in
            for index in draft.files.indices { draft.files[index].remoteID = RemoteID("part-\(index)") }
        }
        try await client.sync.catchUp()
        let shown = try #require(try session.draft(id)).content.files
        #expect(shown.map(\.localID) == files.map(\.localID) && shown.map(\.remoteID.rawValue) == ["part-0", "part-1"])

        try await session.discardDraft(id)
        try await settle()
        _ = try await session.undo()
        // The files were deleted with the draft.
        client.server.setFault { [server = client.server] call in
            guard call.name == "save", server.calls("upload").count < 4 else { return nil }
            return .before(RemoteError(.refused(status: 0, message: "gone"), call: "save", type: "blobNotFound"))
        }
        try await settle()
        #expect(draftsThere.map { $0.files.map(\.size) } == [[1, 2]])
        #expect(try client.differences() == [])
    }
}
