import Foundation
import Testing

@testable import InboxServer

@Suite("Files")
struct FileTests {
    private static func form(_ parts: [(head: String, content: [UInt8])], boundary: String = "cut") -> [UInt8] {
        parts.flatMap { Array("--\(boundary)\r\n\($0.head)\r\n\r\n".utf8) + $0.content + Array("\r\n".utf8) }
            + Array("--\(boundary)--\r\n".utf8)
    }

    static func upload(_ test: TestServer, name: String, content: [UInt8], type: String? = nil) async throws
        -> LoopbackClient.Answer
    {
        let head =
            "Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\""
            + (type.map { "\r\nContent-Type: \($0)" } ?? "")
        return try await test.ann.call(
            "POST", "/files/", headers: ["Content-Type": "multipart/form-data; boundary=cut"],
            body: form([(head, content)]))
    }

    @Test(
        "an uploaded file comes back byte for byte",
        arguments: ["cog.png", "Übersicht.txt", "歯車 の 図.pdf", "a\\\"b.txt"])
    func upAndDown(name: String) async throws {
        try await TestServer.with { test async throws in
            let content =
                (0..<5_000).map { UInt8(truncatingIfNeeded: $0) } + Array("\r\n--cut\n--cu\r\n".utf8).dropFirst(9)
            let answer = try await Self.upload(test, name: name, content: content, type: "image/png")
            #expect(answer.status == 200)
            let file = answer.json[0]
            #expect(
                file["filename"]?.textValue == name.replacing("\\\"", with: "\"")
                    && file["size"]?.wholeNumber == Int64(content.count))
            #expect(
                file["content_type"]?.textValue == "image/png" && file["message_ids"] == nil
                    && file["content_id"] == nil)
            let download = try await test.ann.get("/files/\(file.single)/download")
            #expect(download.body == content)
            #expect(download.headers["content-type"] == "application/octet-stream")
            let disposition = try #require(download.headers["content-disposition"])
            #expect(
                disposition.hasPrefix("attachment; filename=\"")
                    && disposition.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            if name.utf8.count != name.count { #expect(disposition.contains("=?utf-8?b?")) }
        }
    }

    @Test("a request can hold several files; parts without a name are skipped")
    func several() async throws {
        try await TestServer.with { test async throws in
            let body = Self.form([
                ("Content-Disposition: form-data; name=\"note\"", Array("x".utf8)),
                ("content-disposition: form-data; name=a; filename=a.txt", Array("one".utf8)),
                ("Content-Disposition: form-data; filename*=utf-8''b%C3%BC.txt\r\nContent-Type: text/plain", []),
            ])
            let files = try await test.ann.call(
                "POST", "/files", headers: ["Content-Type": "multipart/form-data; charset=utf-8; boundary=\"cut\""],
                body: body
            ).json
            #expect(files.texts("filename") == ["a.txt", "bü.txt"])
            #expect(files.values("size").compactMap(\.wholeNumber) == [3, 0])
        }
    }

    @Test(
        "invalid or empty forms are refused",
        arguments: [
            ("application/json", "{}"), ("multipart/form-data", "--cut\r\n"), ("multipart/form-data; boundary=cut", ""),
            ("multipart/form-data; boundary=cut", "--cut--\r\n"),
            ("multipart/form-data; boundary=cut", "--cut\r\n\r\nx\r\n--cut--"),
        ])
    func refused(type: String, body: String) async throws {
        try await TestServer.with { test async throws in
            #expect(
                try await test.ann.call("POST", "/files", headers: ["Content-Type": type], body: Array(body.utf8))
                    .status == 400)
        }
    }

    @Test("files of received mail are listed with their message and downloadable")
    func received() async throws {
        try await TestServer.with(mail: [
            MailText("1") { $0.file = "cog.txt" }, MailText("2") { $0.file = "wheel.txt" },
        ]) { test async throws in
            let files = try await test.ann.get("/files").json
            #expect(Set(files.texts("filename")) == ["cog.txt", "wheel.txt"])
            for (index, name) in files.texts("filename").enumerated() {
                let content = try await test.ann.get("/files/\(files[index].single)/download").text
                #expect(content.trimmingCharacters(in: .newlines) == name)
            }
            let message = try #require(files[0]["message_ids"]?.ids.first)
            #expect(try await test.ann.get("/files?message_id=\(message)").json == .array([files[0]]))
            #expect(
                try await test.ann.get("/files?filename=wheel.txt&content_type=application/x-cog").json.ids.count == 1)
            #expect(try await test.ann.get("/files?filename=wheel").json.ids.isEmpty)
            #expect(try await test.ann.call("DELETE", "/files/\(files[0].single)").status == 400)
        }
    }

    @Test("a file is attached, replaced and removed, and only a loose file can be deleted")
    func attaching() async throws {
        try await TestServer.with { test async throws in
            let first = try await Self.upload(test, name: "a.txt", content: Array("a".utf8)).json[0]
            let second = try await Self.upload(test, name: "b.txt", content: Array("b".utf8)).json[0]
            let draft = try await test.ann.call("POST", "/drafts", .of(("file_ids", .array([.text(first.single)]))))
                .json
            #expect(draft["files"]?.ids == [first.single] && draft["file_ids"]?.ids == [first.single])
            #expect(try await test.ann.get("/files/\(first.single)").json["message_ids"]?.ids == [draft.single])
            #expect(try await test.ann.call("DELETE", "/files/\(first.single)").status == 400)
            let both = JSONValue.of(("version", .integer(0 as Int64)), ("file_ids", .array([.text(second.single)])))
            #expect(
                try await test.ann.call("PUT", "/drafts/\(draft.single)", both).json["files"]?.ids == [second.single])
            let none = JSONValue.of(("version", .integer(1 as Int64)))
            #expect(try await test.ann.call("PUT", "/drafts/\(draft.single)", none).json["files"] == .array([]))
            let deleted = try await test.ann.call("DELETE", "/files/\(first.single)")
            #expect(deleted.status == 200 && deleted.text == "null")
            #expect(try await test.ann.get("/files/\(first.single)").status == 404)
        }
    }

    @Test("a file forwarded from other mail loses the path in its name")
    func path() async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "../../etc/notes.txt" }]) { test async throws in
            let file = try await test.ann.get("/files").json[0].single
            let files = JSONMember("file_ids", .array([.text(file)]))
            _ = try await test.send(to: ["bob@example.test"], subject: "Notes", more: [files])
            let message = try await test.bob.get("/messages").json[0]
            #expect(message["files"]?.texts("filename") == ["_.._etc_notes.txt"])
        }
    }

    @Test("an image that the body shows is sent inline, other files as attachments")
    func inline() async throws {
        try await TestServer.with { test async throws in
            let image = try await Self.upload(test, name: "cog.png", content: [1, 2, 3], type: "image/png").json[0]
                .single
            let other = try await Self.upload(test, name: "Räder.txt", content: Array("x".utf8)).json[0].single
            let files = JSONMember("file_ids", .array([.text(image), .text(other)]))
            _ = try await test.send(
                to: ["bob@example.test"], subject: "Cog", body: "<img src=\"cid:\(image)\">", more: [files])
            let message = try await test.bob.get("/messages").json[0]
            #expect(Set(message["files"]?.texts("filename") ?? []) == ["cog.png", "Räder.txt"])
            #expect(message["files"]?.texts("content_id") == [image])
            for file in message["files"]?.arrayValue ?? [] {
                let wanted: [UInt8] = file["filename"]?.textValue == "cog.png" ? [1, 2, 3] : [UInt8(ascii: "x")]
                #expect(try await test.bob.get("/files/\(file.single)/download").body == wanted)
            }
        }
    }

    @Test("another account's file cannot be seen or sent")
    func foreign() async throws {
        try await TestServer.with { test async throws in
            let file = try await Self.upload(test, name: "a.txt", content: []).json[0].single
            #expect(try await test.bob.get("/files/\(file)/download").status == 404)
            #expect(try await test.bob.call("POST", "/drafts", .of(("file_ids", .array([.text(file)])))).status == 400)
        }
    }
}
