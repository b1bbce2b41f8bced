private import CPictures
import Foundation

/// A picture as pixels.
package struct PixelPicture: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// Red, green and blue of each pixel, row by row.
    package var rgb: [UInt8]
}

/// Why a picture can't be shown.
package enum PictureProblem: Error, Hashable, Sendable {
    case unknownKind, tooLarge, broken, tooSlow
    /// Debian's libgdk-pixbuf-2.0-0 is missing, or its loader for this kind.
    case noDecoder

    package var sentence: String {
        switch self {
        case .unknownKind: "Only PNG, JPEG, GIF and WebP are drawn here."
        case .tooLarge: "The picture is too large to be drawn here."
        case .broken: "The picture is broken."
        case .tooSlow: "The picture takes too long to decode."
        case .noDecoder:
            "What decodes pictures is missing here: libgdk-pixbuf-2.0-0, for WebP webp-pixbuf-loader as well."
        }
    }
}

/// Decodes untrusted pictures within limits. The first bytes alone determine the kind. Decoding runs on a thread of its own, at the lowest
/// priority.
package enum PictureDecoder {
    package static let mostBytes = 32 << 20
    package static let mostPixels = 40_000_000
    /// The most pixels of the longer side after decoding: more than any terminal shows.
    private static let mostSide = 1_600
    private static let seconds = 5.0

    /// - Throws: never `CancellationError`: decoding continues once begun, for at most five seconds.
    package static func decode(_ bytes: [UInt8]) async throws(PictureProblem) -> PixelPicture {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        guard let kind = kind(of: bytes) else { throw .unknownKind }
        let result = await withCheckedContinuation {
            (done: CheckedContinuation<Result<PixelPicture, PictureProblem>, Never>) in
            let thread = Thread { done.resume(returning: decode(bytes, kind)) }
            thread.stackSize = 1 << 20
            thread.start()
        }
        return try result.get()
    }

    /// Returns the usual file extension of a picture; `nil` when the kind can't be drawn.
    package static func ending(of bytes: [UInt8]) -> String? {
        kind(of: bytes).map { $0 == "jpeg" ? "jpg" : $0 }
    }

    /// Returns the kind of a picture by its first bytes, under the name of its decoder; `nil` when it can't be drawn.
    static func kind(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return "gif" }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "webp" : nil
    }

    private static func decode(_ bytes: [UInt8], _ kind: String) -> Result<PixelPicture, PictureProblem> {
        var pixels: UnsafeMutablePointer<UInt8>?
        var (width, height): (Int32, Int32) = (0, 0)
        let outcome = bytes.withUnsafeBufferPointer {
            cpictures_decode(
                $0.baseAddress, $0.count, kind, Int64(mostPixels), Int32(mostSide), seconds, &pixels, &width, &height)
        }
        defer { cpictures_free(pixels) }
        switch outcome {
        case CPICTURES_DONE: break
        case CPICTURES_NO_LIBRARY: return .failure(.noDecoder)
        case CPICTURES_TOO_LARGE: return .failure(.tooLarge)
        case CPICTURES_TOO_SLOW: return .failure(.tooSlow)
        default: return .failure(.broken)
        }
        guard let pixels else { return .failure(.broken) }
        let rgb = Array(UnsafeBufferPointer(start: pixels, count: Int(width) * Int(height) * 3))
        return .success(PixelPicture(width: Int(width), height: Int(height), rgb: rgb))
    }
}
