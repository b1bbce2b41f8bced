import Foundation
import TestSupport
import Testing

@testable import MailContent

@Suite("Pictures")
struct PictureDecoderTests {
    private static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

    /// Four pixels, one of them half transparent.
    private static let png = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR4nGP4z8DwHwQbGBgYGoAEACB+BH0fr9j0AAAAAElFTkSuQmCC")
    private static let gif = bytes("R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")
    private static let webp = bytes("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
    private static let jpeg = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////"
            + "////////////////////////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////"
            + "////////////////////////////////wAARCAAEAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL"
            + "/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3"
            + "ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
            + "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgEC"
            + "BAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZH"
            + "SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU"
            + "1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBtFFFWSf/Z")

    @Test("each format is detected by its first bytes", arguments: [(gif, 1, 1), (jpeg, 8, 4)])
    func kinds(bytes: [UInt8], width: Int, height: Int) async throws {
        let picture = try await PictureDecoder.decode(bytes)
        #expect(picture.width == width && picture.height == height)
        #expect(picture.rgb.count == width * height * 3)
    }

    @Test("transparent pixels become white")
    func transparency() async throws {
        #expect(try await PictureDecoder.decode(Self.gif).rgb == [255, 0, 0])
        do throws(PictureProblem) {
            #expect(try await PictureDecoder.decode(Self.webp).rgb == [255, 255, 255])
        } catch {
            // On Debian, the decoder is in a separate package.
            #expect(error == .noDecoder)
        }
    }

    @Test("W-2, P-1: a small file that claims millions of pixels is rejected before memory is allocated")
    func bombs() async {
        // An empty PNG of 60,000 × 60,000 pixels.
        let header = [0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0] as [UInt8]
        let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header + Self.checksum(header)
        let data = [0, 0, 0, 2, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01] as [UInt8]
        await #expect(throws: PictureProblem.tooLarge) { try await PictureDecoder.decode(png + data + [0, 0, 0, 0]) }
        // A GIF of 65,535 × 65,535.
        var gif = Self.gif
        gif.replaceSubrange(6..<10, with: [255, 255, 255, 255])
        await #expect(throws: PictureProblem.tooLarge) { try await PictureDecoder.decode(gif) }
        let long = [UInt8](repeating: 0, count: PictureDecoder.mostBytes + 1)
        await #expect(throws: PictureProblem.tooLarge) { try await PictureDecoder.decode(long) }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let value = ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    }

    @Test("SVG, icons and bitmaps are rejected by their first bytes, and no other decoder runs")
    func otherKinds() async {
        for text in ["<svg xmlns='http://www.w3.org/2000/svg'/>", "/* XPM */", "BM", "II*\0", "", "GIF88a"] {
            await #expect(throws: PictureProblem.unknownKind) { try await PictureDecoder.decode(Array(text.utf8)) }
        }
    }

    @Test("P-2: damaged pictures give pixels or an error", arguments: 0..<60)
    func broken(seed: Int) async {
        var random = SeededRandom(seed: seed)
        var bytes = [Self.png, Self.jpeg, Self.gif, Self.webp][seed % 4]
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
        if let picture = try? await PictureDecoder.decode(bytes) {
            #expect(picture.rgb.count == picture.width * picture.height * 3, "seed \(seed)")
        }
    }

    @Test("W-7: a text lists its pictures; data is kept up to 2 MiB and only for pictures, and nothing is fetched")
    func pictures() {
        let small = Data([1, 2, 3]).base64EncodedString()
        let large = String(repeating: "A", count: 3 << 20)
        let text = StyledText(
            html: """
                <img src="https://shop.test/a.png" alt="A hat"><img src="//cdn.test/b.gif"><img src="cid:logo">
                <img src="https://spy.test/pixel" width=1 height=1><img src="javascript:x()"><img src="file:///etc/passwd">
                <img src="data:image/png;base64,\(small)"><img src="data:text/html;base64,\(small)">
                <img src="data:image/png;base64,\(large)">
                """)
        #expect(
            text.pictures.map(\.source) == [
                .remote("https://shop.test/a.png"), .remote("https://cdn.test/b.gif"), .file(contentID: "logo"),
                .data([1, 2, 3]),
            ])
        #expect(text.pictures[0].text == "A hat" && text.remoteImageCount == 3)
    }
}
