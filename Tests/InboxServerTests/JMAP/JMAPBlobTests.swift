import InboxModel
import InboxRemote
import Synchronization
import Testing

@testable import InboxServer

@Suite("JMAP: blobs")
struct JMAPBlobTests {
    @Test("an upload can be downloaded, as a file that no browser displays")
    func upAndDown() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let up = try await test.ann.call(
                "POST", "/jmap/upload/\(talk.account)", headers: ["Content-Type": "text/html"], body: bytes)
            #expect(up.status == 201 && up.json["size"]?.wholeNumber == 100_000)
            #expect(up.json["type"]?.textValue == "text/html" && up.json["accountId"]?.textValue == talk.account)
            let blob = try #require(up.json["blobId"]?.textValue)
            let path = "/jmap/download/\(talk.account)/\(blob)/R%C3%A4der%22%0D%0AX-Evil%3A%20yes.html?type=text/html"
            let down = try await test.ann.get(path)
            #expect(down.status == 200 && down.body == bytes)
            #expect(down.headers["content-type"] == "application/octet-stream" && down.headers["x-evil"] == nil)
            #expect(down.headers["content-disposition"]?.hasPrefix("attachment") == true)
            #expect(down.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test("our client reads a file in pieces, gets none for an unknown blob, and stops on request")
    func pieces() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let up = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: bytes)
            let blob = RemoteID(try #require(up.json["blobId"]?.textValue))
            let service = JMAPService(
                url: "http://127.0.0.1:\(test.ann.port)/jmap/session", userName: "ann@example.test",
                secret: TestServer.annToken, transport: CurlTransport())
            let meter = TransferMeter(.download)
            let pieces = Mutex<[[UInt8]]>([])
            let keep: FileSink = { piece in
                pieces.withLock { $0.append(piece) }
                return true
            }
            try await service.download(blob, meter: meter, into: keep)
            let all = pieces.withLock(\.self)
            #expect(all.count > 1 && all.map(\.count).max() ?? 0 < 1 << 20)
            #expect(Array(all.joined()) == bytes && meter.bytes == bytes.count)
            await #expect(throws: RemoteError.self) {
                try await service.download(RemoteID("x"), meter: nil, into: keep)
            }
            let now = pieces.withLock(\.count)
            #expect(now == all.count)
            await #expect(throws: RemoteError(.cancelled, call: "download")) {
                try await service.download(blob, meter: nil) { _ in false }
            }
        }
    }

    @Test("blobs belong to their account; unknown blobs are not found")
    func foreign() async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "cog.bin" }]) { test async throws in
            let (ann, bob) = (try await JMAPTalk(test.ann), try await JMAPTalk(test.bob))
            let email = try await ann.email(try #require(try await ann.emails().first))
            let up = try await test.ann.call("POST", "/jmap/upload/\(ann.account)", body: [1])
            let blobs = [email["blobId"], email["attachments"]?[0]["blobId"], up.json["blobId"]].compactMap {
                $0?.textValue
            }
            #expect(blobs.count == 3)
            for blob in blobs {
                #expect(try await test.ann.get("/jmap/download/\(ann.account)/\(blob)/x").status == 200)
                #expect(try await test.bob.get("/jmap/download/\(ann.account)/\(blob)/x").status == 404)
                #expect(try await test.bob.get("/jmap/download/\(bob.account)/\(blob)/x").status == 404)
            }
            for blob in ["x", "P", "Px", "Mx", "Ux", "Px-1"] {
                #expect(try await test.ann.get("/jmap/download/\(ann.account)/\(blob)/x").status == 404)
            }
            #expect(try await test.bob.call("POST", "/jmap/upload/\(ann.account)", body: [1]).status == 404)
            #expect(try await test.stranger.call("POST", "/jmap/upload/\(ann.account)", body: [1]).status == 401)
        }
    }

    @Test(
        "blob ids survive a round trip",
        arguments: [BlobID.email("ab"), .upload("ab"), .part("1.2.3", ofEmail: "ab")])
    func ids(id: BlobID) {
        #expect(BlobID(id.text) == id)
        #expect(
            id.text.utf8.allSatisfy {
                $0 == 0x2D || $0 == 0x5F || ($0 < 0x80 && Character(UnicodeScalar($0)).isLetter)
                    || ($0 > 0x2F && $0 < 0x3A)
            })
    }
}
