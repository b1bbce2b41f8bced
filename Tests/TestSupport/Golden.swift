#if canImport(Glibc)
    import Glibc
#endif
public import TerminalUI

/// Compares a drawing with the file of that name, and returns the difference, or nil if there is none.
///
/// The file is `Goldens/<name>-<columns>x<rows>.txt` beside the test. If it is missing, or `RECORD_GOLDENS` is 1, it is
/// written, and the comparison fails unless it is unchanged: a golden must be reviewed before it counts.
///
///     #expect(golden("list", grid) == nil)
public func golden(_ name: String, _ grid: Grid, file: String = #filePath) -> GoldenMismatch? {
    let size = grid.fullSize
    return golden("\(name)-\(size.width)x\(size.height)", text: grid.golden, file: file)
}

/// Compares any text with a golden, for example several frames of an animation.
public func golden(_ name: String, text: String, file: String = #filePath) -> GoldenMismatch? {
    let folder =
        file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/Goldens"
    let path = "\(folder)/\(name).txt"
    let isRecording = getenv("RECORD_GOLDENS").map { String(cString: $0) } == "1"
    let expected = GoldenFile.read(path)
    // Also while recording: a test that waits for a screen to come to rest compares until it is unchanged.
    if expected == text { return nil }
    guard !isRecording, let expected else {
        mkdir(folder, 0o755)
        return GoldenMismatch(
            description: GoldenFile.write(text, to: path) ? "recorded \(path)" : "cannot write \(path)")
    }
    return GoldenMismatch(expected: expected, drawn: text, path: path)
}

/// Joins the frames of an animation, with their times, into one text for `golden(_:text:)`.
public func filmStrip(_ frames: [(milliseconds: Int, grid: Grid)]) -> String {
    frames.map { "\($0.milliseconds) ms\n\($0.grid.golden)" }.joined()
}

/// The difference between a screen and its golden.
public struct GoldenMismatch: Equatable, CustomStringConvertible {
    public let description: String

    init(description: String) {
        self.description = description
    }

    init(expected: String, drawn: String, path: String) {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = ["differs from \(path):"]
        for index in 0..<max(old.count, new.count) {
            let before = index < old.count ? old[index] : "(no line)"
            let after = index < new.count ? new[index] : "(no line)"
            guard before != after else { continue }
            lines += ["line \(index + 1)", "- \(before)", "+ \(after)"]
        }
        description = lines.joined(separator: "\n")
    }
}

private enum GoldenFile {
    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        return fwrite(bytes, 1, bytes.count, file) == bytes.count
    }
}
