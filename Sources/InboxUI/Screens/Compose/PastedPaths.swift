import Foundation

/// The files named in a pasted text: terminals paste the path of a dropped file.
enum PastedPaths {
    private static let most = 1_000

    /// Returns the files of the text; none unless every line is the absolute path of an existing file: plain, in quotation marks, with
    /// backslashes before blanks, or as a `file:` URL.
    static func files(in text: String) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        guard !lines.isEmpty, lines.count <= most else { return [] }
        var found: [String] = []
        for line in lines {
            // Any other text ends it at its first line.
            guard let path = file(line) else { return [] }
            found.append(path)
        }
        return found
    }

    private static func file(_ line: String) -> String? {
        var candidates = [line, line.replacingOccurrences(of: "\\", with: "")]
        for mark in ["'", "\""] where line.count > 2 && line.hasPrefix(mark) && line.hasSuffix(mark) {
            candidates.append(String(line.dropFirst().dropLast()))
        }
        if line.hasPrefix("file://"), let path = URL(string: line)?.path { candidates = [path] }
        return candidates.first(where: AttachedFile.exists)
    }
}
