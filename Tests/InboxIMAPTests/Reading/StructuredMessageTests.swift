import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Files by the structure of a message")
struct StructuredMessageTests {
    private func withoutSize(_ file: MessageFile) -> MessageFile {
        var file = file
        file.size = 0
        return file
    }

    private func check(_ mail: [UInt8], _ note: String) {
        let whole = ParsedMessage.parse(mail)
        let expected = whole.files.filter { !$0.partID.contains("#") }.map {
            MessageFile($0, of: RemoteID("m"), size: $0.size)
        }
        let structure = IMAPPart(of: mail)
        let told = StructuredMessage(structure).files(of: RemoteID("m"))
        #expect(told.map(withoutSize) == expected.map(withoutSize), "\(note)")
        for (file, wanted) in zip(told, expected) {
            let part = structure.leaves.first { "m/\($0.section)" == file.remoteID.rawValue }
            if part?.encoding == "base64" {
                #expect(abs(file.size - wanted.size) <= 2, "\(note)")
            } else if part?.encoding != "quoted-printable" {
                #expect(file.size == wanted.size, "\(note)")
            }
        }
        // With its texts, it is the message.
        var message = StructuredMessage(structure, header: mail)
        let tree = MimeTree(LineReader(mail))
        for part in message.textParts {
            guard let found = tree.parts.first(where: { !$0.isMultipart && $0.partID == part.section }) else {
                continue
            }
            message.contents[part.section] = Array(mail[found.content])
        }
        let parsed = message.parsed()
        #expect(parsed.body.plain == whole.body.plain, "\(note)")
        #expect(parsed.body.html == whole.body.html, "\(note)")
        #expect(parsed.subject == whole.subject)
        #expect(parsed.from == whole.from)
    }

    @Test("are those of the whole message", arguments: 0..<8)
    func generated(seed: Int) {
        var form = MailForm(random: SeededRandom(seed: seed))
        for number in 0..<60 {
            let mail = form.mail()
            check(mail, "seed \(seed), mail \(number):\n\(String(decoding: mail, as: UTF8.self))")
        }
    }

    @Test("the same for mails that broke something once")
    func seeds() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/Seeds/mime")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files { check(Array(try Data(contentsOf: file)), file.lastPathComponent) }
    }

    @Test("no name of a server's breaks out of its place")
    func hostile() {
        let part = IMAPPart(
            section: "1", contentType: "text/plain\r\nX: y", parameters: ["na\r\nme": "a", "name": "b\r\n\r\nc"],
            contentID: "i\r\nd", encoding: "base64\r\n", disposition: "attachment\r\nX: z", fileName: "\"\r\n--x")
        let files = StructuredMessage(part).files(of: RemoteID("m"))
        #expect(files.map(\.fileName) == ["\"\r\n--x"])
        #expect(files.map(\.contentType) == ["application/octet-stream"])
    }

    @Test("a structure that is too deep is one file")
    func deep() {
        var part = IMAPPart(section: "1", contentType: "application/pdf")
        for _ in 0..<500 { part = IMAPPart(section: "", contentType: "multipart/mixed", parts: [part]) }
        #expect(StructuredMessage(part).files(of: RemoteID("m")).count == 1)
    }

    @Test("the size of base64 is told without its line ends", arguments: [1, 2, 3, 56, 57, 58, 114, 1_000, 12_345])
    func sizes(count: Int) {
        let coded = Data(repeating: 7, count: count).base64EncodedString(options: [.lineLength76Characters])
        let part = IMAPPart(section: "1", contentType: "image/png", encoding: "base64", size: coded.utf8.count)
        #expect((count...(count + 2)).contains(part.decodedSize))
        let ended = IMAPPart(section: "1", contentType: "image/png", encoding: "base64", size: coded.utf8.count + 2)
        #expect(abs(ended.decodedSize - count) <= 2)
    }
}

@Suite("Base64 in pieces")
struct Base64PiecesTests {
    @Test("is decoded as in one piece", arguments: 0..<40)
    func pieces(seed: Int) {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<random.int(0..<400)).map { _ in UInt8(random.int(0..<256)) }
        let coded = Array(Data(bytes).base64EncodedString(options: [.lineLength76Characters]).utf8)
        var (base64, found, rest) = (Base64Pieces(), [UInt8](), coded[...])
        while !rest.isEmpty {
            let count = min(random.int(1..<60), rest.count)
            found += base64.take(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(found + base64.finish() == bytes)
    }

    @Test("without padding, and with what is none of it")
    func damaged() {
        var base64 = Base64Pieces()
        let found = base64.take(Array("aGV!s\r\nbG".utf8)) + base64.take(Array("8".utf8)) + base64.finish()
        #expect(found == Array("hello".utf8))
        #expect(base64.take(Array("aGVs".utf8)) == [])
    }
}
